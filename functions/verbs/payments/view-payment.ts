import { Refusal } from '#domain/codes';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { People } from '#domain/workflow/missing-approvers';
import { workflowView } from '#domain/workflow/workflow-view';
import type { PlanRows } from '#store/d1/query';
import { paymentQuery } from '#store/show/payments/read-payment';
import { ordersOfPaymentQuery } from '#store/show/payments/read-settlements';
import type { PaymentRows } from '#store/show/payments/read-payment';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { approvalPeople, approvalPeoplePlan } from '#verbs/approval/approval-people';
import { visibilitiesOf } from '#verbs/request/context';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { summaryOf } from './list-payments.ts';
import { instanceOf, standInsOfRows } from '#verbs/lifecycle/subject';
import { periodOf } from '#verbs/lifecycle/period-entry';
import {
  attachmentOf as sharedAttachmentOf,
  changesOf,
  historyOf,
  notesOf,
  sendHistoryOf,
  withdrawnOf,
} from '#verbs/documents/view-parts';
import { waitingOfWorkflow } from '#verbs/documents/waiting-view';
import { paidBy } from './view-settlements.ts';
import type { Payment, PaymentAttachment } from '#domain/payments/payment-response';

/**
 * A payment with its details (API-89, PA-01); users with the payments permission see all payments of the show (DEC-13),
 * also canceled ones. Throws `FORBIDDEN` without the permission, `NOT_FOUND`.
 */
export function viewPayment(
  context: RequestContext,
  { payment: rows, orders, ...people }: PlanRows<typeof paymentViewPlan>,
): Payment {
  requireModule(context, 'PAYMENT');
  if (!rows) throw new Refusal('NOT_FOUND');
  return {
    ...paymentOf(context, rows, approvalPeople(context, rows, people)),
    invoices: paidBy(context, rows.invoices, orders),
  };
}

/** The data of a payment's page. */
export const paymentViewPlan = (context: PlanContext, id: string) => ({
  ...approvalPeoplePlan(context, id),
  payment: paymentQuery(context.store, id),
  orders: ordersOfPaymentQuery(context.store, id, visibilitiesOf(context, 'PO')),
});

function paymentOf(
  context: RequestContext,
  rows: PaymentRows,
  people: People | null,
): Omit<Payment, 'invoices'> {
  const { document, payment } = rows;
  const instance = instanceOf(rows, rows.document);
  const workflow = instance && workflowView(instance, people, standInsOfRows(context, rows, instance));
  return {
    ...summaryOf(rows),
    ...periodOf(document),
    revision: document.revision,
    bankAccountId: payment.bankAccountId,
    creator: { id: document.creatorId, name: document.creatorName },
    ownerId: document.ownerId,
    submitterId: document.submitterId,
    revisionAuthorIds: [...revisionAuthors(rows.authorEvents)],
    attachments: rows.attachments.map(attachmentOf),
    withdrawnAttachments: withdrawnOf(rows.withdrawn),
    notes: notesOf(rows.notes),
    historyEvents: historyOf(rows.events),
    changes: changesOf(rows.events),
    sendHistoryResource: sendHistoryOf(rows.sendHistory),
    workflow,
    waiting: waitingOfWorkflow(context, rows, workflow),
    isArchived: document.archivedAt !== null,
  };
}

export function attachmentOf(row: PaymentRows['attachments'][number]): PaymentAttachment {
  return { ...sharedAttachmentOf(row), invoiceId: row.attachment.invoiceId };
}
