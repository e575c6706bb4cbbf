import { pdfBytes } from './support/files.ts';
import { aBilledLine, submittedInvoice } from './support/invoices.ts';
import { approved } from './support/orders.ts';
import { cashier, importedPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { button, openInvoiceReview, openMenu, openPaymentReview, openReview } from './support/review.ts';
import { expectSound } from './support/sound.ts';

for (const width of [375, 900, 1440]) {
  const viewport = { width, height: 900 };

  test(`DEC-80, DEC-74: the review of an invoice, and of the order that it relieves, is sound at ${width} px`, async ({
    as,
    apiOf,
  }) => {
    const [dana, marcus, priya, elena] = await Promise.all([
      apiOf('dana'),
      apiOf('marcus'),
      apiOf('priya'),
      as('elena', { viewport }),
    ]);
    const order = await approved(dana, [marcus, priya]);
    const paper = await elena.api.upload('bill.pdf', await pdfBytes(['The bill']), 'invoice');
    const invoice = await submittedInvoice(elena, {
      attachments: [{ attachmentId: paper, label: 'bill.pdf' }],
      lineItems: [aBilledLine({ referencePo: order.poNumber, referencePoLineNumber: 1, note: 'All of it' })],
    });
    await elena.api.post(`/api/invoices/${invoice.id}/notes`, { content: 'As agreed', isReview: true });
    const { page } = elena;
    await openInvoiceReview(page, invoice, 'approver');
    await expect(page.getByText('Match').filter({ visible: true })).toHaveCount(1);
    await expectSound(page);
    await openMenu(page);
    await expectSound(page);
    await openReview(page, order, 'creator');
    await expect(page.getByRole('region', { name: 'Invoiced' })).toBeVisible();
    await expectSound(page);
  });

  test(`DEC-80, DEC-74: the review of a payment, and the choice of its flow, is sound at ${width} px`, async ({
    as,
    apiOf,
    baseURL,
  }) => {
    const place = await cashier(apiOf, baseURL, 'ambercanyon');
    const [payment] = (await importedPayments(place, { count: 1 })).payments;
    if (!payment) throw new Error('No payment was imported');
    const { page } = await as('colette.dubois', { show: 'ambercanyon', viewport });
    await openPaymentReview(page, payment, '?referrer=listing');
    await expectSound(page);
    await button(page, 'Submit for Approval').click();
    await expect(page.getByRole('dialog')).toContainText('Main Account');
    await expectSound(page);
  });
}
