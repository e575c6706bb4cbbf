import { test } from 'vitest';
import { expectAccessible } from '../accessibility.ts';
import { expect } from '../expect.ts';
import { attachment, pdfResponse } from '../fixtures/files.ts';
import { invoiceLine, submittedInvoice } from '../fixtures/invoices.ts';
import { note } from '../fixtures/notes.ts';
import { payment } from '../fixtures/payments.ts';
import { person } from '../fixtures/people.ts';
import { approvedOrder } from '../fixtures/purchase-orders.ts';
import { relievableFrom, relievedBy } from '../fixtures/relief.ts';
import { show } from '../fixtures/shows.ts';
import { barButton, goToReview, openMenu, openReview } from '../pages/reviews.ts';

export function testReviews(widths: readonly number[]): void {
  for (const width of widths) {
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
}
