import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { attachment, pdfResponse } from '../support/fixtures/files.ts';
import { invoiceLine, submittedInvoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { payment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { approvedOrder } from '../support/fixtures/purchase-orders.ts';
import { relievableFrom, relievedBy } from '../support/fixtures/relief.ts';
import { show } from '../support/fixtures/shows.ts';
import { barButton, goToReview, openMenu, openReview } from '../support/pages/reviews.ts';

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-74: the reviews of an invoice and of the relieved order are accessible at ${width} px`, async () => {
    const order = approvedOrder();
    const reference = { referencePo: order.poNumber, referencePoLineNumber: 1, note: 'All of it' };
    const invoice = submittedInvoice({
      attachments: [attachment('bill.pdf')],
      lineItems: [invoiceLine(reference)],
      notes: [note('As agreed', { by: person('elena') })],
    });
    const relievedOrder = relievedBy(order, [invoice]);
    const { page, api } = await openReview(invoice, 'approver', {
      width,
      as: 'elena',
      orders: [relievedOrder],
    });
    api.on('GET /files/:owner/:id/newpreview/:name', () => pdfResponse('The bill'));
    api.on('GET /api/pos/get-for-relieve/:vendorId', { poS: [relievableFrom(relievedOrder)] });
    await goToReview(page, invoice, 'approver');
    await expect(page.getByText('Match').filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page);
    await openMenu(page);
    await expectAccessible(page);
    await goToReview(page, relievedOrder, 'creator');
    await expect(page.getByRole('region', { name: 'Invoiced' })).toBeVisible();
    await expectAccessible(page);
  });

  test(`DEC-80, DEC-74: the review of a payment and the choice of its approval flow are accessible at ${width} px`, async () => {
    const showWithFlowChoice = show('nlite', { settings: { approvalFlowPaymentSelectionEnabled: true } });
    const { page } = await openReview(payment(), 'creator', { width, as: 'sam', show: showWithFlowChoice });
    await expectAccessible(page);
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByRole('dialog')).toContainText('Operating Account');
    await expectAccessible(page);
  });
}
