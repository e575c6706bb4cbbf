import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { person } from '../../support/fixtures/people.ts';
import { draft, submittedOrder } from '../../support/fixtures/purchase-orders.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  descriptionOf,
  fillNewOrder,
  formFooter,
  waitForForm,
  openStoredOrder,
  openNewOrder,
  saveAndReview,
  saveAs,
  saveChoices,
  vendorBox,
} from '../../support/pages/forms.ts';
import { openApp } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';
import { stubSaves } from '../../support/api/stub-saves.ts';

/** The footer buttons of the form, from left to right. */
const bar = (page: Page) => formFooter(page).getByRole('button');
const edit = { name: 'Edit', exact: true };
const update = 'PUT /api/pos/:id';

test('PO-16, PO-17, DEC-76: a new PO and a draft offer Cancel, Save... with three choices, and Save & Review', async () => {
  const order = draft();
  const { page } = await openNewOrder({ orders: [order] });
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  expect(await saveChoices(page)).toEqual(['Save as Draft', 'Save & Create New', 'Save & Duplicate']);
  await page.goto(`/po/edit/${order.id}`);
  // The user has no void permission, and the order is no change order.
  await expect(bar(page)).toHaveText(['Cancel', 'Save...', 'Save & Review']);
  // Only invoices require an attachment.
  await expect(formFooter(page)).not.toContainText('Attachment needed to submit');
});

test('PO-12, PO-61, ER-10, DEC-71: Save & Review opens the review and shows the number in a message', async () => {
  const { page, api, world } = await openNewOrder();
  await fillNewOrder(page, 'Lamps for the hall');
  await saveAndReview(page);
  await expect(page.getByText(/PO #SD-\d{5} saved\./)).toHaveText(
    `PO #SD-${world.orders[0]?.poNumber} saved.`,
  );
  await expect(page).toHaveURL(/\/po\/review\/[^/]+\/creator$/);
  await expect(
    page.getByRole('heading', { name: `Purchase Order SD-${world.orders[0]?.poNumber}` }),
  ).toBeVisible();
  const [call] = api.calls('POST /api/pos');
  expect(call?.body).toMatchObject({
    showId: 'nlite',
    description: 'Lamps for the hall',
    department: { name: 'Set Decoration' },
    vendor: { name: 'Foxglove Sign Company' },
    vendorAddress: { id: 'address-foxglove-sign-company-1' },
    projectCompanyExternalId: 'PC-1',
    currency: 'USD',
    projectCompanyCurrencyExternalId: 'CUR-USD-1',
    billToAddressId: 'address-accounting',
    lineItems: [{ description: 'Brass lamps', quantity: 2, unitCost: 150 }],
  });
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('PO-13, ER-10, DEC-71: Save as Draft opens the list and shows the number in a message', async () => {
  const order = draft();
  const { page } = await openStoredOrder(order);
  await saveAs(page, 'Save as Draft');
  await expect(page.getByText(`PO #SD-${order.poNumber} saved.`)).toBeVisible();
  await expect(page).toHaveURL('/po');
  await expect(page.getByText(order.description)).toBeVisible();
});

test('PO-13, SH-07: Save & Create New opens an empty form, also after every reload', async () => {
  const { page } = await openNewOrder();
  await fillNewOrder(page, 'Saved');
  await saveAs(page, 'Save & Create New');
  await expect(page).toHaveURL(/^\/po\/create\?refresh=\d+$/);
  await expect(descriptionOf(page)).toHaveValue('');
  await expect(vendorBox(page)).toHaveValue('');
  await expect(page.getByText('You have unsaved work')).toHaveCount(0);

  await descriptionOf(page).fill('To be emptied');
  page.window.history.pushState(null, '', '/po/create?refresh=1');
  page.window.dispatchEvent(new page.window.PopStateEvent('popstate'));
  await expect(descriptionOf(page)).toHaveValue('');
});

test('PO-19, AP-24: a user with the void permission can void a draft from its form, with a reason', async () => {
  const order = draft({}, { creator: person('marcus') });
  const { page, api } = await openStoredOrder(order, { as: 'marcus' });
  api.on('POST /api/workflows/void', {
    docId: order.id,
    docType: 'PO',
    status: 'VOID',
    submissionStatus: 'Void',
    nextId: null,
  });
  await expect(bar(page)).toHaveText(['Cancel', 'Void', 'Save...', 'Save & Review']);
  await descriptionOf(page).fill('Typed and then voided');
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog', { name: /^Void PO #/ });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('PO voided by creator');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText(`PO #SD-${order.poNumber} voided.`)).toBeVisible();
  await expect(page).toHaveURL('/po');
  expect(api.calls('POST /api/workflows/void').map(({ body }) => body)).toEqual([
    expect.objectContaining({ docId: order.id, docType: 'PO', reason: 'PO voided by creator' }),
  ]);
  // A void removes the unsaved work of the document.
  const unsavedKeys = () => Object.keys(page.window.localStorage).filter((key) => key.includes(order.id));
  await expect.poll(unsavedKeys).toEqual([]);
});

test('SH-08, SH-09, SH-65: the form of an order that the user may not edit redirects to the review, and Cancel of other forms leads to the dashboard', async () => {
  const [submitted, own] = [submittedOrder(), draft()];
  const { page } = await openApp(`/po/edit/${submitted.id}`, { orders: [submitted, own] });
  await expect(page).toHaveURL(`/po/review/${submitted.id}/creator`);
  await page.goto(`/po/edit/${own.id}`);
  await expect(page).toHaveTitle(`Edit PO #SD-${own.poNumber} · Backlot`);
  await page.goto(`/po/review/${own.id}/creator`);
  await page.getByRole('button', edit).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/po');
});

test('SH-10: an edit from the approver review switches the user to creator', async () => {
  const submitted = submittedOrder();
  const { page } = await openApp('/approvals/purchase-orders', { as: 'marcus', orders: [submitted] });
  await page.getByText(submitted.description).click();
  await expect(page).toHaveURL(`/po/review/${submitted.id}/approver`);
  await page.getByRole('button', edit).click();
  await expect.poll(() => page.window.localStorage.getItem('persona')).toBe('CREATOR');
});

test('SH-06: the form of a new PO redirects a user without the create permission to /', async () => {
  const { page } = await openApp('/po/create', { as: 'noor' });
  await expect(page).not.toHaveURL(/^\/po\/create/);
  await expect(page.getByRole('heading', { name: 'New Purchase Order' })).toHaveCount(0);
});

test('SH-65, PE-13, PE-14, PO-18, PO-21, AP-25, DEC-16, DEC-40, DEC-76: the approver of the current step can edit in approval, confirms the reset, and returns to the approver review', async () => {
  const order = submittedOrder();
  const review = `/po/review/${order.id}/approver`;
  const { page, api } = await openApp(review, { as: 'marcus', orders: [order], api: stubSaves });
  const openForm = async () => {
    await page.getByRole('button', edit).click();
    await waitForForm(page, /^Edit Purchase Order/);
  };
  await openForm();
  await expect(bar(page)).toHaveText(['Cancel', 'Save & Review']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(review);

  await openForm();
  await descriptionOf(page).fill('Changed');
  await saveAndReview(page);
  const question = page.getByRole('alertdialog', { name: 'Reset Approval' });
  await expect(question).toContainText('resets approval to the first approver');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(api.calls(update)).toEqual([]);
  await saveAndReview(page);
  await question.getByRole('button', { name: 'Save & Reset' }).click();
  await expect(page.getByText(`PO #SD-${order.poNumber} saved.`)).toBeVisible();
  await expect(page).toHaveURL(review);
  expect(api.calls(update).map(({ body }) => body.description)).toEqual(['Changed']);
});

test('PO-21, DEC-40: an approver edit without resetApprovalOnEdit needs no confirmation', async () => {
  const order = submittedOrder();
  const { page } = await openStoredOrder(order, {
    as: 'marcus',
    show: show('nlite', { settings: { resetApprovalOnEdit: false } }),
  });
  await descriptionOf(page).fill('Changed');
  await saveAndReview(page);
  await expect(page).toHaveURL(`/po/review/${order.id}/approver`);
  await expect(page.getByText('Changed').first()).toBeVisible();
});

test('PE-13, PE-14, DEC-16: the approver of a later step may not edit in approval', async () => {
  const order = submittedOrder();
  const { page } = await openApp(`/po/review/${order.id}/approver`, { as: 'priya', orders: [order] });
  await expect(page.getByRole('button', edit)).toBeDisabled();
  await page.goto(`/po/edit/${order.id}`);
  await expect(page).toHaveURL(new RegExp(`^/po/review/${order.id}/`));
});
