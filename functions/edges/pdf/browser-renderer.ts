import puppeteer, { ProtocolError } from '@cloudflare/puppeteer';
import type { Browser, BrowserContext, Page } from '@cloudflare/puppeteer';
import { log } from '#edges/log';
import { withTimeout } from '#edges/with-timeout';

export interface PrintJob {
  /** A complete HTML document that needs no network: inline styles, fonts and images as `data:` URLs. */
  html: string;
  paperSize: 'Letter' | 'A4';
  isLandscape?: boolean;
  /** Chromium templates: all styles inline; Chromium fills the classes `pageNumber` and `totalPages`. */
  headerHtml?: string;
  footerHtml?: string;
}

/** Prints one document at a time. Throws when the page takes too long or contains an image that cannot be shown. */
export type Print = (job: PrintJob) => Promise<Uint8Array>;

export class BrokenImage extends Error {
  override name = 'BrokenImage';
}

/** The browser exited or hangs; the print job itself may be fine. */
export class BrowserDisconnected extends Error {
  override name = 'BrowserDisconnected';
}

const pageLimitMs = 30_000;
const openLimitMs = 10_000;
const closeLimitMs = 3_000;
const healthCheckIntervalMs = 2_000;
const healthCheckLimitMs = 5_000;
const noTemplate = '<span></span>';

/** The page contains typed text, so it may not run scripts or access the network. */
async function openSandboxedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  // Request interception does not cover prefetches.
  await page.setOfflineMode(true);
  page.on('request', (request) => {
    const url = request.url();
    const isLocal = url.startsWith('data:') || url.startsWith('about:');
    if (!isLocal) log('warn', 'page network request blocked', { kind: request.resourceType() });
    void (isLocal ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined);
  });
  page.setDefaultTimeout(pageLimitMs);
  return page;
}

async function assertImagesShown(page: Page): Promise<void> {
  const broken = await page.$$eval(
    'img',
    (images) => images.filter((image) => image.naturalWidth === 0).length,
  );
  if (broken > 0) throw new BrokenImage(`${broken} of the images cannot be shown`);
}

async function print(page: Page, job: PrintJob): Promise<Uint8Array> {
  await page.setContent(job.html, { waitUntil: 'load' });
  if (job.html.includes('<img')) await assertImagesShown(page);
  const bytes = await page.pdf({
    format: job.paperSize,
    landscape: job.isLandscape === true,
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

/**
 * Prints jobs one after another on the same page, and on a new page after a failure. `end` rejects when the browser
 * exits.
 */
function createPrinter(context: BrowserContext, end: Promise<never>): Print {
  let page: Promise<Page> | null = null;
  return async (job) => {
    // A browser that is exiting may fail here before it counts as disconnected.
    page ??= openSandboxedPage(context).catch((cause: unknown) => {
      throw new BrowserDisconnected('The browser has no page to give', { cause });
    });
    const currentPage = page;
    try {
      const printed = currentPage.then((one) => print(one, job));
      return await withTimeout(Promise.race([printed, end]), pageLimitMs, 'Printing a document');
    } catch (error) {
      page = null;
      void currentPage.then((one) => one.close()).catch(() => undefined);
      throw error;
    }
  };
}

interface OpenedBrowser {
  browser: Browser;
  /** Number of documents it has printed. */
  documents: number;
}

/**
 * The idle browser for the next document. A connection belongs to the request that made it, so only the session id is
 * passed on; no other client connects to it. An idle browser exits after a minute.
 */
let idleBrowser: { sessionId: string; documents: number } | null = null;

/** Browsers use more memory over time, so a new one is launched after this many documents. */
const maxDocumentsPerBrowser = 200;

export type BrowserEnv = Pick<Env, 'BROWSER'> & { BROWSER_SESSIONS?: string };

/**
 * Whether isolates share browsers through the list of free sessions (DEC-162). Off in local runs, whose list never
 * shows a session as free again.
 */
const areShared = ({ BROWSER_SESSIONS }: BrowserEnv) => BROWSER_SESSIONS === 'shared';

/** Other consumers choose from the same list: after so many lost races a launch is faster. */
const maxSharedTries = 2;
/** Browsers use more memory over time: older ones are left to exit by themselves. */
const maxSharedAgeMs = 30 * 60_000;

async function openBrowser(env: BrowserEnv): Promise<OpenedBrowser> {
  const idle = idleBrowser;
  idleBrowser = null;
  const own = idle && (await connect(env, idle));
  return own ?? (areShared(env) ? await connectShared(env) : null) ?? launch(env);
}

async function launch({ BROWSER }: BrowserEnv): Promise<OpenedBrowser> {
  const launched = puppeteer.launch(BROWSER);
  return { browser: await withTimeout(launched, openLimitMs, 'Opening a browser'), documents: 0 };
}

/** Null for a session that has ended or is in use. */
async function connect(
  { BROWSER }: BrowserEnv,
  idle: { sessionId: string; documents: number },
): Promise<OpenedBrowser | null> {
  try {
    const connected = puppeteer.connect(BROWSER, idle.sessionId);
    return { ...idle, browser: await withTimeout(connected, openLimitMs, 'Reaching the browser') };
  } catch (error) {
    log('info', 'browser disconnected', { documents: idle.documents }, error);
    return null;
  }
}

/** A free browser of another isolate; null without one. */
async function connectShared(env: BrowserEnv): Promise<OpenedBrowser | null> {
  const listed = withTimeout(puppeteer.sessions(env.BROWSER), openLimitMs, 'Listing the browsers');
  const sessions = await listed.catch(() => []);
  const youngest = Date.now() - maxSharedAgeMs;
  const free = sessions.filter(({ connectionId, startTime }) => !connectionId && startTime > youngest);
  // From a random place, so that two consumers rarely choose the same one.
  const first = Math.floor(Math.random() * free.length);
  for (const { sessionId } of [...free.slice(first), ...free.slice(0, first)].slice(0, maxSharedTries)) {
    const opened = await connect(env, { sessionId, documents: 1 });
    if (opened) return opened;
  }
  return null;
}

async function closeOrDisconnect(browser: Browser): Promise<void> {
  if (!browser.connected) return;
  await withTimeout(browser.close(), closeLimitMs, 'Closing the browser').catch(async (error: unknown) => {
    log('warn', 'browser not closed', {}, error);
    // An open connection would keep the queue message from completing, and block those after it.
    await browser.disconnect();
  });
}

/** Keeps one browser for the next document; further, old and failed ones are closed. */
async function releaseBrowser(
  env: BrowserEnv,
  { browser, documents }: OpenedBrowser,
  context: BrowserContext,
): Promise<void> {
  const isOld = documents + 1 >= maxDocumentsPerBrowser;
  const isNeeded = !idleBrowser || areShared(env);
  if (!isNeeded || isOld || !browser.connected) return closeOrDisconnect(browser);
  try {
    await withTimeout(context.close(), closeLimitMs, 'Clearing the browser');
    const sessionId = browser.sessionId();
    await browser.disconnect();
    idleBrowser = { sessionId, documents: documents + 1 };
  } catch {
    await closeOrDisconnect(browser);
  }
}

/**
 * `end` rejects when the browser exits or stops responding, as its pending calls may then never settle. The health
 * check runs until `stop` is called.
 */
function watchBrowser(browser: Browser): { end: Promise<never>; stop: () => void } {
  const { promise: end, reject } = Promise.withResolvers<never>();
  end.catch(() => undefined);
  const onDisconnected = () => reject(new BrowserDisconnected('The browser is gone'));
  if (browser.connected) browser.once('disconnected', onDisconnected);
  else onDisconnected();
  const onHang = (cause: unknown) => reject(new BrowserDisconnected('The browser hangs', { cause }));
  const healthCheck = setInterval(() => {
    withTimeout(browser.version(), healthCheckLimitMs, 'The pulse of the browser').catch(onHang);
  }, healthCheckIntervalMs);
  return { end, stop: () => clearInterval(healthCheck) };
}

/** A separate context isolates documents from each other. A browser that cannot create one counts as disconnected. */
async function openContext(browser: Browser, end: Promise<never>): Promise<BrowserContext> {
  const opening = Promise.race([browser.createBrowserContext(), end]);
  try {
    return await withTimeout(opening, openLimitMs, 'Preparing the browser');
  } catch (cause) {
    throw new BrowserDisconnected('The browser is gone', { cause });
  }
}

async function runWork<T>(
  env: BrowserEnv,
  opened: OpenedBrowser,
  work: (print: Print) => Promise<T>,
): Promise<T> {
  const { browser } = opened;
  const { end, stop } = watchBrowser(browser);
  try {
    const context = await openContext(browser, end);
    const result = await work(createPrinter(context, end));
    await releaseBrowser(env, opened, context);
    return result;
  } catch (error) {
    // A browser that is exiting fails calls before its connection closes.
    const isGone = !browser.connected || error instanceof ProtocolError;
    await closeOrDisconnect(browser);
    if (error instanceof BrowserDisconnected) throw error;
    throw isGone ? new BrowserDisconnected('The browser is gone', { cause: error }) : error;
  } finally {
    stop();
  }
}

/**
 * Runs `work` with the idle browser or a new one, and closes it after a failure. If an idle browser disconnects during
 * the work, the work is repeated once with a new one.
 */
export async function withBrowser<T>(env: BrowserEnv, work: (print: Print) => Promise<T>): Promise<T> {
  const opened = await openBrowser(env);
  try {
    return await runWork(env, opened, work);
  } catch (error) {
    if (opened.documents === 0 || !(error instanceof BrowserDisconnected)) throw error;
    log('info', 'browser crashed', { documents: opened.documents }, error);
    return runWork(env, await launch(env), work);
  }
}

export async function closeBrowser({ BROWSER }: Pick<Env, 'BROWSER'>): Promise<void> {
  const idle = idleBrowser;
  idleBrowser = null;
  if (idle) await closeOrDisconnect(await puppeteer.connect(BROWSER, idle.sessionId));
}

/** Prints a single document and returns the bytes of the PDF. */
export async function renderPdf(env: BrowserEnv, job: PrintJob): Promise<Uint8Array> {
  return withBrowser(env, (printOne) => printOne(job));
}
