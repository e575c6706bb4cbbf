import type { BulkRun } from '../../domain/bulk.ts';
import { approveButton, boxOf, bulkCalls, openQueue, panelOf, selectAll, tick } from './support/bulk.ts';
import { decideOn } from './support/decisions.ts';
import { withoutNews } from './support/lists.ts';
import {
  cashier,
  refuseReleases,
  releasesOf,
  statusesOf,
  waitingPayment,
  waitingPayments,
  whileSlow,
} from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { axe } from './support/sound.ts';

// The approver is this file's own: a run shows itself to its user wherever he is.
const approver = 'annelise.vogel';
const show = 'velvetmap';
const bulkFailed = 'Error occurred during bulk approval operation';
const runFailed = 'Error occurred during operation.';

test('BK-09, BK-15, DEC-45: what failed is named with its reason, leads to it, and can be tried again', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 3 });
  const [first, second, third] = payments;
  if (!first || !second || !third) throw new Error('There are no payments');
  const { page, api } = await as(approver, { show });
  const calls = bulkCalls(page);
  await openQueue(page, prefix);
  for (const payment of payments) await tick(boxOf(page, payment));
  // Denied in another window, after it was ticked here and before its turn.
  await page.route('**/api/workflows/bulk-approval', async (route) => {
    if (route.request().method() === 'POST') {
      const docType = 'PAYMENT';
      const { id: docId, workflowStepId } = second;
      await api.post('/api/workflows/deny', {
        docId,
        docType,
        workflowStepId,
        showId: show,
        reason: 'Twice',
      });
    }
    await route.continue();
  });
  await approveButton(page).click();
  await expect(page.getByText(bulkFailed, { exact: true })).toBeVisible();
  const panel = panelOf(page);
  await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
  await expect(panel).toContainText('2 of 3 payments approved');
  const failed = panel.getByRole('list', { name: 'Failed' }).getByRole('listitem');
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(/is no longer waiting for your approval|has changed in the meantime/);
  expect(await statusesOf(place, payments)).toEqual(['APPROVED', 'DENIED', 'APPROVED']);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await (await axe(page)).analyze()).violations).toEqual([]);
  }

  // Only what failed is tried again; it fails again, and is told again.
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/retry')).length).toBe(1);
  await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
  await expect(failed).toHaveCount(1);
  expect(await releasesOf(place, payments)).toEqual([1, 0, 1]);

  // It waits until it was seen, in whichever window.
  await page.reload();
  await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: `Payment #${second.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${second.id}$`));
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Approvals' }).first()).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('BK-09, DEC-45: a retry that succeeds ends like a run that went well', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 2 });
  const [first] = payments;
  if (!first) throw new Error('There are no payments');
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  // The first answers say that one of them failed for a moment.
  let isBroken = true;
  await page.route('**/api/workflows/bulk-approval**', async (route) => {
    const isRetry = route.request().url().includes('/retry');
    if (isRetry) isBroken = false;
    const answer = await route.fetch();
    const run = (await answer.json()) as BulkRun;
    if (!isBroken || run.status !== 'success') return route.fulfill({ response: answer, json: run });
    const failed = [{ id: first.id, code: 'INTERNAL_ERROR', message: '' }];
    const success = run.success.filter((id) => id !== first.id);
    const half = { ...run, status: 'error', failed, success, numSuccess: 1, numFailure: 1 };
    return route.fulfill({ response: answer, json: half });
  });
  await tick(selectAll(page));
  await approveButton(page).click();
  const panel = panelOf(page);
  await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  expect(await releasesOf(place, payments)).toEqual([1, 1]);
});

test('DEC-03, DEC-45: what accounting refused after it was approved is a success with a warning', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 2 });
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  await refuseReleases(place, 1, 'The period is closed.');
  await tick(selectAll(page));
  await approveButton(page).click();
  await expect(
    page.getByText('1 payment was approved, but the accounting system returned an error.', { exact: true }),
  ).toBeVisible();
  const panel = panelOf(page);
  await expect(panel).toContainText('2 of 2 payments approved');
  const warned = panel.getByRole('list', { name: 'Approved with a warning' }).getByRole('listitem');
  await expect(warned).toHaveCount(1);
  await expect(warned).toContainText(
    /Payment #\w+ was approved, but the accounting system returned an error/,
  );
  await expect(warned).toContainText('The period is closed.');
  await expect(panel.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  expect(await statusesOf(place, payments)).toEqual(['APPROVED', 'APPROVED']);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});

test('DEC-03, DEC-32: a payment whose release was refused is released from the health page of its show', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const payment = await waitingPayment(place);
  await refuseReleases(place, 1, 'The account of Ms Thornhill is closed.');
  await expect(decideOn(await as(approver, { show }), 'PAYMENT', payment)).rejects.toThrow(/424/);
  const { page } = await as('philippa.stone', { show });
  await page.goto(`/setup/health/${show}`);
  const failures = page.getByRole('list', { name: 'Failures' });
  const line = failures.getByRole('listitem').filter({ hasText: payment.number });
  await expect(line).toContainText('Release of a payment');
  await expect(line).toContainText('It was refused.');
  // What others write may name people: it stands with the document.
  await expect(page.getByRole('main')).not.toContainText('Thornhill');
  await line.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('1 failure will be tried again now.')).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect.poll(() => releasesOf(place, [payment])).toEqual([1]);
});

test('BK-09, BK-15, DEC-99: a start that never got through is tried again, and begins one run', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 2 });
  const { page } = await as(approver, { show });
  const sent: (string | undefined)[] = [];
  let isDown = true;
  await page.route('**/api/workflows/bulk-approval', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().headers()['idempotency-key']);
    return isDown ? route.abort() : route.continue();
  });
  await openQueue(page, prefix);
  await tick(selectAll(page));
  await approveButton(page).click();
  const panel = panelOf(page);
  await expect(page.getByText(bulkFailed, { exact: true })).toBeVisible();
  await expect(panel.getByText(runFailed, { exact: true })).toBeVisible();
  isDown = false;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  expect(new Set(sent).size).toBe(1);
  expect(await releasesOf(place, payments)).toEqual([1, 1]);
});

test('DEC-45, DEC-30: two approvers who begin the same selection approve each payment once', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  // Its second account goes to any one of the executives.
  const { prefix, payments } = await waitingPayments(place, { count: 12, account: 1 });
  const two = await Promise.all(['grace.lindqvist', 'robert.achebe'].map((name) => as(name)));
  // Neither sees what the other does before both have all of it selected.
  await Promise.all(
    two.map(async ({ page }) => {
      await withoutNews(page);
      await openQueue(page, prefix);
      for (const payment of payments) await tick(boxOf(page, payment));
    }),
  );
  const ended = await whileSlow(place, 300, () =>
    Promise.all(
      two.map(async ({ page }) => {
        await approveButton(page).click();
        const panel = panelOf(page);
        const retry = panel.getByRole('button', { name: 'Retry' });
        const all = page.getByText('12 payments approved.');
        await expect(retry.or(all).first()).toBeVisible({ timeout: 120_000 });
        if ((await retry.count()) === 0) return 0;
        const failed = panel.getByRole('list', { name: 'Failed' }).getByRole('listitem');
        await expect(failed.first()).toBeVisible();
        const count = await failed.count();
        await panel.getByRole('button', { name: 'Close' }).click();
        return count;
      }),
    ),
  );
  expect(await statusesOf(place, payments)).toEqual(payments.map(() => 'APPROVED'));
  expect(await releasesOf(place, payments)).toEqual(payments.map(() => 1));
  // Whoever was slower is told of each that he did not approve, and nobody of one that he did.
  const votes = await Promise.all(
    payments.map(async ({ id }) => {
      const events = await place.api.get<{ historyEvents: { type: string; userName: string }[] }>(
        `/api/payments/${id}?showId=nlite`,
      );
      return events.historyEvents.filter(({ type }) => type === 'APPROVED').length;
    }),
  );
  expect(votes).toEqual(payments.map(() => 1));
  expect((ended[0] ?? 0) + (ended[1] ?? 0)).toBe(12);
});
