import puppeteer from '@cloudflare/puppeteer';
import type { Browser, Page } from '@cloudflare/puppeteer';

export interface PrintJob {
  /** A whole HTML document that needs nothing from the network: styles inside, fonts and images as `data:` URLs. */
  html: string;
  paper: 'Letter' | 'A4';
  /** Chromium templates: every style inline; the classes `pageNumber` and `totalPages` are filled in. */
  headerHtml?: string;
  footerHtml?: string;
}

/** Prints one document. Throws when the page takes too long or holds an image that cannot be shown. */
export type Print = (job: PrintJob) => Promise<Uint8Array>;

export class BrokenImage extends Error {
  override name = 'BrokenImage';
}

const pageLimitMs = 30_000;
const closeLimitMs = 5_000;
const noTemplate = '<span></span>';

async function within<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What people typed is in the page: it may run no script and reach no network, whatever it holds. */
async function sealedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    const harmless = url.startsWith('data:') || url.startsWith('about:');
    void (harmless ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined);
  });
  page.setDefaultTimeout(pageLimitMs);
  return page;
}

async function print(browser: Browser, job: PrintJob): Promise<Uint8Array> {
  const page = await sealedPage(browser);
  try {
    await page.setContent(job.html, { waitUntil: 'load' });
    const broken = await page.$$eval(
      'img',
      (images) => images.filter((image) => image.naturalWidth === 0).length,
    );
    if (broken > 0) throw new BrokenImage(`${broken} of the images cannot be shown`);
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
  } finally {
    await page.close().catch(() => undefined);
  }
}

/**
 * Runs `work` with one browser, which is closed afterwards whatever happens: an open one counts against the account's
 * limit for a minute, and in local runs for ever.
 */
export async function withPrinter<T>(
  env: Pick<Env, 'BROWSER'>,
  work: (print: Print) => Promise<T>,
): Promise<T> {
  const browser = await puppeteer.launch(env.BROWSER);
  try {
    return await work((job) => within(print(browser, job), pageLimitMs, 'Printing a document'));
  } finally {
    await within(browser.close(), closeLimitMs, 'Closing the browser').catch((error: unknown) => {
      console.warn('The browser did not close', error);
    });
  }
}

/** Prints a single document: bytes of a PDF. */
export async function renderPdf(env: Pick<Env, 'BROWSER'>, job: PrintJob): Promise<Uint8Array> {
  return withPrinter(env, (printOne) => printOne(job));
}
