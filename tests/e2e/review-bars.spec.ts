import { approve, approved, draft, submitted } from './support/orders.ts';
import { withoutVoid } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { bar, button, expectTip, numberOf, openMenu, openReview, seenAs } from './support/review.ts';

test('PO-15, PO-22, DEC-77: the bar of a draft lets its creator edit and submit, and its menu says why not', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  await expect(bar(page).getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  await expect(button(page, 'Submit for Approval')).toBeEnabled();
  await expect(button(page, 'Void')).toHaveCount(0);
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Duplicate$/,
    /^Change Order.*Only an approved purchase order can get a change order\.$/,
    /^Pull from Approval.*The purchase order is not in approval: Draft\.$/,
    /^Push to Accounting.*Only an approved purchase order can be sent to Accounting\.$/,
  ]);
  for (const name of ['Change Order', 'Pull from Approval', 'Push to Accounting']) {
    await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
  }
  await page.keyboard.press('Escape');
  await button(page, 'Edit').click();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}$`));
});

test('PO-22, PO-23: Duplicate opens the create form with this document, Back to Dashboard the own list', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute(
    'href',
    `/po/create?duplicate=${order.id}`,
  );
  await page.keyboard.press('Escape');
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/po$/);
});

test('PO-14, PO-61: Submit for Approval says so with the number and goes to the list', async ({ as }) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  await button(page, 'Submit for Approval').click();
  await expect(page.getByText(`PO #${numberOf(order)} submitted for approval.`)).toBeVisible();
  await expect(page).toHaveURL(/\/po$/);
});

test('PE-06: who may not create has neither Duplicate nor Pull from Approval', async ({ as, apiOf }) => {
  const [dana, noor] = await Promise.all([apiOf('dana'), as('noor.haddad')]);
  const order = await submitted(dana);
  await openReview(noor.page, order, 'creator');
  const menu = await openMenu(noor.page);
  await expect(menu.getByRole('menuitem', { name: 'Push to Accounting' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: 'Pull from Approval' })).toHaveCount(0);
});

test('AP-20, AP-21, CO-11, DEC-77: the bar of the approver whose turn it is', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  for (const name of ['Void', 'Revise', 'Edit', 'Approve']) await expect(button(page, name)).toBeEnabled();
  const menu = await openMenu(page);
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Change Order.*Only an approved/,
    /^Push to Accounting.*Only an approved/,
  ]);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/approvals\/purchase-orders$/);
  await openReview(page, order, 'approver');
  await button(page, 'Edit').click();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}$`));
});

test('AP-18: somebody whose turn it is not is told whose it is, with the pointer and with a finger', async ({
  as,
  apiOf,
}) => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus'), as('priya', phone)]);
  const order = await submitted(dana);
  const { page } = priya;
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeDisabled();
  await button(page, 'Approve').tap({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('It waits for Marcus Oyelaran.');
  await page.getByRole('heading', { name: 'History' }).tap();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await approve(marcus, order);
  await expect(button(page, 'Approve')).toBeEnabled();
  await openReview(marcus.page, order, 'approver');
  await expect(button(marcus.page, 'Approve')).toBeDisabled();
  await expectTip(marcus.page, button(marcus.page, 'Approve'), 'It waits for Priya Raman.');
});

test('AP-17: while one action runs no other can be started', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/workflows/approval', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, 'Approve').click();
  for (const name of ['Approve', 'Void', 'Revise', 'Edit']) await expect(button(page, name)).toBeDisabled();
  held.resolve();
  await expect(page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
});

test('AP-19, VE-21, DEC-33: at the final step a temporary vendor stands in the way', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), as('priya')]);
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const order = await submitted(dana, { vendor, vendorAddress: null });
  await approve(marcus, order);
  const { page } = priya;
  await openReview(page, order, 'approver');
  const warning = 'Temporary vendors are not supported for this document type.';
  await expect(bar(page).getByText(warning)).toBeVisible();
  await expect(
    bar(page).getByText('Final approval needs a permanent vendor; choose Edit.', { exact: true }),
  ).toBeVisible();
  await expect(button(page, 'Edit')).toBeEnabled();
  await expect(button(page, 'Approve')).toBeDisabled();
  await expect(button(page, 'Revise')).toBeEnabled();
  await expectTip(page, button(page, 'Approve'), warning);
});

test('PE-07, AP-35: without the void permission there is no Void', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  await openReview(marcus.page, order, 'approver');
  await expect(button(marcus.page, 'Void')).toBeVisible();
  await withoutVoid(marcus);
  await openReview(marcus.page, order, 'approver');
  await expect(button(marcus.page, 'Revise')).toBeVisible();
  await expect(button(marcus.page, 'Void')).toHaveCount(0);
});

test('AP-06, AP-07, PE-21, DEC-30: with the option on the next item opens by itself, without it the list', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const orders = await Promise.all([submitted(dana), submitted(dana), submitted(dana)]);
  const [lowest, middle, highest] = orders.toSorted((a, b) => Number(a.poNumber) - Number(b.poNumber));
  const { page } = marcus;
  if (!lowest || !middle || !highest) throw new Error('Three are needed');
  await openReview(page, highest, 'approver');
  const option = bar(page).getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
  await expect(option).toBeChecked();
  await button(page, 'Approve').click();
  await expect(page.getByText(`PO #${numberOf(highest)} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/po\/review\/(?!.*approvals).+\/approver$/);
  await expect(page).not.toHaveURL(new RegExp(highest.id));
  await openReview(page, middle, 'approver');
  await option.click({ force: true });
  await expect(option).not.toBeChecked();
  await button(page, 'Approve').click();
  await expect(page).toHaveURL(/\/approvals\/purchase-orders$/);
  await openReview(page, lowest, 'approver');
  await expect(option).not.toBeChecked();
});

test('AP-07: an answer that comes late leads nobody away from where he has gone meanwhile', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/workflows/approval', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, 'Approve').click();
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
  await expect(page).toHaveURL(/\/po(\?.*)?$/);
  held.resolve();
  await expect(page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
  await settled(page);
  await expect(page).toHaveURL(/\/po(\?.*)?$/);
});

test('CO-01, DEC-77: a used-up order, or one whose vendor is gone, gets no change order', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  const entry = async () => (await openMenu(page)).getByRole('menuitem', { name: 'Change Order' });
  await openReview(page, order, 'creator');
  await expect(await entry()).toBeEnabled();
  await seenAs(page, order, { isRelieved: true });
  await openReview(page, order, 'creator');
  const usedUp = await entry();
  await expect(usedUp).toContainText('Invoices have used up the whole purchase order.');
  await expect(usedUp).toBeDisabled();
  await seenAs(page, order, { isAdjustable: false });
  await openReview(page, order, 'creator');
  await expect(await entry()).toContainText('The vendor is no longer active.');
});

test('DEC-80, AP-18: the focus stays on a button whose reason goes', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), as('priya')]);
  const order = await submitted(dana);
  const { page } = priya;
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeDisabled();
  await button(page, 'Approve').focus();
  await approve(marcus, order);
  await expect(button(page, 'Approve')).toBeEnabled();
  await expect(button(page, 'Approve')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
});
