import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { stubSaves } from '../support/api/stub-saves.ts';
import { withEvent } from '../support/fixtures/documents.ts';
import { person } from '../support/fixtures/people.ts';
import { changeOrderDraft, approvedOrder } from '../support/fixtures/purchase-orders.ts';
import {
  descriptionOf,
  formFooter,
  waitForForm,
  openStoredOrder,
  saveAs,
  saveChoices,
  section,
  tooltipOf,
  typeLine,
} from '../support/pages/forms.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const bar = (page: Page) => formFooter(page).getByRole('button');
const discard = 'POST /api/pos/:id/discard-change-order';

test('CO-04, CO-05, CO-06, CO-13, PO-33, PO-45, DEC-26, DEC-76: a change order form shows its number and Discard, locks approved values except the description, and requires a new line', async () => {
  const { page, api } = await openStoredOrder(changeOrderDraft());
  await expect(page.getByText('Change Order 1', { exact: true }).first()).toBeVisible();
  await expect(bar(page)).toHaveText(['Cancel', 'Discard', 'Save...', 'Save & Review']);
  expect(await saveChoices(page)).toEqual(['Save as Draft']);
  for (const name of ['Vendor Name', 'Company', 'Currency', 'Department', 'PO Date']) {
    const field = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
    await expect(field).toBeDisabled();
    expect(await tooltipOf(page, field)).toMatch(/^A change order keeps the /);
  }
  await expect(page.getByRole('button', { name: 'Edit line 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove line 1' })).toBeDisabled();
  await expect(descriptionOf(page)).toBeEnabled();
  const missing = section(page, 'Before submitting');
  await expect(missing).toContainText('Change order must include at least one new line item.');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 2, { 'Unit Cost': '-50', Description: 'Lamps sent back' });
  await expect(missing).toHaveCount(0);
  await expect(formFooter(page)).toContainText('$250.00');
  await saveAs(page, 'Save as Draft');
  await expect(page).toHaveURL('/po');
  const [save] = api.calls('PUT /api/pos/:id');
  expect(save?.body.lineItems).toMatchObject([
    { description: 'Brass lamps', quantity: 2, unitCost: 150 },
    { description: 'Lamps sent back', quantity: 1, unitCost: -50 },
  ]);
});

test('CO-08, CO-10, CO-12, PO-20, AP-25, DEC-71: Discard is confirmed, shows a failure, and leads to the approved order', async () => {
  const order = changeOrderDraft();
  const approved = { ...approvedOrder(), id: order.id, poNumber: order.poNumber };
  const { page, api, world } = await openStoredOrder(order);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 2, { 'Unit Cost': '50', Description: 'Never mind' });
  const ask = page.getByRole('button', { name: 'Discard', exact: true });
  await ask.click();
  const question = page.getByRole('alertdialog', { name: 'Discard Change Order' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(api.calls(discard)).toEqual([]);

  api.fail(discard, 'WORKFLOW_CONFLICT');
  await ask.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Unable to discard Change Order')).toBeVisible();
  api.on(discard, () => {
    world.orders = [approved];
    return approved;
  });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(`Change Order discarded for PO #SD-${order.poNumber}.`)).toBeVisible();
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  expect(api.calls(discard).map(({ params }) => params['id'])).toEqual([order.id, order.id]);
});

test('PO-19, PO-20, DEC-76: a change order offers Discard and Void to a user with the void permission', async () => {
  const { page } = await openStoredOrder(changeOrderDraft({}, { creator: person('marcus') }), {
    as: 'marcus',
  });
  await expect(bar(page)).toHaveText(['Cancel', 'Discard', 'Void', 'Save...', 'Save & Review']);
});

test('PO-16, PO-20, CO-07, DEC-76: a change order that was sent back offers Void and no Discard', async () => {
  const order = withEvent(
    changeOrderDraft({}, { creator: person('marcus') }),
    'NEEDS REVISION',
    'Priya Raman',
    {
      submissionStatus: 'Needs revision',
      revision: 1,
    },
  );
  const { page, api } = await openStoredOrder(order, { as: 'marcus' });
  await expect(page.getByText('Revision Request').first()).toBeVisible();
  await expect(bar(page)).toHaveText(['Cancel', 'Void', 'Save...', 'Save & Review']);
  api.on('POST /api/workflows/void', {
    docId: order.id,
    docType: 'PO',
    status: 'APPROVED',
    submissionStatus: 'Approved',
    nextId: null,
  });
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await expect(page).toHaveURL('/po');
  expect(api.calls('POST /api/workflows/void').map(({ body }) => body)).toEqual([
    expect.objectContaining({ docId: order.id, docType: 'PO' }),
  ]);
});

test('SH-65: Cancel returns to the approver review in which the change order was requested', async () => {
  const order = approvedOrder();
  const review = `/po/review/${order.id}/approver`;
  const { page, api, world } = await openApp(review, { as: 'marcus', orders: [order], api: stubSaves });
  api.on('POST /api/workflows/adjust', () => {
    const changed = withEvent(order, 'CHANGE ORDER', 'Marcus Oyelaran', {
      status: 'DRAFT',
      submissionStatus: 'Draft',
      ownerId: person('marcus').id,
      isAdjustable: false,
      isAdjustment: true,
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 1,
      lockedLineCount: 1,
    });
    world.orders = [changed];
    return changed;
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change Order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One more lamp');
  await dialog.getByRole('button', { name: 'Request Change Order' }).click();
  await waitForForm(page, /^Edit Purchase Order/);
  expect(api.calls('POST /api/workflows/adjust').map(({ body }) => body)).toEqual([
    { poId: order.id, reason: 'One more lamp' },
  ]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(review);
});
