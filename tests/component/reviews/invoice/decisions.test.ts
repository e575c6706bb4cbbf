import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import {
  approvedInvoice,
  denyInvoice,
  invoiceApprovedByHead,
  sendInvoiceBack,
  submittedInvoice,
  voidInvoice,
} from '../../support/fixtures/invoices.ts';
import { note } from '../../support/fixtures/notes.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  acceptDecision,
  barButton,
  chooseAction,
  expectTip,
  goToReview,
  nameOf,
  openReview,
  section,
} from '../../support/pages/reviews.ts';

const marcus = person('marcus');

test('IN-22, AP-09, AP-14, AP-28: a revision returns the invoice with a reason, and can be retried after a failure', async () => {
  const bill = submittedInvoice();
  const app = await openReview(bill, 'approver');
  const { page, api } = app;
  api.fail('POST /api/workflows/revision', 'WORKFLOW_CONFLICT');
  await barButton(page, 'Revise').click();
  const dialog = page.getByRole('dialog', { name: `Request Revision of ${nameOf(bill)}` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The date is missing');
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  const failure = `Revision request for ${nameOf(bill)} failed`;
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  acceptDecision(app, 'revision', sendInvoiceBack(bill));
  await dialog.getByRole('button', { name: 'Request Revision' }).click();
  await expect(page.getByText(`Revision requested for ${nameOf(bill)}.`)).toBeVisible();
  expect(api.calls('POST /api/workflows/revision').at(-1)?.body).toMatchObject({
    docId: bill.id,
    docType: 'INVOICE',
    reason: 'The date is missing',
  });
});

test('IN-22, DEC-19: the creator sees the reason of a revision and the step that requested it', async () => {
  const notes = [note('The date is missing', { by: marcus, context: 'REVISION' })];
  const { page } = await openReview({ ...sendInvoiceBack(submittedInvoice()), notes }, 'creator');
  await expect(section(page, 'Notes').getByRole('listitem')).toHaveText(
    /Revision Request.*The date is missing/,
  );
  const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
  await expect(chips).toHaveText(['RevisionMO', 'PendingPR']);
});

test('IN-23, AP-09, AP-13, AP-22, AP-29, AP-35, DEC-41: a void requires a reason and ends the invoice', async () => {
  const bill = submittedInvoice();
  const app = await openReview(bill, 'approver');
  const { page, api } = app;
  api.fail('POST /api/workflows/void', 'WORKFLOW_CONFLICT');
  await barButton(page, 'Void').click();
  const dialog = page.getByRole('dialog', { name: `Void ${nameOf(bill)}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Void' })).toBeDisabled();
  await reason.fill('Paid twice');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${nameOf(bill)} failed` })).toBeVisible();
  const notes = [note('Paid twice', { by: marcus, context: 'VOID' })];
  const voided = { ...voidInvoice(bill), notes };
  acceptDecision(app, 'void', voided);
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByText(`${nameOf(bill)} voided.`)).toBeVisible();
  expect(api.calls('POST /api/workflows/void').at(-1)?.body).toMatchObject({
    docId: bill.id,
    reason: 'Paid twice',
    archive: false,
  });
  await goToReview(page, voided, 'approver');
  await expect(section(page, 'Notes').getByRole('listitem')).toHaveText(/Invoice Void.*Paid twice/);
  for (const name of ['Approve', 'Revise', 'Edit']) await expect(barButton(page, name)).toHaveCount(0);
  await expect(barButton(page, 'Void')).toBeDisabled();
  await expectTip(page, barButton(page, 'Void'), 'The invoice is void.');
});

test('IN-24, AP-10, AP-29, DEC-41, DEC-77: Deny is in the menu, requires a reason and ends the invoice as denied', async () => {
  const bill = submittedInvoice();
  const app = await openReview(bill, 'approver');
  const { page, api } = app;
  api.fail('POST /api/workflows/deny', 'WORKFLOW_CONFLICT');
  await chooseAction(page, 'Deny');
  const dialog = page.getByRole('dialog', { name: `Deny ${nameOf(bill)}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeDisabled();
  await reason.fill('Not our order');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${nameOf(bill)} failed` })).toBeVisible();
  const notes = [note('Not our order', { by: marcus, context: 'DENIED' })];
  const denied = { ...denyInvoice(bill), notes };
  acceptDecision(app, 'deny', denied);
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`${nameOf(bill)} denied.`)).toBeVisible();
  expect(api.calls('POST /api/workflows/deny').at(-1)?.body).toMatchObject({ reason: 'Not our order' });
  await goToReview(page, denied, 'creator');
  await expect(page.getByText('Denied', { exact: true }).first()).toBeVisible();
  await expect(section(page, 'Notes').getByRole('listitem')).toHaveText(/Denied.*Not our order/);
});

test('AP-26, DEC-03: an approval that accounting rejects is valid, with a warning', async () => {
  const bill = invoiceApprovedByHead();
  const { page, api } = await openReview(bill, 'approver', { as: 'priya' });
  api.fail('POST /api/workflows/approval', 'accounting_interface_error', {
    message: 'Period closed',
    body: { approved: true, nextId: null },
  });
  await barButton(page, 'Approve').click();
  const warning = `${nameOf(bill)} was approved, but the accounting system returned an error.`;
  await expect(page.getByText(warning)).toBeVisible();
  const attempt = { created: '2026-11-20T17:05:00.000Z', senderFirstName: 'Priya', senderLastName: 'Raman' };
  const approved = approvedInvoice({
    sendHistoryResource: [{ ...attempt, sendType: 'ACCOUNTING', isSuccessful: false }],
  });
  const failureButton = page.getByRole('button', { name: 'Failed to send to Accounting' });
  page.api.on('GET /api/invoices/:id', approved);
  await goToReview(page, approved, 'approver');
  await expectTip(page, failureButton, /, Priya Raman$/);
});
