import { test } from 'vitest';
import { expectSound } from '../../support/accessibility.ts';
import { expect } from '../../support/expect.ts';
import { attachment, pdfAnswer } from '../../support/fixtures/files.ts';
import { invoice, invoiceLine } from '../../support/fixtures/invoices.ts';
import { line, relievable, submitted } from '../../support/fixtures/purchase-orders.ts';
import { invoiceHead, openInvoice, openNew, saveAndReview } from '../../support/pages/forms.ts';
import { openApp } from '../../support/open-app.ts';

test('DEC-80: lines that are edited, with their errors, are sound', async () => {
  const { page, lines } = await openNew();
  await lines.edit(1);
  await lines.pickType(1, 'Rental, weekly');
  await lines.field(1, 'Total Rental Cost').fill('5');
  await saveAndReview(page);
  await lines.edit(1);
  await expect(lines.row(1).getByText('Description field is required.')).toBeVisible();
  await expectSound(page);
});

for (const width of [375, 900, 1440])
  test(`DEC-80, DEC-74: lines of an invoice, with their errors and their POs, are sound at ${width} px`, async () => {
    const lineItems = [invoiceLine({ amount: 100 }), invoiceLine({ amount: 50, note: 'By phone' })];
    const { page, lines } = await openInvoice(invoice({ lineItems }), {
      orders: [relievable()],
      width,
      height: 800,
    });
    await invoiceHead(page).amount.fill('200');
    await saveAndReview(page);
    await expect(page.getByRole('alert')).toContainText("Line item total doesn't match Invoice Amount.");
    await expectSound(page);
    if (width === 375) await page.getByRole('button', { name: /^1\. Brass lamps/ }).click();
    else await lines.edit(1);
    await page.getByRole('combobox', { name: 'PO', exact: true }).fill('99999999');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Reference PO not found.').first()).toBeVisible();
    await expectSound(page);
  });

for (const width of [375, 1440])
  test(`DEC-80, DEC-74: coding in place and the reading of a PDF are sound at ${width} px`, async () => {
    const label = 'quote of the workshop for all lamps before they were repaired, second version.pdf';
    const order = submitted({
      attachments: [attachment(label, { wasSubmitted: true })],
      lineItems: [line({ coding: { ACCOUNT: '2301', EPISODE: '101', SET: 'S020' }, taxCode: '1099-N' })],
    });
    const { page } = await openApp(`/po/review/${order.id}/approver`, {
      as: 'marcus',
      orders: [order],
      width,
      height: 800,
      api: (api) => void api.on('GET /files/:owner/:id/newpreview/:name', () => pdfAnswer('Quote', 'Terms')),
    });
    await page.getByRole('button', { name: /Change coding of line 1/ }).click();
    await expect(page.getByRole('group', { name: 'Coding of line 1' })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: label, exact: true }).click();

    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible();
    await expectSound(page);
  });
