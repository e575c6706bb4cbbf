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

/**
 * Browsers of people, lent to one test after the other, because a new one has to fetch the whole application anew. A test
 * leaves nothing to the next but files of the application: pages are closed, cookies and what is stored are deleted, and
 * a browser that was changed in other ways is not lent again.
 */
export class LentContexts {
  readonly #browser: Browser;
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #keys = new Map<BrowserContext, string>();
  readonly #changed = new WeakSet<BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A page that is alone in its browser, with nothing stored. */
  async take(origin: string, options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const used = this.#free.get(key)?.pop();
    const context = used ?? (await this.#made(key, options));
    const page = await context.newPage();
    if (used) await forget(page, origin);
    return page;
  }

  async giveBack(contexts: readonly BrowserContext[]): Promise<void> {
    await Promise.all(contexts.map((context) => this.#takeBack(context)));
  }

  async #takeBack(context: BrowserContext): Promise<void> {
    const pages = context.pages();
    // A page that is still asking for something when its test ends concerns nobody.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    if (this.#changed.has(context)) return context.close();
    await Promise.all(pages.map((page) => page.close()));
    await context.clearCookies();
    const key = this.#keys.get(context) ?? '';
    this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
  }

  async #made(key: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#keys.set(context, key);
    context.once('close', () => this.#changed.add(context));
    this.#watch(context, context, changes);
    this.#watch(context, context.clock, changesOfTime);
    return context;
  }

  #watch<Name extends string>(
    context: BrowserContext,
    owner: Record<Name, (...args: never[]) => unknown>,
    names: readonly Name[],
  ): void {
    for (const name of names) {
      const own = owner[name];
      const watched = (...args: never[]) => {
        this.#changed.add(context);
        return own.apply(owner, args);
      };
      Object.assign(owner, { [name]: watched });
    }
  }
}

async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
}
