import { approveButton, boxOf, openQueue, panelOf, tick } from '../support/pages/bulk.ts';
import { decideOn } from '../support/data/decisions.ts';
import { blockDocumentChanges } from '../support/pages/lists.ts';
import {
  openPaymentShow,
  refuseReleases,
  releasesOf,
  statusesOf,
  createSubmittedPayment,
  createSubmittedPayments,
  withSlowReleases,
} from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';

// Only this file uses this approver: a run is shown on every screen of its user.
const approver = 'annelise.vogel';
const show = 'velvetmap';

test(
  'DEC-03, DEC-32: a rejected release is retried from the health page of the show',
  { tag: '@long' },
  async ({ as, apiOf, baseURL }) => {
    const paymentShow = await openPaymentShow(apiOf, baseURL, show);
    const payment = await createSubmittedPayment(paymentShow);
    await refuseReleases(paymentShow, 1, 'The account of Ms Thornhill is closed.');
    await expect(decideOn(await as(approver, { show }), 'PAYMENT', payment)).rejects.toThrow(/424/);
    const { page } = await as('philippa.stone', { show });
    await page.goto(`/setup/health/${show}`);
    const failures = page.getByRole('list', { name: 'Failures' });
    const line = failures.getByRole('listitem').filter({ hasText: payment.number });
    await expect(line).toContainText('Release of a payment');
    await expect(line).toContainText('It was refused.');
    // Accounting's message may name people, so it is shown only on the document.
    await expect(page.getByRole('main')).not.toContainText('Thornhill');
    await line.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('1 failure will be tried again now.')).toBeVisible();
    await expect(line).toHaveCount(0);
    await expect.poll(() => releasesOf(paymentShow, [payment])).toEqual([1]);
  },
);

test('BK-12, DEC-45, DEC-30: two approvers of the same selection approve each payment once', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const paymentShow = await openPaymentShow(apiOf, baseURL, 'nlite');
  // Payments of the second account need one of the executives.
  const { prefix, payments } = await createSubmittedPayments(paymentShow, { count: 12, account: 1 });
  const approvers = await Promise.all(['grace.lindqvist', 'robert.achebe'].map((name) => as(name)));
  // Neither list updates before both approvers have selected all payments, and neither run starts before both
  // previews: the slower approver would be asked about the payments that the other has just approved.
  const previews = approvers.map(() => Promise.withResolvers<void>());
  await Promise.all(
    approvers.map(async ({ page }, n) => {
      await blockDocumentChanges(page);
      await page.route('**/api/workflows/bulk-approval/preview*', async (route) => {
        const response = await route.fetch();
        previews[n]?.resolve();
        await Promise.all(previews.map(({ promise }) => promise));
        await route.fulfill({ response });
      });
      // The first tick comes before the code of the selection.
      const ticked = Promise.withResolvers<void>();
      await page.route('**/assets/selecting-*.js', async (route) => {
        await ticked.promise;
        await route.continue();
      });
      await openQueue(page, prefix);
      for (const payment of payments) {
        await tick(boxOf(page, payment));
        ticked.resolve();
      }
      for (const payment of payments) await expect(boxOf(page, payment)).toBeChecked();
    }),
  );
  const failureCounts = await withSlowReleases(paymentShow, 300, () =>
    Promise.all(
      approvers.map(async ({ page }) => {
        await approveButton(page).click();
        const panel = panelOf(page);
        const retry = panel.getByRole('button', { name: 'Retry' });
        const success = page.getByText('12 payments approved.');
        await expect(retry.or(success).first()).toBeVisible({ timeout: 120_000 });
        if ((await retry.count()) === 0) return 0;
        const failed = panel.getByRole('list', { name: 'Failed' }).getByRole('listitem');
        await expect(failed.first()).toBeVisible();
        const count = await failed.count();
        await panel.getByRole('button', { name: 'Close' }).click();
        return count;
      }),
    ),
  );
  expect(await statusesOf(paymentShow, payments)).toEqual(payments.map(() => 'APPROVED'));
  await expect.poll(() => releasesOf(paymentShow, payments)).toEqual(payments.map(() => 1));
  // Each payment has one approval, and the other approver sees it as failed.
  const votes = await Promise.all(
    payments.map(async ({ id }) => {
      const events = await paymentShow.api.get<{ historyEvents: { type: string; userName: string }[] }>(
        `/api/payments/${id}?showId=nlite`,
      );
      return events.historyEvents.filter(({ type }) => type === 'APPROVED').length;
    }),
  );
  expect(votes).toEqual(payments.map(() => 1));
  expect((failureCounts[0] ?? 0) + (failureCounts[1] ?? 0)).toBe(12);
});
