import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** What changes a context for good, and not one of its pages. */
const changes = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;
const changesOfTime = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;
/** What changes a page for good. */
const changesOfPage = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const;
/** What changes how a page looks, until it is told to look as before. */
const changesOfLook = ['emulateMedia', 'setViewportSize'] as const;
const listening = ['addListener', 'on', 'once'] as const;

/** Each page that is kept is a process of the browser, of some 80 MB. */
const keptPages = 4;

interface Lent {
  page: Page;
  origin: string;
  options: BrowserContextOptions;
}

/**
 * Browsers of people, lent to one test after the other, because a new one has to fetch the whole application anew, and a
 * new page has to compile it anew. A test leaves nothing to the next but files of the application: pages are emptied or
 * closed, cookies and what is stored are deleted, and a browser that was changed in other ways is not lent again.
 */
export class LentContexts {
  readonly #browser: Browser;
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #keys = new Map<BrowserContext, string>();
  readonly #changed = new WeakSet<BrowserContext>();
  readonly #lent = new Map<BrowserContext, Lent>();
  /** Empty pages that wait for the next test, the longest kept first. */
  #kept: Page[] = [];
  readonly #changedPages = new WeakSet<Page>();
  /** How large those were whose look was changed. */
  readonly #sizes = new WeakMap<Page, ReturnType<Page['viewportSize']>>();
  readonly #heard = new WeakMap<Page, Parameters<Page['on']>[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A page that is alone in its browser, with nothing stored. */
  async take(origin: string, options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const used = this.#free.get(key)?.pop();
    const context = used ?? (await this.#made(key, options));
    const kept = this.#kept.find((page) => page.context() === context);
    this.#kept = this.#kept.filter((page) => page !== kept);
    const page = kept ?? (await this.#opened(context));
    if (used) await forget(page, origin);
    this.#changedPages.delete(page);
    this.#lent.set(context, { page, origin, options });
    return page;
  }

  /** `isOver`: a test failed, and no other will be run here. */
  async giveBack(contexts: readonly BrowserContext[], isOver: boolean): Promise<void> {
    await Promise.all(contexts.map((context) => this.#takeBack(context, isOver)));
    const superfluous = this.#kept.splice(0, isOver ? this.#kept.length : this.#kept.length - keptPages);
    await Promise.all(superfluous.map((page) => page.close()));
  }

  async #takeBack(context: BrowserContext, isOver: boolean): Promise<void> {
    const pages = context.pages();
    // A page that is still asking for something when its test ends concerns nobody.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    if (this.#changed.has(context)) return context.close();
    const kept = isOver ? null : await this.#emptied(context);
    await Promise.all(pages.filter((page) => page !== kept).map((page) => page.close()));
    await context.clearCookies();
    if (kept) this.#kept.push(kept);
    const key = this.#keys.get(context) ?? '';
    this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
  }

  /** The page that was lent, as good as new; null where it is not. */
  async #emptied(context: BrowserContext): Promise<Page | null> {
    const { page, origin, options } = this.#lent.get(context) ?? {};
    if (!page || page.isClosed() || this.#changedPages.has(page)) return null;
    if (new URL(page.url()).origin !== origin) return null;
    for (const heard of this.#heard.get(page)?.splice(0) ?? []) page.off(...heard);
    try {
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      await this.#lookAsBefore(page, options);
      // No mouse rests where the next test draws something.
      await page.mouse.move(-1, -1);
      const session = await context.newCDPSession(page);
      await session.send('Page.resetNavigationHistory');
      await session.detach();
      return page;
    } catch {
      return null;
    }
  }

  async #lookAsBefore(
    page: Page,
    { colorScheme = 'light', reducedMotion = 'reduce' }: BrowserContextOptions = {},
  ): Promise<void> {
    const size = this.#sizes.get(page);
    if (!size) return;
    await page.setViewportSize(size);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    this.#sizes.delete(page);
  }

  async #made(key: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#keys.set(context, key);
    const isChanged = () => void this.#changed.add(context);
    context.once('close', isChanged);
    watch(context, changes, isChanged);
    watch(context.clock, changesOfTime, isChanged);
    // It speaks to the browser beside Playwright, about what it likes.
    watch(context, ['newCDPSession'], (page: Page) => void this.#changedPages.add(page));
    return context;
  }

  async #opened(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    const heard: Parameters<Page['on']>[] = [];
    this.#heard.set(page, heard);
    watch(page, changesOfPage, () => void this.#changedPages.add(page));
    watch(page, changesOfLook, () => {
      if (!this.#sizes.has(page)) this.#sizes.set(page, page.viewportSize());
    });
    watch(page, listening, (...told: Parameters<Page['on']>) => void heard.push(told));
    return page;
  }
}

/** Is told of each call of these methods before it is made. */
function watch<Name extends string>(
  owner: Record<Name, (...args: never[]) => unknown>,
  names: readonly Name[],
  isTold: (...args: never[]) => void,
): void {
  for (const name of names) {
    const own = owner[name];
    const watched = (...args: never[]) => {
      isTold(...args);
      return own.apply(owner, args);
    };
    Object.assign(owner, { [name]: watched });
  }
}

async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}
