import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf, waitForList } from '../support/pages/lists.ts';
import { goToReview } from '../support/pages/reviews.ts';
import type { Page } from '../support/page.ts';

const back = (page: Page) => page.getByRole('link', { name: 'Back to Dashboard' });

test('REV-11, PO-23: the way back from a review leads to the list as it was left', async () => {
  const order = submittedOrder();
  const left = '/po?status=all&sort=TOTAL%2CDESC';
  const { page } = await openList(left, { orders: [order] });
  await rowOf(page, order).getByText(order.description).click();
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  await back(page).click();
  await expect(page).toHaveURL(left);
});

test('REV-11, AP-21: the way back leads past a document that was opened from another', async () => {
  const [order, other] = [submittedOrder(), submittedOrder()];
  const left = '/approvals/purchase-orders?sort=TOTAL%2CDESC';
  const { page } = await openList(left, { as: 'marcus', orders: [order, other] });
  await rowOf(page, order).getByText(order.description).click();
  await expect(page).toHaveURL(`/po/review/${order.id}/approver`);
  await goToReview(page, other, 'approver');
  await back(page).click();
  await expect(page).toHaveURL(left);
});

test('REV-11, SH-65: Cancel of the form leads to the list as it was left', async () => {
  const order = draft();
  const left = `/po?number=${order.poNumber}`;
  const { page } = await openList(left, { orders: [order] });
  await rowOf(page, order).getByText(order.description).click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(left);
});

test('REV-11, PO-23, AP-21: a review that was opened by its address leads to the list of its type', async () => {
  const order = submittedOrder();
  const { page } = await openList('/approvals', { as: 'dana', orders: [order] });
  await goToReview(page, order, 'creator');
  await back(page).click();
  await expect(page).toHaveURL('/po');
  await waitForList(page);
});
