import { decideOn } from '../support/data/decisions.ts';
import { createSubmittedInvoice } from '../support/data/invoices.ts';
import { chooseStatus, openList } from '../support/pages/lists.ts';
import { createApprovedOrder, orderBody } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { openInvoiceReview, openReview } from '../support/pages/review.ts';

test('SH-02: a show approves its own purchase orders and invoices, lists its payments, and shares none with another show', async ({
  as,
  apiOf,
}) => {
  const [elena, inez, priya] = await Promise.all([as('elena'), apiOf('inez.calloway'), apiOf('priya')]);
  const body = await orderBody(elena.api);
  const departments = await elena.api.get<{ id: string; name: string }[]>('/api/departments?showId=nlite');
  const department = departments.find(({ name }) => name === 'Accounting');
  const [order, bill] = await Promise.all([
    createApprovedOrder(elena, [inez, priya], { ...body, department }),
    createSubmittedInvoice(elena),
  ]);
  await decideOn(inez, 'INVOICE', bill);
  await decideOn(priya, 'INVOICE', bill);
  const { page } = elena;
  await openReview(page, order, 'creator');
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
  await openInvoiceReview(page, bill, 'creator');
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
  await openList(page, '/payment', 'PAYMENT');
  await expect(page.getByText(/\d+ payments/)).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const row = page.getByRole('row').filter({ hasText: order.description });
  await tabs.getByRole('link', { name: 'Purchase Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
  await chooseStatus(page, 'Approved');
  await expect(row).toHaveCount(1);

  await page.getByRole('button', { name: /^Show:/ }).click();
  await page.getByRole('menuitem', { name: /Low Gravity/ }).click();
  await expect(page).toHaveURL('/approvals');
  await tabs.getByRole('link', { name: 'Purchase Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
  await chooseStatus(page, 'Show All');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await expect(row).toHaveCount(0);
});
