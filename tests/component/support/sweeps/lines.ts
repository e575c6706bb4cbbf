import { test } from 'vitest';
import { expectAccessible } from '../accessibility.ts';
import { expect } from '../expect.ts';
import { attachment, pdfResponse } from '../fixtures/files.ts';
import { invoice, invoiceLine } from '../fixtures/invoices.ts';
import { line, relievableOrder, submittedOrder } from '../fixtures/purchase-orders.ts';
import { invoiceHeader, openNewOrder, openStoredInvoice, saveAndReview } from '../pages/forms.ts';
import { openApp } from '../open-app.ts';

export function testLines(widths: readonly number[]): void {
  test('DEC-80: edited lines with errors are accessible', async () => {
    const { page, lines } = await openNewOrder();
    await lines.edit(1);
    await lines.pickType(1, 'Rental, weekly');
    await lines.field(1, 'Total Rental Cost').fill('5');
    await saveAndReview(page);
    await lines.edit(1);
    await expect(lines.row(1).getByText('Description field is required.')).toBeVisible();
    await expectAccessible(page);
  });

  for (const width of widths)
    test(`DEC-80, DEC-74: invoice lines with errors and POs are accessible at ${width} px`, async () => {
      const lineItems = [invoiceLine({ amount: 100 }), invoiceLine({ amount: 50, note: 'By phone' })];
      const { page, lines } = await openStoredInvoice(invoice({ lineItems }), {
        orders: [relievableOrder()],
        width,
        height: 800,
      });
      await invoiceHeader(page).amount.fill('200');
      await saveAndReview(page);
      await expect(page.getByRole('alert')).toContainText("Line item total doesn't match Invoice Amount.");
      await expectAccessible(page);
      if (width === 375) await page.getByRole('button', { name: /^1\. Brass lamps/ }).click();
      else await lines.edit(1);
      await page.getByRole('combobox', { name: 'PO', exact: true }).fill('99999999');
      await page.keyboard.press('Tab');
      await expect(page.getByText('Reference PO not found.').first()).toBeVisible();
      await expectAccessible(page);
    });

  for (const width of widths)
    test(`DEC-80, DEC-74: coding in the review and the PDF preview are accessible at ${width} px`, async () => {
      const label = 'quote of the workshop for all lamps before they were repaired, second version.pdf';
      const order = submittedOrder({
        attachments: [attachment(label, { wasSubmitted: true })],
        lineItems: [line({ coding: { ACCOUNT: '2301', EPISODE: '101', SET: 'S020' }, taxCode: '1099-N' })],
      });
      const { page } = await openApp(`/po/review/${order.id}/approver`, {
        as: 'marcus',
        orders: [order],
        width,
        height: 800,
        api: (api) =>
          void api.on('GET /files/:owner/:id/newpreview/:name', () => pdfResponse('Quote', 'Terms')),
      });
      await page.getByRole('button', { name: /Change coding of line 1/ }).click();
      await expect(page.getByRole('group', { name: 'Coding of line 1' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: label, exact: true }).click();

      await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible();
      await expectAccessible(page);
    });
}
