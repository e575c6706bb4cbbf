import { waitForMail } from '../support/environment/mailbox.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import { fillSignIn } from '../support/environment/sign-in.ts';
import { orderBodyIn } from '../support/data/orders.ts';
import { numberOf } from '../support/pages/review.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

test('LINK-03, LINK-04, LINK-05: an approver opens the link of an e-mail, signs in and approves', async ({
  page,
  apiOf,
  baseURL,
}) => {
  const [sam, kenji] = await Promise.all([apiOf('sam'), apiOf('kenji.watanabe')]);
  await sam.api.post(`/api/shows/${showId}/settings`, { approveByMailUpTo: 100_000 });
  // A day of its own, so that no order of another test makes it a possible split.
  const body = await orderBodyIn(kenji.api, showId, 'Camera', { poDate: '2025-02-04' });
  const { id } = await kenji.api.post<PurchaseOrder>('/api/pos', body);
  const order = await kenji.api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
  const address = 'tomas.havel@backlot.example';
  const { text } = await waitForMail(baseURL, address);
  const [, link = ''] = /Approve: (\S+)/.exec(text) ?? [];
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`PO #${numberOf(order)}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in to approve' }).click();
  await fillSignIn(page, address);
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You approved PO #${numberOf(order)}`);
  await page.getByRole('link', { name: 'Open the document' }).click();
  await expect(page.getByText('By e-mail link').first()).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already decided');
});
