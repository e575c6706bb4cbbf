import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import {
  descriptionOf,
  openEdit,
  saveAs,
  saveChoices,
  section,
  tooltipOf,
  typeLine,
} from './support/form.ts';
import { approved } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

/** An approved purchase order with a change order that was just asked for. */
type Caller = Pick<Seat, 'api'>;

async function changeOrder(dana: Caller, marcus: Caller, priya: Caller, over = {}): Promise<PurchaseOrder> {
  const order = await approved(dana, [marcus, priya], over);
  await dana.api.post('/api/workflows/adjust', { poId: order.id, reason: 'More lamps' });
  return dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
}

test('CO-04, CO-05, CO-06, CO-13, PO-33, PO-45, DEC-26, DEC-76: the form of a change order', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await changeOrder(dana, marcus, priya);
  const { page } = dana;
  await openEdit(page, order.id);
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=../..')).toContainText(
    'Change Order 1',
  );
  await expect(page.locator('footer').getByRole('button')).toHaveText([
    'Cancel',
    'Discard',
    'Save...',
    'Save & Review',
  ]);
  expect(await saveChoices(page)).toEqual(['Save as Draft']);

  // What was approved stays as it is.
  for (const name of ['Vendor Name', 'Company', 'Currency', 'Department', 'PO Date']) {
    const field = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
    await expect(field).toBeDisabled();
    expect(await tooltipOf(page, field)).toMatch(/^A change order keeps the /);
  }
  await expect(page.getByRole('button', { name: 'Edit line 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove line 1' })).toBeDisabled();
  await expect(descriptionOf(page)).toBeEnabled();

  // It must bring a new line, which may be a credit.
  const missing = section(page, 'Before submitting');
  await expect(missing).toContainText('Change order must include at least one new line item.');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 1, { description: 'Lamps sent back', unitCost: '-50' });
  await expect(missing).toHaveCount(0);
  await expect(page.locator('footer')).toContainText('$250.00');
  await saveAs(page, 'Save as Draft');
  await expect(page).toHaveURL(/\/po$/);
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect(after.lineItems.map(({ description, totalCost }) => [description, totalCost])).toEqual([
    ['Brass lamps', 300],
    ['Lamps sent back', -50],
  ]);
});

test('CO-08, CO-10, CO-12, PO-20, AP-25, DEC-71: Discard asks first, says when it fails, and takes the change order back', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([as('dana'), apiOf('marcus'), apiOf('priya')]);
  const order = await changeOrder(dana, marcus, priya);
  const { page } = dana;
  await openEdit(page, order.id);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 1, { description: 'Never mind', unitCost: '50' });
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard Change Order' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect((await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`)).status).toBe('DRAFT');

  await page.route('**/discard-change-order**', (route) =>
    route.fulfill({ status: 409, json: { code: 'WORKFLOW_CONFLICT' } }),
  );
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Unable to discard Change Order')).toBeVisible();
  await page.unroute('**/discard-change-order**');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(`Change Order discarded for PO #SD-${order.poNumber}.`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}/creator$`));
  const after = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.status, after.currentChangeOrderNumber, after.lineItems.length]).toEqual(['APPROVED', 0, 1]);
});

test('PO-16, PO-19, PO-20, CO-07, DEC-76: a change order sent back offers Void to who holds the permission, and no Discard', async ({
  as,
  apiOf,
}) => {
  const [marcus, priya] = await Promise.all([as('marcus'), apiOf('priya')]);
  const order = await approved(marcus, [marcus, priya]);
  await marcus.api.post('/api/workflows/adjust', { poId: order.id, reason: 'More lamps' });
  const { page } = marcus;
  await openEdit(page, order.id);
  await expect(page.locator('footer').getByRole('button')).toHaveText([
    'Cancel',
    'Discard',
    'Void',
    'Save...',
    'Save & Review',
  ]);
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 1, { description: 'More lamps', unitCost: '50' });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  await marcus.api.put(`/api/pos/${order.id}/submit?r=0`);
  const waiting = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  const step = waiting.workflow?.currentStep?.id;
  await marcus.api.post('/api/workflows/revision', {
    docId: order.id,
    docType: 'PO',
    showId: 'nlite',
    workflowStepId: step,
    reason: 'Cheaper, please',
  });
  await openEdit(page, order.id);
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=../..')).toContainText(
    'Revision Request',
  );
  await expect(page.locator('footer').getByRole('button')).toHaveText([
    'Cancel',
    'Void',
    'Save...',
    'Save & Review',
  ]);
  await page.getByRole('button', { name: 'Void' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
  await expect(page).toHaveURL(/\/po$/);
  const after = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect([after.status, after.lineItems.length]).toEqual(['APPROVED', 1]);
});

test('SH-65: Cancel returns to the approver review from which the change order was asked for', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus, priya] = await Promise.all([apiOf('dana'), as('marcus'), apiOf('priya')]);
  const order = await approved(dana, [marcus, priya]);
  const { page } = marcus;
  await page.goto(`/po/review/${order.id}/approver`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change Order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One more lamp');
  await dialog.getByRole('button', { name: 'Request Change Order' }).click();
  await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/po/review/${order.id}/approver$`));
});
