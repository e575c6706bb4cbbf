import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { emulateOffline } from '../support/commands.ts';
import {
  approveButton,
  checkboxOf,
  openQueue,
  panelOf,
  selectAll,
  selectionBar,
  startCalls,
  tick,
  waitingPayments,
} from '../support/bulk.ts';
import type { BulkApp } from '../support/bulk.ts';
import { expect } from '../support/expect.ts';
import { denyPayment } from '../support/fixtures/payments.ts';
import { rowOf } from '../support/pages/lists.ts';
import { storeDocument } from '../support/pages/reviews.ts';

const bulkFailed = 'Error occurred during bulk approval operation';
const runFailed = 'Error occurred during operation.';
const runRoute = 'GET /api/workflows/bulk-approval/:runId';

/** Opens the queue with a frozen clock. Returns it with two of its payments. */
async function openWithClock(options: Parameters<typeof openQueue>[1] = {}) {
  const [first, second] = waitingPayments(2);
  if (!first || !second) throw new Error('There are no payments');
  const app = await openQueue([first, second], { clock: true, ...options });
  await app.page.waitForIdle();
  app.page.clock.pause();
  return { app, page: app.page, first, second };
}

/** Selects the whole queue and clicks Approve. */
async function approveAll({ page }: BulkApp): Promise<void> {
  await tick(selectAll(page));
  await approveButton(page).click();
}

describe('bulk approval', () => {
  test('BK-05, BK-08: a run of visible payments starts two seconds after the click and can be canceled before', async () => {
    const { app, page } = await openWithClock();
    await approveAll(app);
    await expect(panelOf(page)).toContainText('Starts in a moment');
    await page.clock.runFor(1990);
    await panelOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(panelOf(page)).toHaveCount(0);
    await page.clock.runFor(5000);
    expect(startCalls(app)).toEqual([]);
    // The selection stays.
    await expect(selectAll(page)).toBeChecked();
    await approveButton(page).click();
    await expect(panelOf(page)).toBeVisible();
    await page.clock.runFor(1990);
    expect(startCalls(app)).toEqual([]);
    await page.clock.runFor(10);
    await expect.poll(() => startCalls(app).length).toBe(1);
  });

  test('BK-05, BK-10: a run of a part of the queue starts after three seconds, and its panel closes one second after the end', async () => {
    const { app, page, first, second } = await openWithClock();
    await tick(checkboxOf(page, first));
    await approveButton(page).click();
    await expect(panelOf(page)).toBeVisible();
    await page.clock.runFor(2990);
    expect(startCalls(app)).toEqual([]);
    await page.clock.runFor(10);
    await expect.poll(() => startCalls(app).length).toBe(1);
    await expect(page.getByText('1 payment approved.')).toBeVisible();
    await page.clock.runFor(900);
    await expect(panelOf(page)).toBeVisible();
    await page.clock.runFor(100);
    await expect(panelOf(page)).toHaveCount(0);
    await expect(checkboxOf(page, second)).toBeVisible();
  });

  test('BK-10, LS-19: a notice above the queue links to the approved payments', async () => {
    const payments = waitingPayments(2);
    const app = await openQueue(payments);
    const { page } = app;
    await approveAll(app);
    await expect(page.getByText('2 payments approved.')).toBeVisible();
    await expect(panelOf(page)).toHaveCount(0);
    const notice = page.getByRole('status').filter({ hasText: 'You approved 2 of 2 payments.' });
    await expect(notice).toBeVisible();
    await notice.getByRole('link', { name: 'Show Approved' }).click();
    await expect(page).toHaveURL('/approvals/payments?status=approved');
    for (const payment of payments) await expect(rowOf(page, payment)).toBeVisible();
    page.goBack();
    await expect(page).toHaveURL('/approvals/payments');
    await expect(notice).toHaveCount(0);
  });

  test('LS-30: an empty queue shows how many payments its filters hide', async () => {
    const [matching, hidden] = waitingPayments(2);
    if (!matching || !hidden) throw new Error('There are no payments');
    const app = await openQueue([matching, hidden]);
    const { page } = app;
    await page.getByRole('searchbox').fill(matching.number);
    await expect(rowOf(page, hidden)).toHaveCount(0);
    await tick(checkboxOf(page, matching));
    await approveButton(page).click();
    await expect(page.getByText('1 payment approved.')).toBeVisible();
    await expect(page.getByText('The filters hide 1 payment waiting for you.')).toBeVisible();
  });

  test('DEC-45, RT-05: the page polls a run every two seconds while the channel is down', async () => {
    const { app, page } = await openWithClock({ hasChannel: false });
    const { api, runs } = app;
    runs.staysInProgress = true;
    const pollCount = () => api.calls(runRoute).length;
    await approveAll(app);
    // The two seconds begin when the preview has answered.
    await expect(panelOf(page)).toContainText('Starts in a moment');
    await page.clock.runFor(2000);
    // The first poll follows the response to the start; then one every two seconds.
    await expect.poll(pollCount).toBe(1);
    await page.waitForIdle();
    for (const times of [1, 2, 3]) {
      await page.clock.runFor(1900);
      expect(pollCount()).toBe(times);
      await page.clock.runFor(100);
      await expect.poll(pollCount).toBe(times + 1);
    }
    runs.finish();
    await page.clock.runFor(2000);
    await expect(page.getByText('2 payments approved.')).toBeVisible();
  });

  test('DEC-45, BK-06: the panel is shown on any screen, and its toggle keeps the focus', async () => {
    const app = await openQueue(waitingPayments(2));
    const { page, runs } = app;
    runs.staysInProgress = true;
    await approveAll(app);
    await expect.poll(() => startCalls(app).length).toBe(1);
    await page.goto('/po');
    const panel = panelOf(page);
    await expect(panel).toContainText('Approving 2 payments0%');
    const wide = (await panel.boundingBox()).width;
    await panel.getByRole('button', { name: 'Show less' }).press('Enter');
    await expect(panel.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await expect(panel).toContainText('0%');
    expect((await panel.boundingBox()).width).toBeLessThan(wide * 0.8);
    const more = panel.getByRole('button', { name: 'Show more' });
    await expect(more).toBeFocused();
    await more.press('Enter');
    await expect(panel.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect((await panel.boundingBox()).width).toBe(wide);
  });
});

describe('payments of a bulk approval', () => {
  test('BK-09, BK-15, DEC-45: a failed payment is listed with its reason, linked, and can be retried', async () => {
    const payments = waitingPayments(3);
    const [, second] = payments;
    if (!second) throw new Error('There are no payments');
    const app = await openQueue(payments);
    const { page, api, runs, world } = app;
    // The payment is denied in another window after it was selected.
    runs.failures.set(second.id, { code: 'FORBIDDEN', message: '' });
    for (const payment of payments) await tick(checkboxOf(page, payment));
    storeDocument(world, denyPayment(second));
    await approveButton(page).click();
    await expect(page.getByText(bulkFailed, { exact: true })).toBeVisible();
    const panel = panelOf(page);
    await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
    await expect(panel).toContainText('2 of 3 payments approved');
    const failed = panel.getByRole('list', { name: 'Failed' }).getByRole('listitem');
    await expect(failed).toHaveCount(1);
    await expect(failed).toContainText('It is no longer waiting for your approval.');
    await expectAccessible(page);

    // It fails again and is listed again.
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => api.calls('POST /api/workflows/bulk-approval/:runId/retry').length).toBe(1);
    await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
    await expect(failed).toHaveCount(1);

    // The panel stays until the user closes it.
    await page.reload();
    await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
    await panel.getByRole('link', { name: `Payment #${second.number}` }).click();
    await expect(page).toHaveURL(`/payment/review/${second.id}`);
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Approvals' }).first()).toBeVisible();
    await expect(panel).toHaveCount(0);
  });

  test('BK-09, DEC-45: a run whose retry succeeds ends as a successful run', async () => {
    const payments = waitingPayments(2);
    const app = await openQueue(payments);
    const { page, runs } = app;
    runs.failures.set(payments[0]?.id ?? '', { code: 'INTERNAL_ERROR', message: '' });
    await approveAll(app);
    await expect(panelOf(page).getByText(runFailed, { exact: true })).toBeVisible();
    runs.failures.clear();
    await panelOf(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('2 payments approved.')).toBeVisible();
    await expect(panelOf(page)).toHaveCount(0);
  });

  test('DEC-03, DEC-45: an approved payment that accounting rejects is a success with a warning', async () => {
    const payments = waitingPayments(2);
    const app = await openQueue(payments);
    const { page, runs } = app;
    const message = 'The period is closed.';
    runs.warnings.set(payments[0]?.id ?? '', { code: 'accounting_interface_error', message });
    await approveAll(app);
    const text = 'was approved, but the accounting system returned an error.';
    await expect(page.getByText(`1 payment ${text}`, { exact: true })).toBeVisible();
    const panel = panelOf(page);
    await expect(panel).toContainText('2 of 2 payments approved');
    const warned = panel.getByRole('list', { name: 'Approved with a warning' }).getByRole('listitem');
    await expect(warned).toHaveCount(1);
    await expect(warned).toContainText(`Payment #${payments[0]?.number} ${text} ${message}`);
    await expect(panel.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
  });
});

test('BK-09, BK-15, DEC-99: a failed start is retried with the same idempotency key', async () => {
  const app = await openQueue(waitingPayments(2));
  const { page, api } = app;
  const mend = api.disconnect('POST /api/workflows/bulk-approval');
  await approveAll(app);
  await expect(page.getByText(bulkFailed, { exact: true })).toBeVisible();
  await expect(panelOf(page).getByText(runFailed, { exact: true })).toBeVisible();
  mend();
  await panelOf(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  const keys = startCalls(app).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

describe('on a phone', () => {
  const phone = { width: 375, height: 812 };

  test('PA-09, BK-12, BK-13: cards have checkboxes, Approve is near the bottom, and the panel covers no bar', async () => {
    const payments = waitingPayments(3);
    const [first, second] = payments;
    if (!first || !second) throw new Error('There are no payments');
    const app = await openQueue(payments, phone);
    const { page, api } = app;
    const bottomBar = page.getByRole('navigation', { name: 'Sections' });
    // The touch target is large enough not to open the payment by mistake.
    const box = await checkboxOf(page, first).locator('xpath=ancestor::label').boundingBox();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await tick(checkboxOf(page, first));
    await expect(checkboxOf(page, first)).toBeChecked();
    await expect(page).toHaveURL('/approvals/payments');
    await tick(selectAll(page));
    await tick(checkboxOf(page, second));
    await expect(selectAll(page)).not.toBeChecked();
    await expect(selectionBar(page)).toContainText('2 of 3 selected');
    const [at, sections] = [await approveButton(page).boundingBox(), await bottomBar.boundingBox()];
    expect(at.height).toBeGreaterThanOrEqual(44);
    expect(at.y + at.height).toBeLessThanOrEqual(sections.y);
    expect(at.y).toBeGreaterThan(812 * 0.6);

    const begin = api.hold('POST /api/workflows/bulk-approval');
    await approveButton(page).click();
    await expect(panelOf(page)).toContainText('Approving 2 payments');
    const panel = await panelOf(page).boundingBox();
    const bar = await selectionBar(page).boundingBox();
    expect(bar.y + bar.height).toBeLessThanOrEqual(panel.y + 1);
    expect(panel.y + panel.height).toBeLessThanOrEqual(sections.y + 1);
    await expectAccessible(page);
    begin();
    await expect(page.getByText('2 payments approved.')).toBeVisible();
    // The approved cards leave the list, and the others move up.
    await expect(checkboxOf(page, first)).toHaveCount(0);
    await page.getByRole('link').filter({ hasText: second.number }).click();
    await expect(page).toHaveURL(`/payment/review/${second.id}`);
  });

  test('BK-15, UX-09: an error message is shown below the offline notice', async () => {
    const app = await openQueue(waitingPayments(1), phone);
    const { page, api } = app;
    api.disconnect('POST /api/workflows/bulk-approval');
    await approveAll(app);
    await expect(panelOf(page)).toContainText('Nothing was approved');
    // A focused message stays.
    await page.getByRole('button', { name: 'Close message' }).focus();
    emulateOffline(page.window);
    page.window.dispatchEvent(new page.window.Event('offline'));
    const offline = page.getByText(/^You are offline\./);
    await expect(offline).toBeVisible();
    const line = await offline.boundingBox();
    expect((await page.getByText(bulkFailed).boundingBox()).y).toBeGreaterThanOrEqual(line.y + line.height);
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    await expect(panelOf(page)).toHaveCount(0);
  });
});
