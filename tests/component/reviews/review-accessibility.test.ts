import { test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { attachment, pdfAnswer } from '../support/fixtures/files.ts';
import { invoiceLine, submittedInvoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { payment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { approved } from '../support/fixtures/purchase-orders.ts';
import { relievableFrom, relievedBy } from '../support/fixtures/relief.ts';
import { show } from '../support/fixtures/shows.ts';
import { button, goToReview, openMenu, openReview } from '../support/pages/reviews.ts';

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-74: the review of an invoice, and of the order that it relieves, is sound at ${width} px`, async () => {
    const order = approved();
    const reference = { referencePo: order.poNumber, referencePoLineNumber: 1, note: 'All of it' };
    const invoice = submittedInvoice({
      attachments: [attachment('bill.pdf')],
      lineItems: [invoiceLine(reference)],
      notes: [note('As agreed', { by: person('elena') })],
    });
    const relieved = relievedBy(order, [invoice]);
    const { page, api } = await openReview(invoice, 'approver', { width, as: 'elena', orders: [relieved] });
    api.on('GET /files/:owner/:id/newpreview/:name', () => pdfAnswer('The bill'));
    api.on('GET /api/pos/get-for-relieve/:vendorId', { poS: [relievableFrom(relieved)] });
    await goToReview(page, invoice, 'approver');
    await expect(page.getByText('Match').filter({ visible: true })).toHaveCount(1);
    await expectSound(page);
    await openMenu(page);
    await expectSound(page);
    await goToReview(page, relieved, 'creator');
    await expect(page.getByRole('region', { name: 'Invoiced' })).toBeVisible();
    await expectSound(page);
  });

  test(`DEC-80, DEC-74: the review of a payment, and the choice of its flow, is sound at ${width} px`, async () => {
    const choosing = show('nlite', { settings: { approvalFlowPaymentSelectionEnabled: true } });
    const { page } = await openReview(payment(), 'creator', { width, as: 'sam', show: choosing });
    await expectSound(page);
    await button(page, 'Submit for Approval').click();
    await expect(page.getByRole('dialog')).toContainText('Operating Account');
    await expectSound(page);
  });
}
