import type { Page } from '@playwright/test';
import type { Invoice } from '../../domain/invoice.ts';
import { chooseVendor, pick } from './support/form.ts';
import {
  fillInvoiceHead,
  invoiceHead,
  openInvoice,
  openNewInvoice,
  saveAndReview,
} from './support/invoice-form.ts';
import { aBilledLine, draftInvoice, submittedInvoice } from './support/invoices.ts';
import { lineTable } from './support/line-table.ts';
import { askingForRights } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import { chooseOrder, chooseOrderLine, relievable } from './support/relief.ts';
import { numberOf } from './support/review.ts';

test('RL-03, RL-05, RL-06, RL-09, RL-10, DEC-38, DEC-39: choosing a PO and its line fills the reference and the coding, and the indicator follows the amount', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const { page, api } = await as('elena');
  const lines = await openNewInvoice(page);
  await fillInvoiceHead(page, { amount: '250' });
  const relief = (line: number) => lines.cell(line, 'relief');
  await lines.edit(1);
  await expect(relief(1)).toHaveText('None');
  await chooseOrder(page, 1, order);
  // The PO as a whole.
  await expect(relief(1)).toHaveText('Under$300.00 left');
  await chooseOrderLine(page, 1, /^1 Brass lamps/);
  await expect(relief(1)).toHaveText('Under$200.00 left');
  await expect(lines.field(1, 'Description')).toHaveValue('Brass lamps');
  await expect(lines.combo(1, 'Account')).toHaveValue(/^2301/);
  const amount = lines.field(1, 'Amount');
  await amount.fill('200');
  await expect(relief(1)).toHaveText('Match');
  await amount.fill('200.01');
  await expect(relief(1)).toHaveText('Over$0.01 over');
  await amount.fill('150');
  await expect(relief(1)).toHaveText('Under$50.00 left');
  // Two lines of the invoice count together against one line of the PO.
  await page.getByRole('button', { name: 'Add Line' }).click();
  await chooseOrder(page, 2, order);
  await chooseOrderLine(page, 2, /^1 Brass lamps/);
  await lines.field(2, 'Amount').fill('100');
  for (const line of [1, 2]) await expect(relief(line)).toHaveText('Over$50.00 over');
  // OVER is a warning only.
  const id = await saveAndReview(page);
  const stored = await api.get<Invoice>(`/api/invoices/${id}`);
  const [first] = order.lineItems;
  for (const line of stored.lineItems) {
    expect(line).toMatchObject({
      referencePo: order.poNumber,
      referencePoLineNumber: 1,
      relievePoLineItemId: first?.id,
      coding: { ACCOUNT: '2301' },
    });
    expect(line.relievePoLineItemUuid).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('RL-01, RL-02, RL-04: a PO that is not on offer is an error, and blocks the save', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const { page } = await as('elena');
  const lines = await openNewInvoice(page);
  await fillInvoiceHead(page, { amount: '100' });
  await lines.edit(1);
  const sent: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'POST' && /^\/api\/invoices\/?$/.test(path)) sent.push(path);
  });
  await lines.field(1, 'Description').fill('Lamps');
  await lines.field(1, 'Amount').fill('100');
  await lines.combo(1, 'PO').fill('99999999');
  await page.keyboard.press('Tab');
  await expect(lines.cell(1, 'referencePo')).toContainText('Reference PO not found.');
  await expect(lines.cell(1, 'relief')).toHaveText('Error');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Line 1: Reference PO not found.');
  expect(sent).toEqual([]);

  // Typed in full it is the one that is meant, also without its prefix.
  await summary.getByRole('button', { name: 'Line 1: Reference PO not found.' }).click();
  await expect(lines.combo(1, 'PO')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(order.poNumber);
  await page.keyboard.press('Tab');
  await expect(lines.combo(1, 'PO')).toHaveValue(numberOf(order));
  await expect(summary).toHaveCount(0);

  // Another company, currency or vendor has other POs.
  const bad = lines.cell(1, 'referencePo').getByText('Reference PO not found.');
  await pick(page, 'Currency', 'CAD');
  await expect(bad).toBeVisible();
  await pick(page, 'Currency', 'USD');
  await expect(bad).toHaveCount(0);
  await pick(page, 'Company', /Second Unit/);
  await expect(bad).toBeVisible();
  await pick(page, 'Company', /Northern Lights Productions/);
  await expect(bad).toHaveCount(0);
  await chooseVendor(page, 'Coachman Trailers');
  await expect(bad).toBeVisible();
  await expect(lines.cell(1, 'relief')).toHaveText('Error');
  // Taken out, it is no reference any more.
  await lines.combo(1, 'PO').fill('');
  await page.keyboard.press('Tab');
  await expect(lines.cell(1, 'relief')).toHaveText('None');
});

test('RL-02, RL-10: without a vendor, and for a temporary one, there is no PO to choose, and it is said why', async ({
  as,
}) => {
  const { page } = await as('elena');
  const lines = await openNewInvoice(page);
  await lines.edit(1);
  await expect(lines.cell(1, 'referencePo')).toHaveText(/Select a vendor/);
  await page.getByRole('button', { name: 'Create Temporary Vendor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Temporary Vendor' });
  await dialog.getByRole('textbox', { name: 'Vendor Name' }).fill('Corner Hardware');
  await dialog.getByRole('textbox', { name: 'Street Address' }).fill('9 Pier Road');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(lines.cell(1, 'referencePo')).toHaveText(/A temporary vendor has no purchase orders/);
  await expect(lines.cell(1, 'referencePoLineNumber')).toHaveText(/Select a PO/);
});

test('DEC-39, RL-05: what the invoice took when it was submitted is given back to it while an approver edits', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const [elena, inez] = await Promise.all([as('elena'), as('inez.calloway')]);
  const reference = { referencePo: order.poNumber, referencePoLineNumber: 1 };
  const lineItems = [aBilledLine({ amount: 150, ...reference })];
  const first = await submittedInvoice(elena, { amount: 150, lineItems });
  const { page } = inez;
  let lines = await openInvoice(page, first.id);
  await expect(lines.cell(1, 'relief')).toHaveText('Under$50.00 left');
  await lines.edit(1);
  await lines.field(1, 'Amount').fill('200');
  await expect(lines.cell(1, 'relief')).toHaveText('Match');
  // Somebody else's draft sees what the submitted one has taken.
  const draft = await draftInvoice(elena, {
    amount: 60,
    lineItems: [aBilledLine({ amount: 60, ...reference })],
  });
  lines = await openInvoice(elena.page, draft.id);
  await expect(lines.cell(1, 'relief')).toHaveText('Over$10.00 over');
});

test('RL-05, RL-10, DEC-100: a form that is open learns what other invoices have taken meanwhile', async ({
  as,
  apiOf,
}) => {
  const order = await relievable(apiOf);
  const elena = await as('elena');
  const reference = { referencePo: order.poNumber, referencePoLineNumber: 1 };
  const lineItems = [aBilledLine({ amount: 120, ...reference })];
  const own = await draftInvoice(elena, { amount: 120, lineItems });
  const lines = await openInvoice(elena.page, own.id);
  await expect(lines.cell(1, 'relief')).toHaveText('Under$80.00 left');
  await submittedInvoice(elena, { amount: 120, lineItems: [aBilledLine({ amount: 120, ...reference })] });
  await expect(lines.cell(1, 'relief')).toHaveText('Over$40.00 over');
});

test('IN-27, DEC-75: a duplicate relieves nothing', async ({ as, apiOf }) => {
  const order = await relievable(apiOf);
  const elena = await as('elena');
  const lineItems = [aBilledLine({ amount: 100, referencePo: order.poNumber, referencePoLineNumber: 2 })];
  const source = await draftInvoice(elena, { amount: 100, lineItems });
  const { page } = elena;
  await page.goto(`/invoice/create?duplicate=${source.id}`);
  await expect(invoiceHead(page).description).toHaveValue(source.description);
  const lines = lineTable(page);
  await expect(lines.cell(1, 'referencePo')).toHaveText('');
  await expect(lines.cell(1, 'relief')).toHaveText('None');
  await expect(lines.cell(1, 'amount')).toHaveText('$100.00');
});

/** The show as it would be with these settings; no demo show with invoices has them so. */
async function withSettings(page: Page, settings: Record<string, boolean>): Promise<void> {
  await askingForRights(page);
  await page.route('**/api/users/config?**', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as { settings: Record<string, unknown> };
    await route.fulfill({ json: { ...config, settings: { ...config.settings, ...settings } } });
  });
}

test('RL-08, DEC-38: where the show does not relieve, lines have no PO to choose', async ({ as }) => {
  const { page, api } = await as('elena');
  await withSettings(page, { purchaseOrderRelieveResources: false });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('get-for-relieve')) asked.push(request.url());
  });
  const lines = await openNewInvoice(page);
  for (const name of ['PO', 'PO Line', 'Relief']) {
    await expect(lines.table.getByRole('columnheader', { name, exact: true })).toHaveCount(0);
  }
  await fillInvoiceHead(page, { amount: '10' });
  await lines.edit(1);
  await lines.field(1, 'Description').fill('Nails');
  await lines.field(1, 'Amount').fill('10');
  const id = await saveAndReview(page);
  expect((await api.get<Invoice>(`/api/invoices/${id}`)).lineItems[0]?.referencePo).toBe('');
  expect(asked).toEqual([]);
});

test('RL-09: where the show does not want them, lines have no indicator', async ({ as }) => {
  const { page } = await as('elena');
  await withSettings(page, { displayReliefIndicatorsApp: false });
  const lines = await openNewInvoice(page);
  await expect(lines.table.getByRole('columnheader', { name: 'PO', exact: true })).toBeVisible();
  await expect(lines.table.getByRole('columnheader', { name: 'Relief' })).toHaveCount(0);
  await expect(lines.row(1)).not.toContainText('None');
});
