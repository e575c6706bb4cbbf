import puppeteer from '@cloudflare/puppeteer';
import type { Browser, BrowserContext, Page } from '@cloudflare/puppeteer';
import { log } from '#edges/log';
import { within } from '#edges/with-timeout';

export interface PrintJob {
  /** A whole HTML document that needs nothing from the network: styles inside, fonts and images as `data:` URLs. */
  html: string;
  paper: 'Letter' | 'A4';
  /** Chromium templates: every style inline; the classes `pageNumber` and `totalPages` are filled in. */
  headerHtml?: string;
  footerHtml?: string;
}

/** Prints one document, and one at a time. Throws when the page takes too long or holds an image that cannot be shown. */
export type Print = (job: PrintJob) => Promise<Uint8Array>;

export class BrokenImage extends Error {
  override name = 'BrokenImage';
}

/** The browser ended or hangs under the work: nothing is wrong with the work itself. */
export class BrowserDisconnected extends Error {
  override name = 'BrowserDisconnected';
}

const pageLimitMs = 30_000;
const openLimitMs = 10_000;
const closeLimitMs = 3_000;
const pulseEveryMs = 2_000;
const pulseLimitMs = 5_000;
const noTemplate = '<span></span>';

/** What people typed is in the page: it may run no script and reach no network, whatever it holds. */
async function sealedPage(room: BrowserContext): Promise<Page> {
  const page = await room.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  // What is fetched ahead is not intercepted.
  await page.setOfflineMode(true);
  page.on('request', (request) => {
    const url = request.url();
    const harmless = url.startsWith('data:') || url.startsWith('about:');
    if (!harmless) log('warn', 'page asked for the network', { kind: request.resourceType() });
    void (harmless ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined);
  });
  page.setDefaultTimeout(pageLimitMs);
  return page;
}

async function mustShowImages(page: Page): Promise<void> {
  const broken = await page.$$eval(
    'img',
    (images) => images.filter((image) => image.naturalWidth === 0).length,
  );
  if (broken > 0) throw new BrokenImage(`${broken} of the images cannot be shown`);
}

async function print(page: Page, job: PrintJob): Promise<Uint8Array> {
  await page.setContent(job.html, { waitUntil: 'load' });
  if (job.html.includes('<img')) await mustShowImages(page);
  const bytes = await page.pdf({
    format: job.paper,
    printBackground: true,
    preferCSSPageSize: false,
    displayHeaderFooter: job.headerHtml !== undefined || job.footerHtml !== undefined,
    headerTemplate: job.headerHtml ?? noTemplate,
    footerTemplate: job.footerHtml ?? noTemplate,
    margin: { top: '17mm', right: '14mm', bottom: '18mm', left: '14mm' },
    tagged: true,
    timeout: pageLimitMs,
  });
  return new Uint8Array(bytes);
}

/** Prints one after another on the same page; after a failure on a new one. `end` rejects when the browser ends. */
function printerIn(room: BrowserContext, end: Promise<never>): Print {
  let page: Promise<Page> | null = null;
  return async (job) => {
    // One that dies may refuse before it is seen to be gone.
    page ??= sealedPage(room).catch((cause: unknown) => {
      throw new BrowserDisconnected('The browser has no page to give', { cause });
    });
    const used = page;
    try {
      const printed = used.then((one) => print(one, job));
      return await within(Promise.race([printed, end]), pageLimitMs, 'Printing a document');
    } catch (error) {
      page = null;
      void used.then((one) => one.close()).catch(() => undefined);
      throw error;
    }
  };
}

interface Opened {
  browser: Browser;
  /** How many documents it has made. */
  documents: number;
}

/**
 * The browser that waits for the next document. A connection belongs to the request that made it, so only the name of
 * the session passes from one to the next; nobody else connects to it. Left alone for a minute it ends by itself.
 */
let waiting: { sessionId: string; documents: number } | null = null;

/** Browsers grow with use: after so many documents the next one gets a new one. */
const documentsEach = 200;

async function open({ BROWSER }: Pick<Env, 'BROWSER'>): Promise<Opened> {
  const held = waiting;
  waiting = null;
  if (held) {
    try {
      const connected = puppeteer.connect(BROWSER, held.sessionId);
      return { ...held, browser: await within(connected, openLimitMs, 'Reaching the browser') };
    } catch (error) {
      log('info', 'browser has gone', { documents: held.documents }, error);
    }
  }
  const launched = puppeteer.launch(BROWSER);
  return { browser: await within(launched, openLimitMs, 'Opening a browser'), documents: 0 };
}

async function close(browser: Browser): Promise<void> {
  if (!browser.connected) return;
  await within(browser.close(), closeLimitMs, 'Closing the browser').catch(async (error: unknown) => {
    log('warn', 'browser not closed', {}, error);
    // An open connection would keep the message from ending, and those behind it waiting.
    await browser.disconnect();
  });
}

/** One browser is kept for the next document; a second one, an old one and one in doubt are closed. */
async function put({ browser, documents }: Opened, room: BrowserContext): Promise<void> {
  const isOld = documents + 1 >= documentsEach;
  if (waiting || isOld || !browser.connected) return close(browser);
  try {
    await within(room.close(), closeLimitMs, 'Clearing the browser');
    const sessionId = browser.sessionId();
    await browser.disconnect();
    waiting = { sessionId, documents: documents + 1 };
  } catch {
    await close(browser);
  }
}

/**
 * `end` rejects when the browser ends, or answers nothing at all any more: what was asked of it may then never be
 * answered. It is looked after until `over` is called.
 */
function lifeOf(browser: Browser): { end: Promise<never>; over: () => void } {
  const { promise: end, reject } = Promise.withResolvers<never>();
  end.catch(() => undefined);
  const gone = () => reject(new BrowserDisconnected('The browser is gone'));
  if (browser.connected) browser.once('disconnected', gone);
  else gone();
  const hangs = (cause: unknown) => reject(new BrowserDisconnected('The browser hangs', { cause }));
  const pulse = setInterval(() => {
    within(browser.version(), pulseLimitMs, 'The pulse of the browser').catch(hangs);
  }, pulseEveryMs);
  return { end, over: () => clearInterval(pulse) };
}

/** A room of its own: no document finds anything of another. A browser that has none to give is as good as gone. */
async function roomIn(browser: Browser, end: Promise<never>): Promise<BrowserContext> {
  const opening = Promise.race([browser.createBrowserContext(), end]);
  try {
    return await within(opening, openLimitMs, 'Preparing the browser');
  } catch (cause) {
    throw new BrowserDisconnected('The browser is gone', { cause });
  }
}

async function workIn<T>(opened: Opened, work: (print: Print) => Promise<T>): Promise<T> {
  const { browser } = opened;
  const { end, over } = lifeOf(browser);
  try {
    const room = await roomIn(browser, end);
    const done = await work(printerIn(room, end));
    await put(opened, room);
    return done;
  } catch (error) {
    const isGone = !browser.connected || (error instanceof Error && error.name === 'TargetCloseError');
    await close(browser);
    if (error instanceof BrowserDisconnected) throw error;
    throw isGone ? new BrowserDisconnected('The browser is gone', { cause: error }) : error;
  } finally {
    over();
  }
}

/**
 * Runs `work` with the browser that waits, or with a new one. One that failed is closed. When a browser that waited has
 * died under the work, the work is done once more with a new one.
 */
export async function withBrowser<T>(
  env: Pick<Env, 'BROWSER'>,
  work: (print: Print) => Promise<T>,
): Promise<T> {
  const opened = await open(env);
  try {
    return await workIn(opened, work);
  } catch (error) {
    if (opened.documents === 0 || !(error instanceof BrowserDisconnected)) throw error;
    log('info', 'browser died', { documents: opened.documents }, error);
    return workIn(await open(env), work);
  }
}

/** Closes the browser that waits, if any. */
export async function closeBrowser({ BROWSER }: Pick<Env, 'BROWSER'>): Promise<void> {
  const held = waiting;
  waiting = null;
  if (held) await close(await puppeteer.connect(BROWSER, held.sessionId));
}

/** Prints a single document: bytes of a PDF. */
export async function renderPdf(env: Pick<Env, 'BROWSER'>, job: PrintJob): Promise<Uint8Array> {
  return withBrowser(env, (printOne) => printOne(job));
}
