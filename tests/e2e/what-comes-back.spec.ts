import { openMail, recipients } from './support/export.ts';
import { attachedInvoice } from './support/invoices.ts';
import { openList } from './support/lists.ts';
import { draft, submitted } from './support/orders.ts';
import { cashier, draftPayment } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { numberOf, openInvoiceReview, openPaymentReview, openReview } from './support/review.ts';

// What people look for after the deed: what was sent back, what is paid, and to whom it goes.

test('SH-33, SH-38: what was sent back stands at its tab and on the first page, and opens where it is put right', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([as('dana'), apiOf('marcus')]);
  const order = await submitted(dana);
  const step = order.workflow?.currentStep?.id ?? null;
  const body = { docId: order.id, docType: 'PO', showId: order.showId, workflowStepId: step };
  await marcus.api.post('/api/workflows/revision', { ...body, reason: 'Which lamps?' });
  const { page } = dana;
  await page.goto('/approvals');
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Purchase Orders/ });
  await expect(tab).toContainText(/[1-9]\d* to revise/);
  const list = page.getByRole('region', { name: /^Your documents/ });
  await list.getByRole('link', { name: numberOf(order) }).click();
  await expect(page).toHaveURL(new RegExp(`/po/edit/${order.id}`));
});

test('PA-12, DEC-12: a payment leads to its invoices, an invoice to its payments, and one without says so', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [place, elena, sam] = await Promise.all([
    cashier(apiOf, baseURL, 'nlite'),
    apiOf('elena'),
    as('sam'),
  ]);
  const invoice = await attachedInvoice(elena);
  const payment = await draftPayment(place, {
    cents: () => 30_000,
    vendorExternalId: invoice.vendor.externalId ?? '',
    invoices: [{ number: invoice.number, amountCents: 30_000 }],
  });
  const { page } = sam;
  await openInvoiceReview(page, invoice, 'creator');
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText('Paid so far');
  await expect(payments.getByRole('listitem')).toContainText('$300.00');
  await payments.getByRole('link', { name: `Payment ${payment.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${payment.id}`));
  await expect(
    page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: `Invoice ${invoice.number}` }),
  ).toBeVisible();

  const bare = await draftPayment(place);
  await openPaymentReview(page, bare, '?referrer=listing');
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText(
    'The accounting system lists no invoices in this show for this payment.',
  );
});

test('EM-01, DEC-68, LS-32: the vendor is one press away, the log says what it holds, the number box what it takes', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  await openReview(page, order, 'creator');
  const mail = await openMail(page);
  const { chips } = recipients(mail, 'To');
  const offer = mail.getByRole('button', { name: `Add ${order.vendor.email} to To` });
  await offer.click();
  await expect(chips).toHaveText([order.vendor.email]);
  await expect(offer).toHaveCount(0);

  await openList(page, '/po');
  await page.getByRole('button', { name: 'Export PO Log' }).click();
  await expect(page.getByRole('menu')).toContainText('Every PO you can see, not just the ones listed');
  await page.keyboard.press('Escape');
  const box = page.getByRole('searchbox', { name: 'Search by PO number' });
  await box.pressSequentially('hal');
  await expect(page.getByText('These numbers contain only digits.')).toBeVisible();
  await expect(box).toHaveValue('');
  await box.pressSequentially(numberOf(order));
  await expect(page.getByText('These numbers contain only digits.')).toHaveCount(0);
  await expect(box).toHaveValue(order.poNumber);
});
