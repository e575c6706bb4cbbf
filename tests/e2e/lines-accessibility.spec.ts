import { pdfBytes } from './support/files.ts';
import { invoiceHead, openInvoice } from './support/invoice-form.ts';
import { aBilledLine, draftInvoice } from './support/invoices.ts';
import { aLine, submitted } from './support/orders.ts';
import { newOrder } from './support/line-table.ts';
import { expect, test } from './support/product.ts';
import { expectSound } from './support/sound.ts';

test('DEC-80: lines that are edited, with their errors, are sound', async ({ as }) => {
  const { page } = await as('dana');
  const lines = await newOrder(page);
  await lines.edit(1);
  await lines.pickType(1, 'Rental, weekly');
  await lines.field(1, 'Total Rental Cost').fill('5');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await lines.edit(1);
  await expect(lines.row(1).getByText('Description field is required.')).toBeVisible();
  await expectSound(page);
});

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-74: lines of an invoice, with their errors and their POs, are sound at ${width} px`, async ({
    as,
  }) => {
    const { page, api } = await as('elena', { viewport: { width, height: 800 } });
    const lineItems = [aBilledLine({ amount: 100 }), aBilledLine({ amount: 50, note: 'By phone' })];
    const { id } = await draftInvoice({ api }, { amount: 150, lineItems });
    const lines = await openInvoice(page, id);
    await invoiceHead(page).amount.fill('200');
    await page.getByRole('button', { name: 'Save & Review' }).click();
    await expect(page.getByRole('alert')).toContainText("Line item total doesn't match Invoice Amount.");
    await expectSound(page);
    if (width === 375) await page.getByRole('button', { name: /^1\. Brass lamps/ }).click();
    else await lines.edit(1);
    await page.getByRole('combobox', { name: 'PO', exact: true }).fill('99999999');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Reference PO not found.').first()).toBeVisible();
    await expectSound(page);
  });
}

for (const width of [375, 1440]) {
  test(`DEC-80, DEC-74: coding in place and the reading of a PDF are sound at ${width} px`, async ({
    as,
    apiOf,
  }) => {
    const dana = await apiOf('dana');
    const label = 'quote of the workshop for all lamps before they were repaired, second version.pdf';
    const attachmentId = await dana.api.upload(label, await pdfBytes(['Quote', 'Terms']));
    const { id } = await submitted(dana, {
      attachments: [{ attachmentId, label }],
      lineItems: [aLine({ coding: { ACCOUNT: '2301', EPISODE: '101', SET: 'S020' }, taxCode: '1099-N' })],
    });
    const { page } = await as('marcus', { viewport: { width, height: 800 } });
    await page.goto(`/po/review/${id}/approver`);
    await page.getByRole('button', { name: /Change coding of line 1/ }).click();
    await expect(page.getByRole('group', { name: 'Coding of line 1' })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible();
    await expectSound(page);
  });
}
