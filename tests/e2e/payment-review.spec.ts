import type { Page } from '@playwright/test';
import type { Payment, PaymentSummary, PaymentTemplate } from '../../domain/payment.ts';
import { ask } from './support/books.ts';
import { decideOn } from './support/decisions.ts';
import { pdfBytes } from './support/files.ts';
import { attachedInvoice } from './support/invoices.ts';
import {
  cashier,
  importedPayments,
  releasedElsewhere,
  releasesOf,
  waitingPayments,
} from './support/payments.ts';
import type { Cashier, Wanted } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { answerWith, bar, button, openMenu, openPaymentReview, pointedAt } from './support/review.ts';

interface Made extends PaymentSummary {
  /** As accounting knows it. */
  externalId: string;
}

function only({ prefix, payments }: { prefix: string; payments: PaymentSummary[] }): Made {
  const [payment] = payments;
  if (!payment) throw new Error('There is no payment');
  return { ...payment, externalId: `${prefix}-0` };
}

async function draftOf(place: Cashier, wanted: Partial<Wanted> = {}): Promise<Made> {
  return only(await importedPayments(place, { count: 1, ...wanted }));
}

async function waitingOf(place: Cashier, wanted: Partial<Wanted> = {}): Promise<Made> {
  return only(await waitingPayments(place, { count: 1, ...wanted }));
}

function stored({ api }: Pick<Cashier, 'api'>, { id }: { id: string }): Promise<Payment> {
  return api.get<Payment>(`/api/payments/${id}`);
}

/** What the page asks for when it submits. */
function submission(page: Page): Promise<unknown> {
  return page
    .waitForRequest((request) => /\/api\/payments\/[^/]+\/submit/.test(request.url()))
    .then((request) => request.postDataJSON() as unknown);
}

function flowsOf({ api, show }: Cashier): Promise<PaymentTemplate[]> {
  return api.get<PaymentTemplate[]>(`/api/payment-workflow-template/listing?showId=${show}`);
}

test('SH-63, PA-06, DEC-28, DEC-78: what the payment says; who comes from the own list gets the submitter bar, anybody else the approval bar', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await draftOf(place, { cents: () => 124_050, paymentType: 'CCNF' });
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
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export PDF' })).toHaveCount(0);
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

test('PA-04, PA-15, DEC-44: without a choice the web names the flow of the bank account', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await draftOf(place, { account: 1 });
  const flow = (await flowsOf(place)).find(({ paymentBankAccounts }) =>
    paymentBankAccounts.some(({ name }) => name === payment.bankName),
  );
  const { page } = await as('sam');
  const listed = page.waitForResponse('**/api/payment-workflow-template/listing**');
  await openPaymentReview(page, payment, '?referrer=listing');
  await listed;
  const sent = submission(page);
  await button(page, 'Submit for Approval').click();
  expect(await sent).toEqual({ workflowTemplateSlug: flow?.slug });
  await expect(page.getByText(`Payment #${payment.number} submitted for approval.`)).toBeVisible();
  await expect(page).toHaveURL(/\/payment$/);
  const after = await stored(place, payment);
  expect(after.status).toBe('SUBMITTED_FOR_APPROVAL');
  expect(after.workflow?.steps.map(({ name }) => name)).toEqual(['Executive producers']);
});

test('PA-04, PA-15, AP-30, DEC-44: with the choice the submitter picks one of the payment flows', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'ambercanyon');
  const payment = await draftOf(place);
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
    workflowTemplateSlug: flows.find(({ name }) => name === 'US Dollar Account')?.slug,
  });
  await expect(page.getByText(`Payment #${payment.number} submitted for approval.`)).toBeVisible();

  await page.route('**/api/payment-workflow-template/listing**', (route) => route.fulfill({ json: [] }));
  await openPaymentReview(page, await draftOf(place), '?referrer=listing');
  await button(page, 'Submit for Approval').click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit for Approval' });
  await expect(submit).toBeDisabled();
  await expect(await pointedAt(page, submit)).toHaveText(
    'No approval flow defined. Create an approval flow to submit items for approval.',
  );
});

test('PA-05, AP-08, AP-18, DEC-32, DEC-77: an approver has Deny and Approve; the last approval releases the payment', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await waitingOf(place);
  const [priya, robert] = await Promise.all([as('priya'), as('robert.achebe')]);
  await openPaymentReview(robert.page, payment);
  await expect(button(robert.page, 'Approve')).toBeDisabled();
  await expect(await pointedAt(robert.page, button(robert.page, 'Deny'))).toHaveText(
    'It waits for Priya Raman.',
  );
  const { page } = priya;
  await openPaymentReview(page, payment);
  for (const name of ['Deny', 'Approve']) await expect(button(page, name)).toBeEnabled();
  for (const name of ['Void', 'Revise', 'Edit', 'More actions'])
    await expect(button(page, name)).toHaveCount(0);
  await bar(page)
    .getByRole('checkbox', { name: 'Display Next Item Needing Approval' })
    .click({ force: true });
  await button(page, 'Approve').click();
  await expect(page.getByText(`Payment #${payment.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/approvals\/payments$/);
  expect((await stored(place, payment)).status).toBe('APPROVED');
  expect(await releasesOf(place, [payment])).toEqual([1]);
  await openPaymentReview(page, payment);
  await expect(page.getByRole('button', { name: 'Released to Accounting' })).toBeVisible();
  for (const name of ['Deny', 'Approve']) await expect(button(page, name)).toHaveCount(0);
});

test('AP-07, DEC-30: with the option on the next payment of the queue opens by itself', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const [first] = (await waitingPayments(place, { count: 2 })).payments;
  if (!first) throw new Error('No payment waits');
  const { page } = await as('priya');
  await openPaymentReview(page, first);
  await button(page, 'Approve').click();
  await expect(page.getByText(`Payment #${first.number} approved.`)).toBeVisible();
  await expect(page).toHaveURL(/\/payment\/review\/[^/]+\/approver$/);
  await expect(page).not.toHaveURL(new RegExp(first.id));
  await expect(bar(page)).toHaveAccessibleName('Approval actions');
});

test('PA-05, AP-10, AP-22, AP-29, DEC-41: a denial wants a reason, says when it fails, and ends the payment', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await waitingOf(place);
  const { page } = await as('priya');
  const doc = `Payment #${payment.number}`;
  await answerWith(page, '/api/workflows/deny', 409, { code: 'WORKFLOW_CONFLICT' });
  await openPaymentReview(page, payment);
  await button(page, 'Deny').click();
  const dialog = page.getByRole('dialog', { name: `Deny ${doc}` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid by card');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${doc} failed` })).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`${doc} denied.`)).toBeVisible();
  const after = await stored(place, payment);
  expect([after.status, after.submissionStatus]).toEqual(['DENIED', 'Denied']);
  const sam = await as('sam');
  await openPaymentReview(sam.page, payment, '?referrer=listing');
  await expect(sam.page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    /Denied.*Paid by card/,
  );
  await expect(button(sam.page, 'Submit for Approval')).toHaveCount(0);
  await expect(
    (await openMenu(sam.page)).getByRole('menuitem', { name: 'Pull from Approval' }),
  ).toContainText('The payment is denied.');
});

test('AP-26, DEC-03: a payment that accounting does not release is approved all the same, with a warning', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'harbour9');
  const waiting = await waitingOf(place, { account: 0, cents: () => 4_200 });
  const { page } = await as('alistair.crowe', { show: 'harbour9' });
  await releasedElsewhere(place, waiting.externalId, 4_200);
  await openPaymentReview(page, waiting);
  await button(page, 'Approve').click();
  const doc = `Payment #${waiting.number}`;
  await expect(
    page.getByText(`${doc} was approved, but the accounting system returned an error.`),
  ).toBeVisible();
  expect((await stored(place, waiting)).status).toBe('APPROVED');
  await openPaymentReview(page, waiting);
  await expect(page.getByRole('button', { name: 'Failed to release to Accounting' })).toBeVisible();
});

test('DEC-28, DEC-42, AP-15: its submitter pulls a payment back and stays at its review; nobody else does', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await waitingOf(place);
  const [sam, elena] = await Promise.all([as('sam'), as('elena')]);
  await openPaymentReview(elena.page, payment, '?referrer=listing');
  const others = (await openMenu(elena.page)).getByRole('menuitem', { name: 'Pull from Approval' });
  await expect(others).toBeDisabled();
  await expect(others).toContainText('Only who submitted the payment can pull it back.');
  const { page } = sam;
  await openPaymentReview(page, payment, '?referrer=listing');
  await (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' }).click();
  await page
    .getByRole('alertdialog', { name: 'Pull from Approval' })
    .getByRole('button', { name: 'Pull from Approval' })
    .click();
  await expect(page.getByText(`Payment #${payment.number} pulled from approval.`)).toBeVisible();
  await expect(button(page, 'Submit for Approval')).toBeEnabled();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${payment.id}\\?referrer=listing$`));
  const after = await stored(place, payment);
  expect([after.status, after.submissionStatus]).toEqual(['DRAFT', 'Draft']);
});

test('SH-64, DEC-28: a canceled payment, and one that is canceled while it is open, warns and leads away', async ({
  as,
  baseURL,
}) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await waitingOf(place);
  const [sam, priya] = await Promise.all([as('sam'), as('priya')]);
  const warning = `Payment #${payment.number} was canceled in the accounting system.`;
  await openPaymentReview(priya.page, payment);
  await ask(place.books, `/payments/${payment.externalId}/cancel`, {});
  await place.api.post(`/api/payments/refresh?showId=${place.show}`);
  await expect(priya.page.getByText(warning)).toBeVisible({ timeout: 20_000 });
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
  baseURL,
}) => {
  const [place, elena, sam] = await Promise.all([cashier(as, baseURL, 'nlite'), as('elena'), as('sam')]);
  const paper = await elena.api.upload('bill.pdf', await pdfBytes(['Foxglove bill 4711']), 'invoice');
  const attachments = [{ attachmentId: paper, label: 'bill.pdf' }];
  const invoice = await attachedInvoice(elena, { attachments });
  const payment = await draftOf(place, {
    cents: () => 30_000,
    vendorExternalId: invoice.vendor.externalId ?? '',
    invoices: [{ number: invoice.number, amountCents: 30_000 }],
  });
  const { page } = sam;
  await openPaymentReview(page, payment, '?referrer=listing');
  const settled = page.getByRole('region', { name: 'Invoices' });
  const link = settled.getByRole('link', { name: `Invoice ${invoice.number}` });
  await expect(link).toHaveAttribute('href', `/invoice/review/${invoice.id}/creator`);
  await expect(settled.getByRole('listitem').first()).toContainText('$300.00');
  await settled.getByRole('button', { name: 'bill.pdf' }).click();
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
  await expect(settled.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
  const [file] = (await stored(place, payment)).attachments;
  expect([file?.label, file?.invoiceId]).toEqual(['remittance.txt', invoice.id]);

  // Whoever may not see the invoice is told its number, and no more.
  await page.route(`**/api/invoices/${invoice.id}?**`, (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }),
  );
  await openPaymentReview(page, payment, '?referrer=listing');
  await expect(settled.getByText(`Invoice ${invoice.number}`)).toBeVisible();
  await expect(link).toHaveCount(0);
  await expect(settled.getByRole('button', { name: 'bill.pdf' })).toHaveCount(0);
  await expect(settled.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
});

test('NO-13, NO-03: a payment takes notes, also after it was denied', async ({ as, baseURL }) => {
  const place = await cashier(as, baseURL, 'nlite');
  const payment = await waitingOf(place);
  const priya = await as('priya');
  await decideOn(priya, 'PAYMENT', payment, 'deny');
  const { page } = priya;
  await openPaymentReview(page, payment);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Add Note' }).click();
  await notes.getByRole('textbox', { name: 'New note' }).fill('See the bank letter');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes.getByRole('listitem').first()).toContainText('See the bank letter');
  await notes.getByRole('listitem').first().getByRole('button', { name: /^Edit/ }).click();
  await notes.getByRole('textbox', { name: 'Change note' }).fill('See the letter of the bank');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes.getByRole('listitem').first()).toHaveText(/EDITED.*See the letter of the bank/);
  await expect(page.getByRole('region', { name: 'Attachments' }).getByRole('button')).toHaveCount(0);
});
