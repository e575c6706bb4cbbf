import { describe, test } from 'vitest';
import type { Status, SubmissionStatus } from '#domain/document';
import { expect } from '../../support/expect.ts';
import { stubUploads, chooseFiles, textFile } from '../../support/files.ts';
import { attachment } from '../../support/fixtures/files.ts';
import { invoice } from '../../support/fixtures/invoices.ts';
import { payment, submitPayment, submittedPayment } from '../../support/fixtures/payments.ts';
import { show } from '../../support/fixtures/shows.ts';
import {
  actionBar,
  barButton,
  changeByOtherUser,
  expectTip,
  factOf,
  goToReview,
  nameOf,
  openMenu,
  openReview,
  reviewPath,
  section,
  storeDocument,
} from '../../support/pages/reviews.ts';

const submission = 'PUT /api/payments/:id/submit';
const showWithFlowChoice = show('nlite', { settings: { approvalFlowPaymentSelectionEnabled: true } });

describe('the review of a payment', () => {
  test("PA-06, DEC-28, DEC-78: the review from the user's own list has the payment's facts and the submitter's action bar", async () => {
    const paid = payment({ totalCost: 1240.5, paymentType: 'CCNF', created: '2026-11-04T18:00:00.000Z' });
    const { page } = await openReview(paid, 'creator', { as: 'sam' });
    await expect(page).toHaveTitle(`Payment ${paid.number} · Backlot`);
    await expect(factOf(page, 'Payee')).toHaveText(paid.payeeName);
    await expect(factOf(page, 'Vendor Name')).toHaveText(paid.vendorName);
    await expect(factOf(page, 'Payment Type')).toHaveText('Check (CCNF)');
    await expect(factOf(page, 'Bank Name')).toHaveText(paid.bankName);
    await expect(factOf(page, 'Created')).toHaveText(/^11\/04\/2026 /);
    await expect(page.getByRole('article', { name: 'Payment' }).getByText('$1,240.50')).toBeVisible();
    await expect(actionBar(page)).toHaveAccessibleName('Submission actions');
    await expect(barButton(page, 'Submit for Approval')).toBeEnabled();
    for (const name of ['Edit', 'Deny', 'Void', 'Approve'])
      await expect(barButton(page, name)).toHaveCount(0);
    await expect((await openMenu(page)).getByRole('menuitem')).toHaveText([
      /^Pull from Approval.*The payment is not in approval: Draft\.$/,
      'Download Audit Pack',
    ]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Export PDF' })).toBeEnabled();
    await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/payment');
  });

  test("DEC-78: the review from elsewhere has the approver's action bar", async () => {
    const paid = payment();
    const { page } = await openReview(paid, 'approver', { as: 'sam' });
    for (const suffix of ['', '/approver']) {
      await page.goto(reviewPath(paid, 'approver') + suffix);
      await expect(actionBar(page)).toHaveAccessibleName('Approval actions');
      await expect(barButton(page, 'Submit for Approval')).toHaveCount(0);
      await actionBar(page).getByRole('link', { name: 'Back to Dashboard' }).click();
      await expect(page).toHaveURL('/approvals/payments');
    }
  });

  test('PA-02, DEC-19: every status of a payment except canceled has its name', async () => {
    const paid = payment();
    const { page, world } = await openReview(paid, 'approver', { as: 'sam' });
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    for (const [status, submissionStatus, badge] of [
      ['DRAFT', 'Draft', ''],
      ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval', ''],
      ['APPROVED', 'Approved', ''],
      ['DENIED', 'Denied', 'Denied'],
    ] as const satisfies readonly (readonly [Status, SubmissionStatus, string])[]) {
      storeDocument(world, { ...paid, status, submissionStatus });
      await goToReview(page, paid, 'approver');
      await expect(head).toHaveText(`Payment ${paid.number}${submissionStatus}${badge}`);
    }
  });
});

describe('the approval flow of a payment', () => {
  test('PA-04, PA-15, DEC-44: a submit names the approval flow of the bank account if the show allows no choice', async () => {
    const paid = payment({ bankName: 'Old Harbour Bank CAD 4411', bankAccountId: 'bank-cad' });
    const { page, api, world } = await openReview(paid, 'creator', { as: 'sam' });
    await expect.poll(() => api.calls('GET /api/payment-workflow-template/listing').length).toBe(1);
    await page.waitForIdle();
    api.on(submission, () => storeDocument(world, submitPayment(paid)));
    await barButton(page, 'Submit for Approval').click();
    await expect(page.getByText(`${nameOf(paid)} submitted for approval.`)).toBeVisible();
    await expect(page).toHaveURL('/payment');
    expect(api.calls(submission).map(({ body }) => body)).toEqual([
      { contentVersion: 1, workflowTemplateSlug: 'foreign-account' },
    ]);
  });

  test('PA-04, PA-15, DEC-44: the submitter can choose an approval flow if the show allows it', async () => {
    const paid = payment();
    const { page, api, world } = await openReview(paid, 'creator', { as: 'sam', show: showWithFlowChoice });
    await barButton(page, 'Submit for Approval').click();
    const dialog = page.getByRole('dialog', { name: `Submit ${nameOf(paid)} for Approval` });
    const choice = dialog.getByRole('button', { name: /Approval flow/ });
    await expect(choice).toContainText('Operating Account');
    await choice.click();
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options).toHaveCount(2);
    await options.filter({ hasText: 'Foreign Account' }).click();
    await expect(choice).toContainText('Foreign Account');
    api.on(submission, () => storeDocument(world, submitPayment(paid)));
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(page.getByText(`${nameOf(paid)} submitted for approval.`)).toBeVisible();
    expect(api.calls(submission).map(({ body }) => body)).toEqual([
      { contentVersion: 1, workflowTemplateSlug: 'foreign-account' },
    ]);
  });

  test('PA-15: a show without payment approval flows shows an error and submits nothing', async () => {
    const { page } = await openReview(payment(), 'creator', {
      as: 'sam',
      show: showWithFlowChoice,
      api: (fake) => void fake.on('GET /api/payment-workflow-template/listing', []),
    });
    await barButton(page, 'Submit for Approval').click();
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit for Approval' });
    await expect(submit).toBeDisabled();
    await expectTip(
      page,
      submit,
      'No approval flow defined. Create an approval flow to submit items for approval.',
    );
  });
});

describe('a canceled payment', () => {
  test('SH-64, DEC-28: a payment that is canceled during its review shows a warning and leads to the list', async () => {
    const paid = submittedPayment();
    const app = await openReview(paid, 'approver', { as: 'priya' });
    const { page } = app;
    const warning = page.getByText(`${nameOf(paid)} was canceled in the accounting system.`);
    const canceled = { ...paid, status: 'CANCELED', submissionStatus: 'Canceled', workflow: null } as const;
    await changeByOtherUser(app, { ...canceled, version: paid.version + 1 });
    await expect(warning).toBeVisible();
    await expect(page).toHaveURL('/approvals/payments');
    // A payment that is already canceled does the same when it is opened.
    await page.goto(reviewPath(paid, 'approver'));
    await expect(warning).toBeVisible();
    await expect(page).toHaveURL('/approvals/payments');
  });

  test("SH-64: a canceled payment that is opened from the user's own list leads back to that list", async () => {
    const paid = payment({ status: 'CANCELED', submissionStatus: 'Canceled' });
    const other = payment();
    const { page } = await openReview(other, 'creator', { as: 'sam', payments: [paid, other] });
    await page.goto(reviewPath(paid, 'creator'));
    await expect(page.getByText(`${nameOf(paid)} was canceled in the accounting system.`)).toBeVisible();
    await expect(page).toHaveURL('/payment');
  });
});

describe('the invoices that a payment settles', () => {
  test('PA-12, AT-19, AT-03: the review lists the settled invoices with their files, and a new file may belong to one of them', async () => {
    const bill = invoice({ attachments: [attachment('bill.pdf')] });
    const settledInvoices = [{ id: bill.id, number: bill.number, amount: 300, orders: [] }];
    const paid = payment({ invoices: settledInvoices });
    const { page, api, world } = await openReview(paid, 'creator', { as: 'sam', invoices: [bill] });
    const invoices = section(page, 'Invoices');
    const link = invoices.getByRole('link', { name: `Invoice ${bill.number}` });
    await expect(link).toHaveAttribute('href', `/invoice/review/${bill.id}/creator`);
    await expect(invoices.getByRole('listitem').first()).toContainText('$300.00');
    await invoices.getByRole('button', { name: 'bill.pdf' }).click();
    const pane = page.getByRole('region', { name: 'Attachment bill.pdf' });
    await expect(pane.getByText('bill.pdf').last()).toBeAttached();
    await pane.getByRole('button', { name: 'Close preview' }).click();

    const files = section(page, 'Attachments');
    stubUploads(api);
    await files.getByRole('button', { name: 'Add Files' }).click();
    await chooseFiles(page, [textFile('remittance.txt')], files.locator('input[type=file]'));
    await files.getByRole('button', { name: /New files belong to/ }).click();
    await page.getByRole('option', { name: `Invoice ${bill.number}` }).click();
    await expect(files.getByText('Uploaded')).toBeVisible();
    const saved = { ...attachment('remittance.txt'), invoiceId: bill.id };
    api.on('POST /api/payments/attachments/:id', () => {
      const attachments = [saved];
      storeDocument(world, { ...paid, attachments, attachmentCount: 1, contentVersion: 2 });
      return { attachments, contentVersion: 2 };
    });
    await files.getByRole('button', { name: 'Save' }).click();
    await expect(files.getByRole('listitem')).toContainText(`Invoice ${bill.number}`);
    await expect(invoices.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
    expect(api.calls('POST /api/payments/attachments/:id')[0]?.body).toMatchObject({
      invoiceId: bill.id,
      attachments: [{ label: 'remittance.txt' }],
    });

    // A user who may not see the invoice sees only its number.
    world.invoices = [];
    await goToReview(page, paid, 'creator');
    await expect(invoices.getByText(`Invoice ${bill.number}`)).toBeVisible();
    await expect(link).toHaveCount(0);
    await expect(invoices.getByRole('button', { name: 'bill.pdf' })).toHaveCount(0);
    await expect(invoices.getByRole('button', { name: 'remittance.txt' })).toBeVisible();
  });

  test('PA-12: an invoice that the user may not see is requested once', async () => {
    const bill = invoice();
    const settledInvoices = [{ id: bill.id, number: bill.number, amount: 300, orders: [] }];
    const { page, api } = await openReview(payment({ invoices: settledInvoices }), 'creator', {
      as: 'sam',
      clock: true,
    });
    await expect(section(page, 'Invoices').getByText(`Invoice ${bill.number}`)).toBeVisible();
    await page.waitForIdle();
    await page.clock.runFor(60_000);
    expect(api.calls('GET /api/invoices/:id')).toHaveLength(1);
  });
});
