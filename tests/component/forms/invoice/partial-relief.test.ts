import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { expect } from '../../support/expect.ts';
import { line, relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { fillInvoiceHeader, openNewInvoice, saveAndReview } from '../../support/pages/forms.ts';

const choiceName = /^(Leave the line open|Close the line) Line \d of PO/;

/** Opens a new invoice with these pasted lines: description, PO line and amount. */
async function openWithLines(order: PurchaseOrder, rows: readonly (readonly [string, string, string])[]) {
  const form = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(form.page, { amount: '250' });
  await form.lines.edit(1);
  await expect(form.lines.field(1, 'Description')).toBeFocused();
  const header = ['Item', 'PO Number', 'PO Line', 'Amount'];
  const pasted = rows.map(([item, orderLine, amount]) => [item, orderNumber(order), orderLine, amount]);
  form.lines.paste([header, ...pasted].map((row) => row.join('\t')).join('\n'));
  return form;
}

test('BUD-60: the form asks whether a line that takes a part of an order line closes it', async () => {
  const order = relievableOrder();
  const { page, api } = await openWithLines(order, [
    ['Lamps', '1', '200.00'],
    ['Gels', '2', '50'],
  ]);
  const choice = page.getByRole('button', { name: choiceName });
  await expect(choice).toHaveCount(1);
  await expect(choice).toHaveAccessibleName(new RegExp(`Line 2 of PO ${orderNumber(order)}, `));
  await expect(choice).toContainText('Leave the line open');
  await choice.click();
  await page.getByRole('option', { name: 'Close the line' }).click();
  await expect(choice).toContainText('Close the line');
  await saveAndReview(page);
  await expect.poll(() => api.calls('POST /api/invoices').length).toBe(1);
  const [save] = api.calls('POST /api/invoices');
  expect(save?.body.lineItems?.map(({ closesPoLine }) => closesPoLine)).toEqual([false, true]);
});

test('BUD-60: two invoice lines of one order line have one choice, which sets both', async () => {
  const { page, api } = await openWithLines(relievableOrder(), [
    ['Lamps', '1', '200.00'],
    ['Gels', '2', '20'],
    ['More gels', '2', '30'],
  ]);
  const choice = page.getByRole('button', { name: choiceName });
  await expect(choice).toHaveCount(1);
  await choice.click();
  await page.getByRole('option', { name: 'Close the line' }).click();
  await expect(choice).toContainText('Close the line');
  await saveAndReview(page);
  await expect.poll(() => api.calls('POST /api/invoices').length).toBe(1);
  const [save] = api.calls('POST /api/invoices');
  expect(save?.body.lineItems?.map(({ closesPoLine }) => closesPoLine)).toEqual([false, true, true]);
});

test('BUD-60: an order line that is already closed is marked, and the form does not ask', async () => {
  const closed = { at: '2026-11-03T10:00:00.000Z', byName: 'Luis Ortega' };
  const order = relievableOrder({ lineItems: [line(), line({ description: 'Amber gels', closed })] });
  const { page, lines } = await openWithLines(order, [['Gels', '2', '50']]);
  const mark = page.getByText(new RegExp(`^Line 2 of PO ${orderNumber(order)}, .* left$`));
  await expect(mark.locator('..')).toContainText('Closed');
  await expect(page.getByRole('button', { name: choiceName })).toHaveCount(0);
  await lines.edit(1);
  await lines.row(1).getByRole('button', { name: 'PO Line' }).click();
  await expect(page.getByRole('option', { name: /Closed · / })).toHaveCount(1);
});
