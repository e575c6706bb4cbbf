import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../../support/expect.ts';
import { relievableOrder } from '../../support/fixtures/purchase-orders.ts';
import { fillInvoiceHeader, openNewInvoice, saveAndReview } from '../../support/pages/forms.ts';

test('BUD-60: the form asks whether a line that takes a part of an order line closes it', async () => {
  const order = relievableOrder();
  const { page, api, lines } = await openNewInvoice({ orders: [order] });
  await fillInvoiceHeader(page, { amount: '250' });
  await lines.edit(1);
  const rows = [
    ['Item', 'PO Number', 'PO Line', 'Amount'],
    ['Lamps', orderNumber(order), '1', '200.00'],
    ['Gels', order.poNumber, '2', '50'],
  ];
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste(rows.map((row) => row.join('\t')).join('\n'));
  const choice = page.getByRole('button', { name: /^(Leave the line open|Close the line) Line \d of PO/ });
  await expect(choice).toHaveCount(1);
  await expect(choice).toContainText('Leave the line open');
  await choice.click();
  await page.getByRole('option', { name: 'Close the line' }).click();
  await expect(choice).toContainText('Close the line');
  await saveAndReview(page);
  await expect.poll(() => api.calls('POST /api/invoices').length).toBe(1);
  const [save] = api.calls('POST /api/invoices');
  expect(save?.body.lineItems?.map(({ closesPoLine }) => closesPoLine)).toEqual([false, true]);
});
