import { test } from 'vitest';
import { expect } from './support/expect.ts';
import { stubExports, openExport, pdfStatus, taskId } from './support/pages/export.ts';
import { draft } from './support/fixtures/purchase-orders.ts';
import type { App, AppOptions } from './support/open-app.ts';
import { nameOf, numberOf, openReview } from './support/pages/reviews.ts';

const status = 'GET /api/reports/pdf/download/:id';

/** Opens an order whose PDF export stays in progress until `finish`, on a page with a fake clock. */
async function openPdf(options: AppOptions = {}) {
  const order = draft();
  const app = await openReview(order, 'creator', { clock: true, ...options });
  const { page, api } = app;
  const fileName = `PO_${numberOf(order)}.pdf`;
  stubExports(api, fileName);
  const finish = api.on(status, () => ({
    success: true as const,
    data: pdfStatus({ status: 'in_progress', downloadUrl: null, fileName: null, eventType: null }),
    error: null,
  }));
  const startExport = async () => {
    const dialog = await openExport(page);
    page.clock.pause();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect.poll(() => api.calls('POST /api/reports/pdf/generate').length).toBe(1);
    await page.waitForIdle();
  };
  const expectDownloaded = () =>
    expect(page.getByText(`${nameOf(order)} successfully downloaded.`)).toBeVisible();
  const countStatusCalls = () => api.calls(status).length;
  const subscriptions = () =>
    app.channel.emitted.filter(([event]) => event === 'subscribe_pdf_updates').length;
  return {
    app,
    finish,
    startExport,
    expectDownloaded,
    countStatusCalls,
    subscriptions,
  };
}

/** Expects two more status calls, each two seconds after the previous response. */
async function expectEveryTwoSeconds({ page }: App, countStatusCalls: () => number): Promise<void> {
  const callsBefore = countStatusCalls();
  for (const times of [callsBefore, callsBefore + 1]) {
    await page.waitForIdle();
    await page.clock.runFor(1900);
    expect(countStatusCalls()).toBe(times);
    await page.clock.runFor(100);
    await expect.poll(countStatusCalls).toBe(times + 1);
  }
}

test('RT-05, RT-07: the page polls the status every two seconds after three unanswered subscriptions of one second each', async () => {
  const { app, finish, startExport, expectDownloaded, countStatusCalls, subscriptions } = await openPdf();
  const { page, channel } = app;
  const warnings: string[] = [];
  const { console } = page.window as unknown as { console: Console };
  console.warn = (...words) => void warnings.push(words.join(' '));
  console.error = console.warn;
  await channel.whenOpen();
  await startExport();
  await page.clock.runUntil(() => subscriptions() > 0);
  for (const times of [1, 2, 3]) {
    await page.clock.runFor(900);
    expect(subscriptions()).toBe(times);
    await page.clock.runFor(100);
    await expect.poll(subscriptions).toBe(Math.min(times + 1, 3));
  }
  const callsBefore = countStatusCalls();
  await page.clock.runUntil(() => countStatusCalls() > callsBefore);
  await expectEveryTwoSeconds(app, countStatusCalls);
  expect(warnings).toContain('Failed to subscribe after multiple attempts');
  finish();
  await page.clock.runFor(2000);
  await expectDownloaded();
  expect(subscriptions()).toBe(3);
});

test('RT-05, RT-06: the page waits at most one second for the channel before it polls', async () => {
  const { app, finish, startExport, expectDownloaded, countStatusCalls } = await openPdf();
  const { page, channel } = app;
  await channel.whenOpen();
  // The socket opens, but the server does not acknowledge the connection.
  channel.joins = false;
  const attemptsBefore = channel.attempts;
  await page.reload();
  await expect.poll(() => channel.attempts).toBeGreaterThan(attemptsBefore);
  await startExport();
  await page.clock.runFor(900);
  expect(countStatusCalls()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(countStatusCalls).toBe(1);
  await expectEveryTwoSeconds(app, countStatusCalls);
  finish();
  await page.clock.runFor(2000);
  await expectDownloaded();
});

test('RT-03, RT-05: the page polls during a break of the channel, then resubscribes and receives the result', async () => {
  const { app, finish, startExport, expectDownloaded, countStatusCalls, subscriptions } = await openPdf();
  const { page, channel } = app;
  await channel.whenOpen();
  await startExport();
  await page.clock.runUntil(() => subscriptions() > 0);
  channel.push('subscription_confirmed', { taskId });
  await page.waitForIdle();
  expect(countStatusCalls()).toBe(0);
  channel.drop();
  await page.clock.runUntil(() => countStatusCalls() > 0);
  await page.clock.runUntil(() => subscriptions() === 2);
  channel.push('subscription_confirmed', { taskId });
  finish();
  channel.push('pdf_status_update', pdfStatus());
  await expectDownloaded();
  expect(channel.emitted.filter(([event]) => event === 'broadcast_received')).toHaveLength(1);
});
