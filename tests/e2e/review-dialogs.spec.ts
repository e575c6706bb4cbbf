import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { adjusted } from './support/change-orders.ts';
import { approve, approved, bodyIn, orderBody, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { answerWith, bar, button, expectTip, numberOf, openMenu, openReview } from './support/review.ts';

test('AP-22, AP-23, AP-25: a reason must be written, is cut at 200 characters, and Escape cancels', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await button(page, 'Revise').click();
  const dialog = page.getByRole('dialog', { name: `Request Revision of PO #${numberOf(order)}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  const accept = dialog.getByRole('button', { name: 'Request Revision' });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('');
  await expect(accept).toBeDisabled();
  await expect(dialog.getByText('0/200')).toBeVisible();
  await reason.fill('   ');
  await expect(accept).toBeDisabled();
  await reason.fill('x'.repeat(230));
  await expect(reason).toHaveValue('x'.repeat(200));
  await expect(dialog.getByText('200/200')).toBeVisible();
  await expect(accept).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Revise')).toBeFocused();
});

test('AP-14, AP-22, DEC-71: a revision is sent back with its reason, and waits while it is on its way', async ({
  as,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/workflows/revision', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page, 'Revise').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ask for three quotes');
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  await expect(dialog.getByRole('button', { name: 'Request Revision' })).toBeDisabled();
  held.resolve();
  await expect(page.getByText(`Revision requested for PO #${numberOf(order)}.`)).toBeVisible();
  await openReview(dana.page, order, 'creator');
  await expect(dana.page.getByText('Needs revision', { exact: true })).toBeVisible();
  const notes = dana.page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText('Ask for three quotes')).toBeVisible();
});

test('DEC-80: focus stays in the dialog when the server refuses its reason', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await answerWith(page, '/api/workflows/revision', 500, { code: 'INTERNAL_ERROR' });
  await button(page, 'Revise').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ask for three quotes');
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  await expect(dialog.getByRole('button', { name: 'Request Revision' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Request Revision' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('AP-13, AP-24, DEC-41: an approver voids with a reason of his own', async ({ as }) => {
  const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await button(page, 'Void').click();
  const dialog = page.getByRole('dialog', { name: `Void PO #${numberOf(order)}` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} voided.`)).toBeVisible();
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.status, after.submissionStatus]).toEqual(['VOID', 'Void']);
  expect(after.notes.map(({ context, content }) => [context, content])).toEqual([['VOID', 'Bought twice']]);
  await openReview(dana.page, order, 'creator');
  await expect(button(dana.page, 'Edit')).toHaveCount(0);
  await expect(button(dana.page, 'Submit for Approval')).toHaveCount(0);
});

test('AP-15, AP-16, AP-25, PO-22, DEC-42: pulling from approval is confirmed, cannot be undone, and opens the form', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await submitted(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const more = button(page, 'More actions');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
  await expect(dialog).toContainText('This cannot be undone.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(more).toBeFocused();
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  await dialog.getByRole('button', { name: 'Pull from Approval' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} pulled from approval.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}$`));
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.status, after.submissionStatus]).toEqual(['DRAFT', 'Draft']);
});

/** A purchase order of a vendor that the show has not taken up yet. */
async function temporary(dana: Pick<Seat, 'api'>): Promise<PurchaseOrder> {
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  return submitted(dana, { vendor, vendorAddress: null });
}

test('VE-19, VE-20, VE-21, AP-25, DEC-33: a temporary vendor is confirmed or replaced before an approval', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await temporary(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await button(page, 'Approve').click();
  const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
  await expect(dialog).toContainText('Temporary vendors are not supported for this document type.');
  await expect(dialog).toContainText(
    'A PO with a temporary vendor must be updated with a permanent vendor to be fully approved.',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Approve')).toBeFocused();
  await button(page, 'Approve').click();
  await dialog.getByRole('button', { name: 'Go back and Update Vendor' }).click();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}$`));
  await openReview(page, order, 'approver');
  await button(page, 'Approve').click();
  await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
  await expect(page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
});

test('CO-02, CO-11, CO-15, CO-16, AP-25: a change order is requested with a reason and opens in the form', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), as('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = dana;
  await openReview(priya.page, order, 'approver');
  const other = (await openMenu(priya.page)).getByRole('menuitem', { name: 'Change Order' });
  await expect(other).toBeEnabled();
  await openReview(page, order, 'creator');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Change Order' }).click();
  const dialog = page.getByRole('dialog', { name: `Request Change Order for PO #${numberOf(order)}` });
  const accept = dialog.getByRole('button', { name: 'Request Change Order' });
  await expect(accept).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more rooms');
  await answerWith(page, '/api/workflows/adjust', 409, { code: 'WORKFLOW_CONFLICT' });
  await accept.click();
  await expect(page.getByRole('alert')).toContainText('Unable to submit PO for change order');
  await page.unroute('**/api/workflows/adjust');
  await accept.click();
  await expect(page.getByText(`Change Order requested for PO #${numberOf(order)}.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}$`));
  await openReview(page, order, 'creator');
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(notes.first()).toContainText('Change Order 1');
  await expect(notes.first()).toContainText('Two more rooms');
  await expect(page.getByRole('region', { name: 'History' }).getByRole('row').nth(1)).toContainText(
    'Change Order',
  );
});

test('CO-10, CO-12, AP-25, DEC-71: discarding a change order is confirmed', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  await adjusted(dana, order);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const choose = async () =>
    (await openMenu(page)).getByRole('menuitem', { name: 'Discard Change Order' }).click();
  await choose();
  const dialog = page.getByRole('alertdialog', { name: 'Discard Change Order' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await answerWith(page, '/discard-change-order*', 409, { code: 'WORKFLOW_CONFLICT' });
  await choose();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('alert')).toContainText('Unable to discard Change Order');
  await page.unroute('**/discard-change-order*');
  await choose();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(`Change Order discarded for PO #${numberOf(order)}.`)).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Submit for Approval' })).toHaveCount(0);
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
});

test('PO-57, AP-25, PO-46: an unapproved PO is sent to accounting only when that is confirmed', async ({
  as,
}) => {
  const ravi = await as('ravi.chandran', { show: 'ambercanyon' });
  const { page, api } = ravi;
  const order = await api.post<PurchaseOrder>('/api/pos', await bodyIn(api, 'ambercanyon', 'Production'));
  expect(order.poNumber).toBe('NA');
  await openReview(page, order, 'creator');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Push to Accounting' });
  await expect(dialog).toContainText('This purchase order has not been approved');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sent to Accounting')).toHaveCount(0);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Push to Accounting' }).click();
  await dialog.getByRole('button', { name: 'Push to Accounting' }).click();
  await expect(page.getByText('Purchase order sent to Accounting.')).toBeVisible();
  await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
});

test('VE-20: a vendor that is made permanent lets the last step approve', async ({ as, apiOf }) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), apiOf('marcus'), as('priya')]);
  const order = await temporary(dana);
  await approve(marcus, order);
  await openReview(priya.page, order, 'approver');
  await expect(button(priya.page, 'Approve')).toBeDisabled();
  const { vendor, vendorAddress } = await orderBody(priya.api);
  const present = await priya.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  await priya.api.put(`/api/pos/${order.id}?persona=APPROVER`, { ...present, vendor, vendorAddress });
  // The edit sends it back to the first step (DEC-40).
  await approve(marcus, order);
  await expect(button(priya.page, 'Approve')).toBeEnabled();
});

test('AP-25, AP-15, DEC-82: a question that has come too late says why, and its answer can no longer be given', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await submitted(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
  const accept = dialog.getByRole('button', { name: 'Pull from Approval' });
  await expect(accept).toBeEnabled();
  await approve(marcus, order);
  await approve(priya, order);
  await expect(accept).toBeDisabled();
  await expectTip(page, accept, 'The purchase order is not in approval: Approved.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('AP-22: a press beside the dialog does not throw the written reason away', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const order = await submitted(dana);
  const { page } = marcus;
  await openReview(page, order, 'approver');
  await button(page, 'Revise').click();
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Reason' });
  await reason.fill('Ask for three quotes');
  await page.mouse.click(10, 450);
  await settled(page);
  await expect(reason).toHaveValue('Ask for three quotes');
});
