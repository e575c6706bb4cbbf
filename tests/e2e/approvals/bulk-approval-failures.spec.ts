import { approveButton, boxOf, openQueue, panelOf, tick } from '../support/pages/bulk.ts';
import { decideOn } from '../support/data/decisions.ts';
import { withoutNews } from '../support/pages/lists.ts';
import {
  cashier,
  refuseReleases,
  releasesOf,
  statusesOf,
  waitingPayment,
  waitingPayments,
  whileSlow,
} from '../support/data/payments.ts';
import { expect, test } from '../support/environment/product.ts';

// The approver is this file's own: a run shows itself to its user wherever he is.
const approver = 'annelise.vogel';
const show = 'velvetmap';

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
