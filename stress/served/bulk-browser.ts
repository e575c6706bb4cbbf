/**
 * Approves 1,000 payments from a real browser on a fresh product: how long it takes, whether the page stays usable, and
 * that every payment is approved once (DEC-45). Takes minutes: `node stress/served/bulk-browser.ts`. Exits 1 on a
 * violation.
 */
import { chromium, request as requests } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chromePath } from '../../scripts/chrome.mjs';
import { approveButton, openQueue, panelOf, selectAll, tick } from '../../tests/e2e/support/pages/bulk.ts';
import { releasesOf, createSubmittedPayments } from '../../tests/e2e/support/data/payments.ts';
import type { PaymentShow } from '../../tests/e2e/support/data/payments.ts';
import { person } from '../../tests/e2e/support/environment/person.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct } from './product.ts';
import { logLine } from './experiment.ts';
import type { PaymentSummary } from '#domain/payments/payment-response';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

const total = Number(process.argv[2] ?? 1000);
const show = 'nlite';
const timeoutMs = 20 * 60_000;
/** Delay that a user notices while typing. */
const slowestAnswerMs = 500;

const wrong: string[] = [];

/** Records long tasks of the page and every text of the panel. */
function watch(): void {
  const seen = { tasks: [] as number[], texts: [] as string[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: false });
  new MutationObserver(() => {
    const panel = document.querySelector<HTMLElement>('[aria-label="Bulk approval"]');
    const text = panel?.innerText.replace(/\s+/g, ' ') ?? '';
    if (text !== seen.texts.at(-1)) seen.texts.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Measures a few times per second how long the page takes to draw the next frame. Returns milliseconds. */
async function frameTimes(page: Page, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const frame = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const asked = performance.now();
          setTimeout(() => requestAnimationFrame(() => resolve(performance.now() - asked)), 0);
        }),
    );
    times.push(frame);
    await page.waitForTimeout(250);
  }
  return times;
}

function countCalls(page: Page): Map<string, number> {
  const calls = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const name = `${request.method()} ${pathname.replace(/[^/]*_[^/]*/, ':id')}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return calls;
}

function judge(run: BulkRun, payments: readonly PaymentSummary[], releases: readonly number[]): void {
  const wrongItems = payments.filter(({ id }) => run.success.filter((one) => one === id).length !== 1);
  if (wrongItems.length > 0) wrong.push(`${wrongItems.length} items that did not end once as approved`);
  if (run.failed.length > 0) wrong.push(`${run.failed.length} items failed: ${run.failed[0]?.code}`);
  const odd = releases.filter((count) => count !== 1).length;
  if (odd > 0) wrong.push(`${odd} payments not released exactly once`);
}

function judgeTexts(texts: readonly string[]): void {
  let before = 0;
  for (const text of texts) {
    const [, percent, done] = /(\d+)% .*?(\d+) of \d+ ·/.exec(text) ?? [];
    if (done === undefined) continue;
    if (Number(percent) !== Math.floor((Number(done) / total) * 100)) wrong.push(`It says: ${text}`);
    if (Number(done) < before) wrong.push(`It goes back to: ${text}`);
    before = Number(done);
  }
}

async function approveAll(page: Page, priya: Person, prefix: string): Promise<BulkRun> {
  await openQueue(page, prefix);
  const calls = countCalls(page);
  await tick(selectAll(page));
  await page.evaluate(watch);
  const pressed = Date.now();
  await approveButton(page).click();
  let isOver = false;
  const frames = frameTimes(page, () => isOver);
  await panelOf(page).waitFor();
  await page.getByText(/payments? approved\.|Error occurred/).waitFor({ timeout: timeoutMs });
  isOver = true;
  const seconds = (Date.now() - pressed) / 1000;
  const { tasks, texts } = await page.evaluate(
    () => (window as unknown as { seen: { tasks: number[]; texts: string[] } }).seen,
  );
  const slowest = Math.max(...(await frames));
  const sorted = (await frames).toSorted((a, b) => a - b);
  logLine(`${total} payments approved in ${seconds.toFixed(1)} s, ${(total / seconds).toFixed(1)} a second`);
  logLine(`longest task ${Math.max(0, ...tasks).toFixed(0)} ms; ${tasks.length} longer than 50 ms`);
  logLine(
    `next frame: half within ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  );
  for (const [name, count] of calls) logLine(`  ${String(count).padStart(5)} ${name}`);
  if (slowest > slowestAnswerMs) wrong.push(`The page once took ${slowest.toFixed(0)} ms to draw a frame`);
  judgeTexts(texts);
  const runId = await newestRun(page, priya);
  return priya.get<BulkRun>(`/api/workflows/bulk-approval/${runId}?showId=${show}`);
}

/** Returns the run id from the page's own requests; after its end was shown, the server no longer lists it. */
async function newestRun(page: Page, priya: Person): Promise<string> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const found = entries.map((path) => /bulk-approval\/([^/]+)/.exec(path)?.[1]).find(Boolean);
  if (found) return found;
  const { runId } = await priya.get<{ runId: string }>(`/api/workflows/bulk-approval?showId=${show}`);
  return runId;
}

async function runCheck(address: string): Promise<void> {
  const request = await requests.newContext({ baseURL: address });
  const sam = await person(request, address, 'sam@backlot.example', show);
  const books = { baseURL: address, license: 'HSP-SA-1041', system: 'SA' } as const;
  const paymentShow: PaymentShow = { show, books, api: sam };
  const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: total });
  logLine(`${payments.length} payments wait`);
  const priya = await person(request, address, 'priya@backlot.example', show);
  const executablePath = await chromePath();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  try {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1440, height: 900 },
    });
    const [name = '', value = ''] = priya.cookie.split('=');
    await context.addCookies([{ name, value, url: address }]);
    const run = await approveAll(await context.newPage(), priya, prefix);
    judge(run, payments, await releasesOf(paymentShow, payments));
  } finally {
    await browser.close();
    await request.dispose();
  }
}

const product = await freshProduct();
try {
  await product.start();
  await runCheck(product.address());
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
logLine(wrong.length === 0 ? `all ${total} payments ended once` : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
