import { test } from 'vitest';
import { expect } from './support/expect.ts';
import { answerExports, openExport, pdfStatus, taskId } from './support/pages/export.ts';
import { draft } from './support/fixtures/purchase-orders.ts';
import type { App, AppOptions } from './support/open-app.ts';
import { nameOf, numberOf, openReview } from './support/pages/reviews.ts';

const status = 'GET /api/reports/pdf/download/:id';

/** The export of an order whose PDF is being made, on a page whose time stands still. */
async function openPdf(options: AppOptions = {}) {
  const order = draft();
  const app = await openReview(order, 'creator', { clock: true, ...options });
  const { page, api } = app;
  const fileName = `PO_${numberOf(order)}.pdf`;
  answerExports(api, fileName);
  const finish = api.on(status, () => ({
    success: true as const,
    data: pdfStatus({ status: 'in_progress', downloadUrl: null, fileName: null, eventType: null }),
    error: null,
  }));
  const ask = async () => {
    const dialog = await openExport(page);
    page.clock.hold();
    await dialog.getByRole('button', { name: 'Download PDF' }).click();
    await expect.poll(() => api.calls('POST /api/reports/pdf/generate').length).toBe(1);
    await page.settled();
  };
  const saved = () => expect(page.getByText(`${nameOf(order)} successfully downloaded.`)).toBeVisible();
  const asked = () => api.calls(status).length;
  const subscriptions = () =>
    app.channel.emitted.filter(([event]) => event === 'subscribe_pdf_updates').length;
  return { app, finish, ask, saved, asked, subscriptions };
}

/** It has just been asked; twice more it is, each two seconds after the answer before. */
async function expectEveryTwoSeconds({ page }: App, asked: () => number): Promise<void> {
  const before = asked();
  for (const times of [before, before + 1]) {
    await page.settled();
    await page.clock.runFor(1900);
    expect(asked()).toBe(times);
    await page.clock.runFor(100);
    await expect.poll(asked).toBe(times + 1);
  }
}

test('RT-05, RT-07: after three subscriptions without an answer, a second each, the status is asked every two seconds', async () => {
  const { app, finish, ask, saved, asked, subscriptions } = await openPdf();
  const { page, channel } = app;
  const warnings: string[] = [];
  const { console } = page.window as unknown as { console: Console };
  console.warn = (...words) => void warnings.push(words.join(' '));
  console.error = console.warn;
  await channel.whenOpen();
  await ask();
  await page.clock.runUntil(() => subscriptions() > 0);
  for (const times of [1, 2, 3]) {
    await page.clock.runFor(900);
    expect(subscriptions()).toBe(times);
    await page.clock.runFor(100);
    await expect.poll(subscriptions).toBe(Math.min(times + 1, 3));
  }
  const before = asked();
  await page.clock.runUntil(() => asked() > before);
  await expectEveryTwoSeconds(app, asked);
  expect(warnings).toContain('Failed to subscribe after multiple attempts');
  finish();
  await page.clock.runFor(2000);
  await saved();
  expect(subscriptions()).toBe(3);
});

test('RT-05, RT-06: a channel that is not open within a second is not waited for any longer', async () => {
  const { app, finish, ask, saved, asked } = await openPdf();
  const { page, channel } = app;
  await channel.whenOpen();
  // The transport is there, but the welcome of the server is lost.
  channel.joins = false;
  const before = channel.attempts;
  await page.reload();
  await expect.poll(() => channel.attempts).toBeGreaterThan(before);
  await ask();
  await page.clock.runFor(900);
  expect(asked()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(asked).toBe(1);
  await expectEveryTwoSeconds(app, asked);
  finish();
  await page.clock.runFor(2000);
  await saved();
});

test('RT-03, RT-05: after a break the page asks, subscribes again, and hears what it missed', async () => {
  const { app, finish, ask, saved, asked, subscriptions } = await openPdf();
  const { page, channel } = app;
  await channel.whenOpen();
  await ask();
  await page.clock.runUntil(() => subscriptions() > 0);
  channel.push('subscription_confirmed', { taskId });
  await page.settled();
  expect(asked()).toBe(0);
  channel.drop();
  await page.clock.runUntil(() => asked() > 0);
  await page.clock.runUntil(() => subscriptions() === 2);
  channel.push('subscription_confirmed', { taskId });
  finish();
  channel.push('pdf_status_update', pdfStatus());
  await saved();
  expect(channel.emitted.filter(([event]) => event === 'broadcast_received')).toHaveLength(1);
});
