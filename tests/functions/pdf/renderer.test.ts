import { env } from 'cloudflare:workers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fontFaces } from '#edges/pdf/document/fonts';
import {
  BrokenImage,
  BrowserDisconnected,
  closeBrowser,
  renderPdf,
  withBrowser,
} from '#edges/pdf/browser-renderer';
import {
  exitingBrowser,
  hangingBrowser,
  killBrowser,
  watchedBrowser,
} from '../../support/pdf/watched-browser.ts';

afterAll(() => closeBrowser(env));

const breaks = '<p style="break-after:page">one</p>';

async function pageSizes(bytes: Uint8Array): Promise<{ width: number; height: number }[]> {
  return (await PDFDocument.load(bytes)).getPages().map((page) => page.getSize());
}

test('PD-27: HTML becomes pages of the requested paper size', async () => {
  const letter = await pageSizes(
    await renderPdf(env, { html: `${breaks}${breaks}two`, paperSize: 'Letter' }),
  );
  expect(letter).toEqual(Array.from({ length: 3 }, () => ({ width: 612, height: 792 })));
  const [a4] = await pageSizes(await renderPdf(env, { html: 'one', paperSize: 'A4' }));
  expect(a4?.width).toBeCloseTo(595, -1);
  expect(a4?.height).toBeCloseTo(842, -1);
});

test('PD-27: a script in the page does not run', async () => {
  const html = `one<script>document.body.innerHTML = '${breaks}'.repeat(4)</script>`;
  expect(await pageSizes(await renderPdf(env, { html, paperSize: 'Letter' }))).toHaveLength(1);
});

test('PD-27: a page has no network access, and its requests are intercepted', async () => {
  const asked = vi.spyOn(console, 'warn');
  const address = 'http://127.0.0.1:9';
  const html = `<style>@import url("${address}/a"); p { background: url(${address}/b) }</style><p>one</p>
    <iframe src="${address}/c"></iframe><object data="${address}/d"></object><svg><image href="${address}/e"/></svg>`;
  expect(await pageSizes(await renderPdf(env, { html, paperSize: 'Letter' }))).toHaveLength(1);
  const events = asked.mock.calls.filter(([line]) => String(line).includes('page network request blocked'));
  asked.mockRestore();
  expect(events.length).toBeGreaterThanOrEqual(4);
});

test('PD-27: a missing picture is an error, not an empty frame', async () => {
  const html = '<img src="http://127.0.0.1:9/picture.png">';
  await expect(renderPdf(env, { html, paperSize: 'Letter' })).rejects.toThrow(BrokenImage);
});

test('PD-27: one browser prints several documents, also after a failed one', async () => {
  const counts = await withBrowser(env, async (print) => {
    const first = await pageSizes(await print({ html: 'one', paperSize: 'Letter' }));
    await expect(
      print({ html: '<img src="data:image/png;base64,AAAA">', paperSize: 'Letter' }),
    ).rejects.toThrow();
    const last = await pageSizes(await print({ html: `${breaks}two`, paperSize: 'Letter' }));
    return [first.length, last.length];
  });
  expect(counts).toEqual([1, 2]);
});

test('PD-25: a document embeds only the scripts that its text needs, in three weights', () => {
  const faces = (text: string) => fontFaces(text).match(/@font-face/g)?.length ?? 0;
  expect(faces('Castle Rock')).toBe(3);
  expect(faces('Łódź')).toBe(6);
  expect(faces('Łódź Привет ΑΒΓ')).toBe(12);
});

describe('reuse of the browser', () => {
  const job = { html: 'one', paperSize: 'Letter' } as const;
  beforeEach(() => closeBrowser(env));

  test('PD-27: one browser prints several documents in sequence', async () => {
    const { watched, opened } = watchedBrowser();
    for (const pages of [1, 2, 3]) {
      const html = breaks.repeat(pages - 1) + 'last';
      expect(await pageSizes(await renderPdf(watched, { html, paperSize: 'Letter' }))).toHaveLength(pages);
    }
    expect(opened).toHaveLength(1);
  });

  test('PD-27: concurrent documents get a browser each, one of which is reused', async () => {
    const { watched, opened } = watchedBrowser();
    await Promise.all([renderPdf(watched, job), renderPdf(watched, job)]);
    expect(opened).toHaveLength(2);
    await renderPdf(watched, job);
    expect(opened).toHaveLength(2);
  });

  test('PD-27: an idle browser that died is replaced', async () => {
    const { watched, opened } = watchedBrowser();
    await renderPdf(watched, job);
    await killBrowser(opened[0]);
    expect(await pageSizes(await renderPdf(watched, job))).toHaveLength(1);
    expect(opened).toHaveLength(2);
  });

  test('PD-27: a reused browser that dies at work causes one retry', async () => {
    const { watched, opened } = watchedBrowser();
    await renderPdf(watched, job);
    let begun = 0;
    const bytes = await withBrowser(watched, async (print) => {
      begun += 1;
      if (begun === 1) await killBrowser(opened[0]);
      return print(job);
    });
    expect(await pageSizes(bytes)).toHaveLength(1);
    expect([begun, opened.length]).toEqual([2, 2]);
  });

  test('PD-27: a reused browser that fails a call before its connection closes causes one retry', async () => {
    const { state, browser } = exitingBrowser();
    await renderPdf(browser, job);
    state.fails = true;
    expect(await pageSizes(await renderPdf(browser, job))).toHaveLength(1);
    expect(state.failures).toBe(1);
  });

  test('PD-27: a new browser that dies at work is an error and does not affect the next document', async () => {
    const { watched, opened } = watchedBrowser();
    const work = withBrowser(watched, async (print) => {
      await killBrowser(opened[0]);
      return print(job);
    });
    await expect(work).rejects.toThrow();
    expect(await pageSizes(await renderPdf(watched, job))).toHaveLength(1);
  });

  test('PD-27: a browser that hangs is abandoned after seconds, and its connection closed', async () => {
    const { state, browser } = hangingBrowser();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const end: { failure: unknown } = { failure: null };
    const over = withBrowser(browser, (print) => {
      state.hangs = true;
      return print(job);
    }).catch((error: unknown) => (end.failure = error));
    let seconds = 0;
    while (end.failure === null && seconds < 30) {
      if (state.hangs) await vi.advanceTimersByTimeAsync(500);
      if (state.hangs) seconds += 0.5;
      // Wait for asynchronous work without a timer.
      await scheduler.wait(5);
    }
    vi.useRealTimers();
    await over;
    expect(end.failure).toBeInstanceOf(BrowserDisconnected);
    expect(seconds).toBeLessThan(15);
    await vi.waitFor(() => expect(state.isLetGo).toBe(true));
  });
});
