import type { Page } from '@playwright/test';
import type { PaymentTemplate } from '../../domain/payment.ts';
import { ask } from './support/books.ts';
import { pdfBytes } from './support/files.ts';
import { attachedInvoice } from './support/invoices.ts';
import { cashier, draftPayment, storedPayment, waitingPayment } from './support/payments.ts';
import type { Cashier } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { bar, button, expectTip, openMenu, openPaymentReview, paymentSeenAs } from './support/review.ts';

/** What the page asks for when it submits. */
function submission(page: Page): Promise<unknown> {
  return page
    .waitForRequest((request) => /\/api\/payments\/[^/]+\/submit/.test(request.url()))
    .then((request) => request.postDataJSON() as unknown);
}

function flowsOf({ api, show }: Cashier): Promise<PaymentTemplate[]> {
  return api.get<PaymentTemplate[]>(`/api/payment-workflow-template/listing?showId=${show}`);
}

test('PA-06, DEC-28, DEC-78: what the payment says; who comes from the own list gets the submitter bar, anybody else the approval bar', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await draftPayment(place, { cents: () => 124_050, paymentType: 'CCNF' });
  const { page } = await as('sam');
  await openPaymentReview(page, payment, '?referrer=listing');
  await expect(page).toHaveTitle(`Payment ${payment.number} · Backlot`);
  const sheet = page.getByRole('article', { name: 'Payment' });
  const fact = (term: string) => sheet.getByRole('term').filter({ hasText: term }).locator('+ dd');
  await expect(fact('Payee')).toHaveText(payment.payeeName);
  await expect(fact('Vendor Name')).toHaveText(payment.vendorName);
  await expect(fact('Payment Type')).toHaveText('Check (CCNF)');
  await expect(fact('Bank Name')).toHaveText(payment.bankName);
  await expect(fact('Created')).toHaveText(/^11\/04\/2026 /);
  await expect(sheet.getByText('$1,240.50')).toBeVisible();
  await expect(bar(page)).toHaveAccessibleName('Submission actions');
  await expect(button(page, 'Submit for Approval')).toBeEnabled();
  for (const name of ['Edit', 'Deny', 'Void', 'Approve']) await expect(button(page, name)).toHaveCount(0);
  await expect((await openMenu(page)).getByRole('menuitem')).toHaveText([
    /^Pull from Approval.*The payment is not in approval: Draft\.$/,
    'Download Audit Pack',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeEnabled();
  await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  for (const rest of ['', '/approver'] as const) {
    await openPaymentReview(page, payment, rest);
    await expect(bar(page)).toHaveAccessibleName('Approval actions');
    await expect(button(page, 'Submit for Approval')).toHaveCount(0);
    await bar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL(/\/approvals\/payments$/);
  }
});

test('PA-02, DEC-19: every state of a payment that is not canceled has its name', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const payment = await draftPayment(await cashier(apiOf, baseURL, 'nlite'));
  const { page } = await as('sam');
  const head = page.getByRole('heading', { level: 1 }).locator('..');
  for (const [status, submissionStatus, badge] of [
    ['DRAFT', 'Draft', ''],
    ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval', ''],
    ['APPROVED', 'Approved', ''],
    ['DENIED', 'Denied', 'Denied'],
  ] as const) {
    await paymentSeenAs(page, payment, { status, submissionStatus });
    await openPaymentReview(page, payment);
    await expect(head).toHaveText(`Payment ${payment.number}${submissionStatus}${badge}`);
  }
});

test('PA-04, PA-15, DEC-44: without a choice the web names the flow of the bank account', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await draftPayment(place, { account: 1 });
  const flow = (await flowsOf(place)).find(({ paymentBankAccounts }) =>
    paymentBankAccounts.some(({ name }) => name === payment.bankName),
  );
  const { page } = await as('sam');
  const listed = page.waitForResponse('**/api/payment-workflow-template/listing**');
  await openPaymentReview(page, payment, '?referrer=listing');
  await listed;
  await settled(page);
  const sent = submission(page);
  await button(page, 'Submit for Approval').click();
  expect(await sent).toEqual({ contentVersion: 1, workflowTemplateSlug: flow?.slug });
  await expect(page.getByText(`Payment #${payment.number} submitted for approval.`)).toBeVisible();
  await expect(page).toHaveURL(/\/payment$/);
  const after = await storedPayment(place, payment);
  expect(after.status).toBe('SUBMITTED_FOR_APPROVAL');
  expect(after.workflow?.steps.map(({ name }) => name)).toEqual(['Executive producers']);
});

test('PA-04, PA-15, DEC-44: with the choice the submitter picks one of the payment flows', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'ambercanyon');
  const payment = await draftPayment(place);
  const flows = await flowsOf(place);
  const { page } = await as('colette.dubois', { show: 'ambercanyon' });
  await openPaymentReview(page, payment, '?referrer=listing');
  await button(page, 'Submit for Approval').click();
  const dialog = page.getByRole('dialog', { name: `Submit Payment #${payment.number} for Approval` });
  const choice = dialog.getByRole('button', { name: /Approval flow/ });
  await expect(choice).toContainText('Main Account');
  await choice.click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(flows.length);
  await options.filter({ hasText: 'US Dollar Account' }).click();
  await expect(choice).toContainText('US Dollar Account');
  const sent = submission(page);
  await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
  expect(await sent).toEqual({
    contentVersion: 1,
    workflowTemplateSlug: flows.find(({ name }) => name === 'US Dollar Account')?.slug,
  });
  await expect(page.getByText(`Payment #${payment.number} submitted for approval.`)).toBeVisible();

  await page.route('**/api/payment-workflow-template/listing**', (route) => route.fulfill({ json: [] }));
  await openPaymentReview(page, await draftPayment(place), '?referrer=listing');
  await button(page, 'Submit for Approval').click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit for Approval' });
  await expect(submit).toBeDisabled();
  await expectTip(
    page,
    submit,
    'No approval flow defined. Create an approval flow to submit items for approval.',
  );
});

test('SH-64, DEC-28: a canceled payment, and one that is canceled while it is open, warns and leads away', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payment = await waitingPayment(place);
  const [sam, priya] = await Promise.all([as('sam'), as('priya')]);
  const warning = `Payment #${payment.number} was canceled in the accounting system.`;
  await openPaymentReview(priya.page, payment);
  await ask(place.books, `/payments/${payment.externalId}/cancel`, {});
  await place.api.post(`/api/payments/refresh?showId=${place.show}`);
  await expect(priya.page.getByText(warning)).toBeVisible();
  await expect(priya.page).toHaveURL(/\/approvals\/payments$/);
  await sam.page.goto(`/payment/review/${payment.id}?referrer=listing`);
  await expect(sam.page.getByText(warning)).toBeVisible();
  await expect(sam.page).toHaveURL(/\/payment$/);
  await sam.page.goto(`/payment/review/${payment.id}`);
  await expect(sam.page.getByText(warning)).toBeVisible();
  await expect(sam.page).toHaveURL(/\/approvals\/payments$/);
});

test('PA-12, AT-19, AT-03: the invoices it settles with their papers, and a file that belongs to one of them', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [place, elena, sam] = await Promise.all([
    cashier(apiOf, baseURL, 'nlite'),
    apiOf('elena'),
    as('sam'),
  ]);
  const paper = await elena.api.upload('bill.pdf', await pdfBytes(['Foxglove bill 4711']), 'invoice');
  const attachments = [{ attachmentId: paper, label: 'bill.pdf' }];
  const invoice = await attachedInvoice(elena, { attachments });
  const payment = await draftPayment(place, {
    cents: () => 30_000,
    vendorExternalId: invoice.vendor.externalId ?? '',
    invoices: [{ number: invoice.number, amountCents: 30_000 }],
  });
  const { page } = sam;
  await openPaymentReview(page, payment, '?referrer=listing');
  const invoices = page.getByRole('region', { name: 'Invoices' });
  const link = invoices.getByRole('link', { name: `Invoice ${invoice.number}` });
  await expect(link).toHaveAttribute('href', `/invoice/review/${invoice.id}/creator`);
  await expect(invoices.getByRole('listitem').first()).toContainText('$300.00');
  await invoices.getByRole('button', { name: 'bill.pdf' }).click();
  const pane = page.getByRole('region', { name: 'Attachment bill.pdf' });
  await expect(pane.getByText('Foxglove bill 4711')).toBeAttached();
  await pane.getByRole('button', { name: 'Close preview' }).click();

  const files = page.getByRole('region', { name: 'Attachments' });
  await files.getByRole('button', { name: 'Add Files' }).click();
  await files.locator('input[type=file]').setInputFiles({
    name: 'remittance.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Remitted'),
  });
  await files.getByRole('button', { name: /New files belong to/ }).click();
  await page
    .getByRole('listbox')
    .getByRole('option', { name: `Invoice ${invoice.number}` })
    .click();
  await expect(files.getByText('Uploaded')).toBeVisible();
  await files.getByRole('button', { name: 'Save' }).click();
  await expect(files.getByRole('listitem')).toContainText(`Invoice ${invoice.number}`);
  await expect(invoices.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
  const [file] = (await storedPayment(place, payment)).attachments;
  expect([file?.label, file?.invoiceId]).toEqual(['remittance.txt', invoice.id]);

  // Whoever may not see the invoice is told its number, and no more.
  await page.route(`**/api/invoices/${invoice.id}?**`, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }),
  );
  await openPaymentReview(page, payment, '?referrer=listing');
  await expect(invoices.getByText(`Invoice ${invoice.number}`)).toBeVisible();
  await expect(link).toHaveCount(0);
  await expect(invoices.getByRole('button', { name: 'bill.pdf' })).toHaveCount(0);
  await expect(invoices.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
});
