import { describe, test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  startChangeOrder,
  approvedOrder,
  draft,
  line,
  submittedOrder,
} from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  barButton,
  chooseAction,
  goToReview,
  nameOf,
  openMenu,
  openReview,
  section,
  storeDocument,
} from '../../support/pages/reviews.ts';

describe('Pull from Approval', () => {
  const pull = 'PUT /api/pos/:id/pull-from-approval';

  test('AP-15, AP-16, AP-25, PO-22, DEC-42: a pull from approval is confirmed and opens the form', async () => {
    const order = submittedOrder();
    const { page, api, world } = await openReview(order, 'creator');
    await chooseAction(page, 'Pull from Approval');
    const dialog = page.getByRole('alertdialog', { name: 'Pull from Approval' });
    await expect(dialog).toContainText('This cannot be undone.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(barButton(page, 'More actions')).toBeFocused();
    expect(api.calls(pull)).toEqual([]);
    const pulledState = { status: 'DRAFT', submissionStatus: 'Draft', workflow: null } as const;
    api.on(pull, () => storeDocument(world, { ...order, ...pulledState }));
    await chooseAction(page, 'Pull from Approval');
    await dialog.getByRole('button', { name: 'Pull from Approval' }).click();
    await expect(page.getByText(`${nameOf(order)} pulled from approval.`)).toBeVisible();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    expect(api.calls(pull).map(({ params }) => params)).toEqual([{ id: order.id }]);
  });
});

describe('Change Order', () => {
  const route = 'POST /api/workflows/adjust';

  test('CO-02, CO-11, CO-15, CO-16, AP-25: a change order is requested with a reason and opens in the form', async () => {
    const order = approvedOrder();
    const { page, api, world } = await openReview(order, 'creator');
    await chooseAction(page, 'Change Order');
    const dialog = page.getByRole('dialog', { name: `Request Change Order for ${nameOf(order)}` });
    const accept = dialog.getByRole('button', { name: 'Request Change Order' });
    await expect(accept).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more rooms');
    api.fail(route, 'WORKFLOW_CONFLICT');
    await accept.click();
    await expect(page.getByRole('alert')).toContainText('Unable to submit PO for change order');
    const reason = { ...note('Two more rooms', { context: 'ADJUSTMENT' }), changeOrderNumber: 1 };
    const changed = { ...startChangeOrder(order), notes: [reason] };
    api.on(route, () => storeDocument(world, changed));
    await accept.click();
    await expect(page.getByText(`Change Order requested for ${nameOf(order)}.`)).toBeVisible();
    await expect(page).toHaveURL(`/po/edit/${order.id}`);
    expect(api.calls(route).at(-1)?.body).toEqual({ poId: order.id, reason: 'Two more rooms' });
    await goToReview(page, changed, 'creator');
    const notes = section(page, 'Notes').getByRole('listitem');
    await expect(notes.first()).toContainText('Change Order 1');
    await expect(notes.first()).toContainText('Two more rooms');
    await expect(section(page, 'History').getByRole('row').nth(1)).toContainText('Change Order');
  });

  test('CO-11: an approver can request a change order of an approved order', async () => {
    const { page } = await openReview(approvedOrder(), 'approver', { as: 'priya' });
    await expect((await openMenu(page)).getByRole('menuitem', { name: 'Change Order' })).toBeEnabled();
  });
});

describe('Discard Change Order', () => {
  const route = 'POST /api/pos/:id/discard-change-order';

  test('CO-08, CO-09, CO-10, CO-12, AP-25, DEC-26, DEC-71: a confirmed discard restores the approved order', async () => {
    const order = approvedOrder();
    const rigging = line({ lineNumber: 2, description: 'Rigging', quantity: 1, unitCost: 75 });
    const changed = {
      ...startChangeOrder(order),
      description: 'More lamps',
      lineItems: [...order.lineItems, rigging],
      totalCost: 375,
    };
    const { page, api, world } = await openReview(changed, 'creator');
    const sheet = page.getByRole('article', { name: 'Purchase order' });
    const lines = page.getByRole('table', { name: 'Line items' }).locator('tbody tr');
    await expect(sheet).toContainText('More lamps');
    await expect(lines).toContainText(['Brass lamps', 'Rigging']);
    await chooseAction(page, 'Discard Change Order');
    const dialog = page.getByRole('alertdialog', { name: 'Discard Change Order' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    api.fail(route, 'WORKFLOW_CONFLICT');
    await chooseAction(page, 'Discard Change Order');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('alert')).toContainText('Unable to discard Change Order');
    api.on(route, () => storeDocument(world, { ...order, version: changed.version + 1 }));
    await chooseAction(page, 'Discard Change Order');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText(`Change Order discarded for ${nameOf(order)}.`)).toBeVisible();
    await expect(barButton(page, 'Submit for Approval')).toHaveCount(0);
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(sheet).toContainText(order.description);
    await expect(sheet).not.toContainText('More lamps');
    await expect(lines).toContainText(['Brass lamps']);
    await expect(sheet.locator('tfoot')).toContainText('$300.00');
    expect(api.calls(route).at(-1)).toMatchObject({
      params: { id: order.id },
      query: { contentVersion: '1' },
    });
  });
});

describe('accounting', () => {
  const push = 'POST /api/pos/push/:id';
  const sending = {
    created: '2026-11-20T17:05:00.000Z',
    isSuccessful: true,
    sendType: 'ACCOUNTING' as const,
    senderFirstName: 'Dana',
    senderLastName: 'Whitlock',
  };

  test('PO-57, AP-25, PO-46: an unapproved PO is sent to accounting only after a confirmation', async () => {
    const order = draft({ poNumber: 'NA' });
    const { page, api, world } = await openReview(order, 'creator', {
      as: person('dana', { sendUnapprovedPurchaseOrders: true }),
      show: show('nlite', { settings: { sendUnapprovedPurchaseOrders: true } }),
    });
    await chooseAction(page, 'Push to Accounting');
    const dialog = page.getByRole('alertdialog', { name: 'Push to Accounting' });
    await expect(dialog).toContainText('This purchase order has not been approved');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Sent to Accounting')).toHaveCount(0);
    expect(api.calls(push)).toEqual([]);
    api.on(push, () => storeDocument(world, { ...order, sendHistoryResource: [sending] }));
    await chooseAction(page, 'Push to Accounting');
    await dialog.getByRole('button', { name: 'Push to Accounting' }).click();
    await expect(page.getByText('Purchase order sent to Accounting.')).toBeVisible();
    await expect(page.getByText('Sent to Accounting', { exact: true })).toBeVisible();
    expect(api.calls(push).map(({ params }) => params)).toEqual([{ id: order.id }]);
  });

  test('AC-02, AC-03, PO-56, PO-58: an approved PO can be sent to accounting and refreshed from it', async () => {
    const order = approvedOrder();
    const { page, api, world } = await openReview(order, 'creator');
    api.on(push, () => storeDocument(world, { ...order, foundInAccountingSystem: true }));
    api.on('PUT /api/pos/:id/pull', () => storeDocument(world, { ...order, foundInAccountingSystem: true }));
    await chooseAction(page, 'Push to Accounting');
    await expect(page.getByText(`${nameOf(order)} sent to Accounting.`)).toBeVisible();
    await chooseAction(page, 'Pull from Accounting');
    await expect(page.getByText(`${nameOf(order)} updated from Accounting.`)).toBeVisible();
    expect(api.calls('PUT /api/pos/:id/pull').map(({ params }) => params)).toEqual([{ id: order.id }]);
    api.fail(push, 'accounting_interface_error', { message: 'The period is closed.' });
    await chooseAction(page, 'Push to Accounting');
    await expect(page.getByRole('alert')).toContainText('The period is closed.');
    api.fail(push, 'accounting_interface_error');
    await chooseAction(page, 'Push to Accounting');
    await expect(page.getByText('Unable to send PO to Accounting')).toBeVisible();
  });
});
