import { describe, test } from 'vitest';
import type { ActionResult } from '#domain/lifecycle/action-response';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { orderApprovedByHead, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { approvePaymentAsHead, submittedPayment } from '../support/fixtures/payments.ts';
import { chooseAction, nameOf, openMenu, openReview, storeDocument } from '../support/pages/reviews.ts';

const sendBack = 'POST /api/workflows/send-back';
const reason = 'Wrong episode';

describe('Send Back', () => {
  test('BACK-06: the dialog proposes the step before, says what happens, and needs a reason', async () => {
    const order = orderApprovedByHead();
    const app = await openReview(order, 'approver', { as: 'priya' });
    const { page, api, world } = app;
    api.on(sendBack, (): ActionResult => {
      const { id, status, submissionStatus } = storeDocument(world, { ...submittedOrder(), id: order.id });
      return { docId: id, docType: 'PO', status, submissionStatus, nextId: null };
    });
    await chooseAction(page, 'Send Back to Earlier Step');
    const dialog = page.getByRole('dialog', { name: `Send Back ${nameOf(order)}` });
    await expect(dialog).toContainText('Department head');
    await expect(dialog).toContainText(
      'Approvals of Department head and later steps no longer count; once Department head has approved again, the purchase order returns to your step, unless it has changed.',
    );
    const confirm = dialog.getByRole('button', { name: /^Send Back/ });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
    await confirm.click();
    await expect(page.getByText(`${nameOf(order)} sent back to Department head.`)).toBeVisible();
    expect(api.calls(sendBack)[0]?.body).toMatchObject({
      docId: order.id,
      workflowStepId: order.workflow?.currentStep?.id,
      toStepId: order.workflow?.steps[0]?.id,
      contentVersion: order.contentVersion,
      reason,
    });
  });

  test('BACK-06: it is not offered at the first step, nor to others', async () => {
    const order = submittedOrder();
    const { page } = await openReview(order, 'approver');
    await expect(
      (await openMenu(page)).getByRole('menuitem', { name: 'Send Back to Earlier Step' }),
    ).toHaveCount(0);
  });

  test('BACK-06: a failed send back keeps the reason', async () => {
    const order = orderApprovedByHead();
    const { page, api } = await openReview(order, 'approver', { as: 'priya' });
    api.fail(sendBack, 'WORKFLOW_CONFLICT');
    await chooseAction(page, 'Send Back to Earlier Step');
    const dialog = page.getByRole('dialog', { name: `Send Back ${nameOf(order)}` });
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
    await dialog.getByRole('button', { name: /^Send Back/ }).click();
    await expect(page.getByRole('alert')).toContainText(`${nameOf(order)} could not be sent back.`);
    await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue(reason);
  });

  test('BACK-06: a payment can be sent back, too', async () => {
    const payment = approvePaymentAsHead(submittedPayment());
    const { page } = await openReview(payment, 'approver', { as: 'priya' });
    await chooseAction(page, 'Send Back to Earlier Step');
    await expect(page.getByRole('dialog', { name: `Send Back ${nameOf(payment)}` })).toBeVisible();
  });
});

test('BACK-06: the review says who sent the document back, and marks kept approvals', async () => {
  const order = submittedOrder();
  const { workflow } = order;
  const [first, last] = workflow?.steps ?? [];
  const sentBack = {
    by: 'Priya Raman',
    at: '2026-11-20T16:00:00.000Z',
    reason,
    fromStepId: last?.id ?? '',
    toStepId: first?.id ?? '',
  };
  const { page } = await openReview(
    { ...order, workflow: workflow && { ...workflow, sentBack } },
    'approver',
  );
  await expect(
    page.getByRole('status').filter({ hasText: 'sent it back from Line producer to Department head:' }),
  ).toContainText(reason);
});

test('BACK-06: on a phone the dialog fits, and sends the document back', async () => {
  const order = orderApprovedByHead();
  const { page, api, world } = await openReview(order, 'approver', { as: 'priya', width: 375, height: 812 });
  api.on(sendBack, (): ActionResult => {
    const { id, status, submissionStatus } = storeDocument(world, { ...submittedOrder(), id: order.id });
    return { docId: id, docType: 'PO', status, submissionStatus, nextId: null };
  });
  await chooseAction(page, 'Send Back to Earlier Step');
  const dialog = page.getByRole('dialog', { name: `Send Back ${nameOf(order)}` });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason);
  await expectAccessible(page);
  const confirm = dialog.getByRole('button', { name: /^Send Back/ });
  await expect(confirm).toBeInViewport();
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
  await confirm.click();
  await expect(page.getByText(`${nameOf(order)} sent back to Department head.`)).toBeVisible();
});
