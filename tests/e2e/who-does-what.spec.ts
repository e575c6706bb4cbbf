import { decideOn } from './support/decisions.ts';
import { submittedInvoice } from './support/invoices.ts';
import { chooseStatus, openList } from './support/lists.ts';
import { approved, draft, orderBody, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { bar, button, openInvoiceReview, openMenu, openReview } from './support/review.ts';

test('PE-29: a creator edits, submits, duplicates, pulls back and asks for a change order; an approver approves, sends back, voids and denies', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya, elena] = await Promise.all([
    as('dana'),
    as('marcus'),
    apiOf('priya'),
    apiOf('elena'),
  ]);
  const [begun, waiting, done, bill] = await Promise.all([
    draft(dana),
    submitted(dana),
    approved(dana, [marcus, priya]),
    submittedInvoice(elena),
  ]);
  const { page } = dana;
  await page.goto('/po');
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
  const offers = async (all: readonly string[]) => {
    const menu = await openMenu(page);
    await expect(menu.locator('[role=menuitem]:not([aria-disabled=true])')).toHaveText(all);
    await page.keyboard.press('Escape');
  };
  await openReview(page, begun, 'creator');
  for (const name of ['Edit', 'Submit for Approval']) await expect(button(page, name)).toBeEnabled();
  await offers(['Duplicate']);
  await openReview(page, waiting, 'creator');
  await offers(['Duplicate', 'Pull from Approval']);
  await openReview(page, done, 'creator');
  const change = (await openMenu(page)).getByRole('menuitem', { name: 'Change Order' });
  await expect(change).toBeEnabled();
  await page.keyboard.press('Escape');
  // What an approver does is not the creator's to do.
  for (const name of ['Approve', 'Revise', 'Void']) await expect(button(page, name)).toHaveCount(0);

  await openReview(marcus.page, waiting, 'approver');
  for (const name of ['Approve', 'Revise', 'Void']) await expect(button(marcus.page, name)).toBeEnabled();
  await expect(bar(marcus.page).getByRole('button', { name: 'Submit for Approval' })).toHaveCount(0);
  const inez = await as('inez.calloway');
  await openInvoiceReview(inez.page, bill, 'approver');
  const menu = await openMenu(inez.page);
  await expect(menu.getByRole('menuitem', { name: 'Deny' })).toBeEnabled();
});

test('SH-02: purchase orders and invoices of a show go through its approval to accounting, payments are listed there; another show has none of them', async ({
  as,
  apiOf,
}) => {
  const [elena, inez, priya] = await Promise.all([as('elena'), apiOf('inez.calloway'), apiOf('priya')]);
  const body = await orderBody(elena.api);
  const departments = await elena.api.get<{ id: string; name: string }[]>('/api/departments?showId=nlite');
  const department = departments.find(({ name }) => name === 'Accounting');
  const [order, bill] = await Promise.all([
    approved(elena, [inez, priya], { ...body, department }),
    submittedInvoice(elena),
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
  const found = page.getByRole('row').filter({ hasText: order.description });
  await tabs.getByRole('link', { name: 'Purchase Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
  await chooseStatus(page, 'Approved');
  await expect(found).toHaveCount(1);

  await page.getByRole('button', { name: /^Show:/ }).click();
  await page.getByRole('menuitem', { name: /Low Gravity/ }).click();
  await expect(page).toHaveURL('/approvals');
  await tabs.getByRole('link', { name: 'Purchase Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase Orders', level: 1 })).toBeVisible();
  await chooseStatus(page, 'Show All');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await expect(found).toHaveCount(0);
});
