import { Refusal } from '#domain/codes';
import type { Payment, PaymentAttachment } from '#domain/payment';
import { workflowView } from '#domain/workflow-view';
import { readPayment } from '#store/show/read-payment';
import type { PaymentRows } from '#store/show/read-payment';
import { mustHaveModule } from './act.ts';
import type { ShowContext } from './context.ts';
import { summaryOf } from './list-payments.ts';
import { instanceOf } from './subject.ts';
import { historyOf, notesOf, sendHistoryOf } from './view-parts.ts';
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
  return { ...paymentOf(rows), invoices: invoicesOf(rows.invoices) };
}

function paymentOf(rows: PaymentRows): Omit<Payment, 'invoices'> {
  const { document, payment } = rows;
  const instance = instanceOf(rows);
  return {
    ...summaryOf(rows),
    revision: document.revision,
    bankAccountId: payment.bankAccountId,
    creator: { id: document.creatorId, name: document.creatorName },
    ownerId: document.ownerId,
    submitterId: document.submitterId,
    attachments: rows.attachments.map(attachmentOf),
    notes: notesOf(rows.notes),
    historyEvents: historyOf(rows.events),
    sendHistoryResource: sendHistoryOf(rows.sendHistory),
    workflow: instance && workflowView(instance),
    isArchived: document.archivedAt !== null,
  };
}

export function attachmentOf({ attachment, file }: PaymentRows['attachments'][number]): PaymentAttachment {
  return {
    attachmentId: file.id,
    label: file.label,
    created: file.createdAt,
    isTopSheet: attachment.isTopSheet,
    invoiceId: attachment.invoiceId,
  };
}
