import { Refusal } from '#domain/codes';
import type { Payment, PaymentAttachment } from '#domain/payments/payment';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { People } from '#domain/workflow/workflow';
import { workflowView } from '#domain/workflow/workflow-view';
import { readPayment } from '#store/show/payments/read-payment';
import type { PaymentRows } from '#store/show/payments/read-payment';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { approvalPeople } from '#verbs/approval/approval-people';
import type { ShowContext } from '#verbs/request/context';
import { summaryOf } from './list-payments.ts';
import { instanceOf } from '#verbs/lifecycle/subject';
import {
  attachmentOf as sharedAttachmentOf,
  changesOf,
  historyOf,
  notesOf,
  sendHistoryOf,
  withdrawnOf,
} from '#verbs/documents/view-parts';
import { paidBy } from './view-settlements.ts';

/**
 * A payment with what hangs on it (API-89, PA-01): everybody with the payments permission sees all of the show's
 * (DEC-13), a canceled one too. Throws `FORBIDDEN` without the permission, `NOT_FOUND`.
 */
export async function viewPayment(context: ShowContext, id: string): Promise<Payment> {
  mustHaveModule(context, 'PAYMENT');
  const { store } = context;
  const [rows, invoicesOf] = await Promise.all([
    store.foreseen.ask(readPayment, store, id),
    paidBy(context, id),
  ]);
  if (!rows) throw new Refusal('NOT_FOUND');
  return { ...paymentOf(rows, await approvalPeople(context, rows)), invoices: invoicesOf(rows.invoices) };
}

function paymentOf(rows: PaymentRows, people: People | null): Omit<Payment, 'invoices'> {
  const { document, payment } = rows;
  const instance = instanceOf(rows);
  return {
    ...summaryOf(rows),
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
    workflow: instance && workflowView(instance, people),
    isArchived: document.archivedAt !== null,
  };
}

export function attachmentOf(row: PaymentRows['attachments'][number]): PaymentAttachment {
  return { ...sharedAttachmentOf(row), invoiceId: row.attachment.invoiceId };
}
