import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { note } from '../../support/fixtures/notes.ts';
import {
  approvedPayment,
  approvePaymentAsHead,
  denyPayment,
  submittedPayment,
} from '../../support/fixtures/payments.ts';
import { person } from '../../support/fixtures/people.ts';
import {
  acceptDecision,
  actionBar,
  barButton,
  chooseAction,
  expectTip,
  goToReview,
  nameOf,
  nextOption,
  openMenu,
  openReview,
  section,
  storeDocument,
} from '../../support/pages/reviews.ts';

const attempt = {
  created: '2026-11-20T17:05:00.000Z',
  sendType: 'ACCOUNTING' as const,
  senderFirstName: 'Priya',
  senderLastName: 'Raman',
};

test('PA-05, AP-18, DEC-77: decisions are disabled and name the current approver', async () => {
  const { page } = await openReview(submittedPayment(), 'approver', { as: 'priya' });
  await expect(barButton(page, 'Approve')).toBeDisabled();
  await expectTip(page, barButton(page, 'Deny'), 'It waits for Marcus Oyelaran.');
});

test('PA-05, AP-08, DEC-77: an approver has only Deny and Approve', async () => {
  const paid = submittedPayment();
  const app = await openReview(paid, 'approver');
  const { page, api } = app;
  for (const name of ['Deny', 'Approve']) await expect(barButton(page, name)).toBeEnabled();
  for (const name of ['Void', 'Revise', 'Edit']) await expect(barButton(page, name)).toHaveCount(0);
  await nextOption(page).click({ force: true });
  acceptDecision(app, 'approval', approvePaymentAsHead(paid));
  await barButton(page, 'Approve').click();
  await expect(page.getByText(`${nameOf(paid)} approved.`)).toBeVisible();
  await expect(page).toHaveURL('/approvals/payments');
  expect(api.calls('POST /api/workflows/approval').map(({ body }) => body)).toMatchObject([
    { docId: paid.id, docType: 'PAYMENT', getNext: false, workflowStepId: paid.workflow?.currentStep?.id },
  ]);
});

test('PA-05, DEC-32: an approved payment is shown as released and has no decisions', async () => {
  const sendHistoryResource = [{ ...attempt, isSuccessful: true }];
  const { page } = await openReview(approvedPayment({ sendHistoryResource }), 'approver');
  await expect(page.getByRole('button', { name: 'Released to Accounting' })).toBeVisible();
  for (const name of ['Deny', 'Approve']) await expect(barButton(page, name)).toHaveCount(0);
});

test('AP-07, DEC-30: the next payment of the queue opens after a decision if the option is on', async () => {
  const [paid, next] = [submittedPayment(), submittedPayment()];
  const app = await openReview(paid, 'approver', { payments: [paid, next] });
  const { page } = app;
  acceptDecision(app, 'approval', approvePaymentAsHead(paid), next.id);
  await barButton(page, 'Approve').click();
  await expect(page.getByText(`${nameOf(paid)} approved.`)).toBeVisible();
  await expect(page).toHaveURL(`/payment/review/${next.id}/approver`);
  await expect(actionBar(page)).toHaveAccessibleName('Approval actions');
});

test('PA-05, AP-10, AP-22, AP-29, DEC-41: a denial requires a reason, shows a failure, and ends the payment', async () => {
  const paid = submittedPayment();
  const app = await openReview(paid, 'approver');
  const { page, api } = app;
  api.fail('POST /api/workflows/deny', 'WORKFLOW_CONFLICT');
  await barButton(page, 'Deny').click();
  const dialog = page.getByRole('dialog', { name: `Deny ${nameOf(paid)}` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeDisabled();
  await reason.fill('Paid by card');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `Void ${nameOf(paid)} failed` })).toBeVisible();
  acceptDecision(app, 'deny', denyPayment(paid));
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText(`${nameOf(paid)} denied.`)).toBeVisible();
  expect(api.calls('POST /api/workflows/deny').at(-1)?.body).toMatchObject({
    docId: paid.id,
    docType: 'PAYMENT',
    reason: 'Paid by card',
  });
});

test('PA-05, DEC-41: the submitter sees why a payment was denied and can neither submit nor pull it', async () => {
  const notes = [note('Paid by card', { by: person('marcus'), context: 'DENIED' })];
  const { page } = await openReview({ ...denyPayment(submittedPayment()), notes }, 'creator');
  await expect(section(page, 'Notes').getByRole('listitem')).toHaveText(/Denied.*Paid by card/);
  await expect(barButton(page, 'Submit for Approval')).toHaveCount(0);
  const pull = (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' });
  await expect(pull).toContainText('The payment is denied.');
});

test('AP-26, DEC-03: a payment that accounting does not release is still approved, with a warning', async () => {
  const paid = approvePaymentAsHead(submittedPayment());
  const { page, api, world } = await openReview(paid, 'approver', { as: 'priya' });
  api.fail('POST /api/workflows/approval', 'accounting_interface_error', {
    body: { approved: true, nextId: null },
  });
  await barButton(page, 'Approve').click();
  const warning = `${nameOf(paid)} was approved, but the accounting system returned an error.`;
  await expect(page.getByText(warning)).toBeVisible();
  const notReleased = approvedPayment({ sendHistoryResource: [{ ...attempt, isSuccessful: false }] });
  await goToReview(page, storeDocument(world, notReleased), 'approver');
  await expect(page.getByRole('button', { name: 'Failed to release to Accounting' })).toBeVisible();
});

test('DEC-28, DEC-42, AP-15: the submitter can pull a payment from approval and stays in its review', async () => {
  const paid = submittedPayment();
  const { page, api, world } = await openReview(paid, 'creator');
  const pulledState = {
    status: 'DRAFT',
    submissionStatus: 'Draft',
    workflow: null,
    workflowStepId: null,
  } as const;
  api.on('PUT /api/payments/:id/pull', () =>
    storeDocument(world, { ...paid, ...pulledState, submitterId: null }),
  );
  await chooseAction(page, 'Pull from Approval');
  await page
    .getByRole('alertdialog', { name: 'Pull from Approval' })
    .getByRole('button', { name: 'Pull from Approval' })
    .click();
  await expect(page.getByText(`${nameOf(paid)} pulled from approval.`)).toBeVisible();
  await expect(barButton(page, 'Submit for Approval')).toBeEnabled();
  await expect(page).toHaveURL(`/payment/review/${paid.id}?referrer=listing`);
  expect(api.calls('PUT /api/payments/:id/pull').map(({ params }) => params)).toEqual([{ id: paid.id }]);
});

test('DEC-42: only the submitter can pull a payment from approval', async () => {
  const { page } = await openReview(submittedPayment(), 'creator', { as: 'noor' });
  const pull = (await openMenu(page)).getByRole('menuitem', { name: 'Pull from Approval' });
  await expect(pull).toBeDisabled();
  await expect(pull).toContainText('Only the person who submitted the payment can pull it back.');
});
