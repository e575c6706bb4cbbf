import type { Page } from '@playwright/test';
import { uniqueInvoiceNumber } from '../support/data/invoices.ts';
import { journeyOn } from '../support/pages/journey.ts';
import { lineTable } from '../support/pages/line-table.ts';
import {
  aLine,
  orderBodyIn,
  createDraftOrder,
  uniqueDescription,
  createSubmittedOrder,
} from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import type { Session } from '../support/environment/product.ts';
import { waitForActions } from '../support/pages/review.ts';
import { expect, test } from '../support/environment/product.ts';
import { createRelievableOrder } from '../support/pages/relief.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const vendor = 'Alder Street Textiles';

/** A year from now: later than the orders of every other test. */
const inAYear = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10);

/** Creates an order of the vendor with codes, dated later than all others. */
async function createEarlierOrder({ api }: Pick<Session, 'api'>): Promise<PurchaseOrder> {
  const lineItems = [aLine({ coding: { ACCOUNT: '2303', EPISODE: '101' } })];
  const body = await orderBodyIn(api, showId, 'Set Decoration', { poDate: inAYear, lineItems }, 'Alder');
  return api.post<PurchaseOrder>('/api/pos', body);
}

/** Saves the form and submits the order on its review. Returns its id. */
async function saveAndSubmit(page: Page, journey: ReturnType<typeof journeyOn>): Promise<string> {
  await journey.press('ControlOrMeta+Enter');
  await journey.sees(page.getByRole('button', { name: 'Submit for Approval' }));
  const id = new URL(page.url()).pathname.split('/')[3] ?? '';
  await waitForActions(page);
  journey.step();
  await journey.press('ControlOrMeta+Enter');
  await journey.sees(page.getByText(/submitted for approval\.$/));
  return id;
}

test('PO-12, PO-14, LI-08: raising a PO of three lines takes 5 clicks', async ({ as }) => {
  const dana = await as('dana');
  await createEarlierOrder(dana);
  const { page } = dana;
  await page.goto('/po');
  const journey = journeyOn(page);
  const lines = lineTable(page);
  const box = page.getByRole('combobox', { name: 'Vendor Name' });
  const description = uniqueDescription('Curtains');
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();

  journey.step();
  await journey.click(page.getByRole('link', { name: 'Create New' }));
  await journey.focuses(box);
  journey.step();
  await journey.type('alder');
  await journey.sees(page.getByRole('option', { name: vendor }));
  await journey.press('ArrowDown');
  await journey.press('Enter');
  journey.step();
  await journey.sees(page.getByRole('button', { name: 'Use Its Codes' }));
  await journey.click(page.getByRole('button', { name: 'Use Its Codes' }));
  journey.step();
  await journey.click(page.locator('[data-field="description"]').getByRole('textbox'));
  await journey.type(description);
  journey.step();
  await journey.click(lines.cell(1, 'quantity'));
  for (const [at, cells] of [
    ['4', '120', 'Velvet'],
    ['2', '35.50', 'Rods'],
    ['1', '60', 'Fitting'],
  ].entries()) {
    if (at > 0) await journey.press('Enter');
    journey.step();
    await journey.focuses(lines.field(at + 1, 'Quantity'));
    for (const [cell, text] of cells.entries()) {
      if (cell > 0) await journey.press('Tab');
      await journey.type(text);
    }
  }
  journey.step();
  await journey.click(page.getByRole('button', { name: 'Use Codes of Line 1' }));
  const id = await saveAndSubmit(page, journey);

  const order = await dana.api.get<PurchaseOrder>(`/api/pos/${id}`);
  expect(order).toMatchObject({ description, totalCost: 611, submissionStatus: 'Submitted for approval' });
  expect(order.lineItems.map(({ coding }) => coding['ACCOUNT'])).toEqual(['2303', '2303', '2303']);
  expect(order.projectCompanyExternalId).not.toBe('');
  const { clicks, keys } = journey.effort;
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(journey.effort) });
  expect(clicks).toBeLessThanOrEqual(5);
  expect(keys - description.length).toBeLessThanOrEqual(49);
});

test('PO-15, PO-44, LS-06: answering a revision takes 2 clicks, with the reason in view', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), apiOf('marcus')]);
  const order = await createSubmittedOrder(dana);
  const reason = 'The lamps are too dear.';
  const { workflow } = await marcus.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  await marcus.api.post('/api/workflows/revision', {
    docId: order.id,
    docType: 'PO',
    showId,
    workflowStepId: workflow?.currentStep?.id,
    reason,
  });
  const { page } = dana;
  await page.goto(`/po?number=${Number(order.poNumber)}`);
  const row = page.getByRole('row').filter({ hasText: order.description });
  await expect(row).toBeVisible();
  const journey = journeyOn(page);
  const lines = lineTable(page);

  journey.step();
  await journey.click(row);
  await journey.sees(page.getByRole('status').filter({ hasText: reason }));
  await expect(page.getByRole('status').filter({ hasText: reason })).toBeInViewport();
  journey.step();
  await journey.click(lines.cell(1, 'unitCost'));
  await journey.focuses(lines.field(1, 'Unit Cost'));
  await journey.type('95');
  await saveAndSubmit(page, journey);

  const resubmitted = await dana.api.get<PurchaseOrder>(`/api/pos/${order.id}`);
  expect(resubmitted).toMatchObject({ totalCost: 190, submissionStatus: 'Submitted for approval' });
  const { clicks, keys } = journey.effort;
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(journey.effort) });
  expect(clicks).toBeLessThanOrEqual(2);
  expect(keys).toBeLessThanOrEqual(6);
});

test('DEC-13, DEC-38, DEC-95: entering an invoice from an approved PO takes 1 click and copies lines and department', async ({
  as,
  apiOf,
}) => {
  const order = await createRelievableOrder(apiOf);
  const elena = await as('elena');
  const { page } = elena;
  const unapproved = await createDraftOrder(await as('dana'));
  await page.goto(`/invoice/create?order=${unapproved.id}`);
  await expect(page.getByText('Only an approved PO can be invoiced.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Invoice Number' })).toHaveCount(0);
  await page.goto('/invoice');
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
  const journey = journeyOn(page);
  const number = uniqueInvoiceNumber();

  journey.step();
  await journey.press('ControlOrMeta+k');
  await journey.focuses(page.getByRole('searchbox', { name: 'Search this show' }));
  await journey.type(String(Number(order.poNumber)));
  // The first option: results of fewer digits list other orders above it.
  await journey.sees(page.getByRole('option').first().filter({ hasText: order.poNumber }));
  await journey.press('Enter');
  const enter = page.getByRole('link', { name: 'Enter Invoice' });
  await journey.sees(enter);
  journey.step();
  await journey.click(enter);
  await journey.focuses(page.getByRole('textbox', { name: 'Invoice Number' }));
  journey.step();
  await journey.type(number);
  for (const day of ['11/20/26', '12/20/26']) {
    await journey.press('Tab');
    await journey.type(day);
  }
  await journey.press('Tab');
  await journey.type('300');
  const department = order.department?.name ?? '';
  expect(department).not.toBe('Accounting');
  await expect(page.getByRole('button', { name: 'Department' })).toContainText(department);
  journey.step();
  await journey.press('ControlOrMeta+Enter');
  const submit = page.getByRole('button', { name: 'Submit for Approval' });
  await journey.sees(submit);
  await expect(submit).not.toHaveAttribute('aria-disabled');

  const id = new URL(page.url()).pathname.split('/')[3];
  const invoice = await elena.api.get<{
    amount: number;
    date: string;
    departmentName: string;
    lineItems: { referencePo: string; referencePoLineNumber: number; amount: number }[];
  }>(`/api/invoices/${id}`);
  expect(invoice).toMatchObject({ amount: 300, date: '2026-11-20', departmentName: department });
  expect(invoice.lineItems).toMatchObject([
    { referencePo: order.poNumber, referencePoLineNumber: 1, amount: 200 },
    { referencePo: order.poNumber, referencePoLineNumber: 2, amount: 100 },
  ]);
  const { clicks, keys } = journey.effort;
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(journey.effort) });
  expect(clicks).toBeLessThanOrEqual(1);
  expect(keys - number.length).toBeLessThanOrEqual(31);
});
