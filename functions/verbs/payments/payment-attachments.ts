import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import type { Reading } from '#store/d1/query';
import { isInvoiceQuery } from '#store/show/payments/read-payment';
import { attachPlan, attachTo, replaceFiles } from '#verbs/documents/attachments';
import type { AttachResult } from '#verbs/documents/attachments';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { attachmentOf } from './view-payment.ts';
import type { PaymentAttachment } from '#domain/payments/payment-response';

type AttachmentsInput = { attachments: readonly AttachmentDraft[]; invoiceId: string | null };

/** A payment with its content and new files, and whether `invoiceId` is an invoice of the show. */
export const paymentAttachmentsPlan = (
  context: MembershipContext,
  id: string,
  { attachments, invoiceId }: AttachmentsInput,
) => ({
  ...attachPlan(context, { docType: 'PAYMENT', id }, attachments),
  isInvoice: invoiceId === null ? null : isInvoiceQuery(context.store, invoiceId),
});

/**
 * Replaces the attachments of a payment (API-91). New ones belong to the named invoice, if any; existing ones keep
 * theirs (PA-12, AT-19). Throws what `attachTo` and `replaceFiles` throw, and `NOT_FOUND` for an invoice of another
 * show.
 */
export async function attachToPayment(
  context: RequestContext,
  id: string,
  { attachments, invoiceId, contentVersion }: AttachmentsInput & { contentVersion: number | null },
  reading: Reading<ReturnType<typeof paymentAttachmentsPlan>>,
): Promise<AttachResult<PaymentAttachment>> {
  const target = { docType: 'PAYMENT' as const, id, contentVersion };
  const stored = await attachTo(context, target, reading, async (subject, rows) => {
    if (rows.isInvoice === false) throw new Refusal('NOT_FOUND', { message: 'invoiceId was not found.' });
    return replaceFiles(context, subject, rows, attachments, invoiceId);
  });
  return { attachments: stored.files.map(attachmentOf), contentVersion: stored.contentVersion };
}
