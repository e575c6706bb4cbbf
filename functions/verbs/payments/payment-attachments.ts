import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import type { PaymentAttachment } from '#domain/payments/payment';
import type { Reading } from '#store/d1/query';
import { isInvoiceQuery } from '#store/show/payments/read-payment';
import { attachPlan, attachTo, replaceFiles } from '#verbs/documents/attachments';
import type { Attached } from '#verbs/documents/attachments';
import type { RequestContext } from '#verbs/request/context';
import type { Repeat } from '#verbs/request/idempotency';
import { attachmentOf } from './view-payment.ts';

type Given = { attachments: readonly AttachmentDraft[]; invoiceId: string | null };

/** A payment with its content, the files that are to be its attachments, and whether they may belong to the invoice. */
export const paymentAttachmentsPlan = (
  context: Pick<RequestContext, 'store' | 'user'>,
  id: string,
  { attachments, invoiceId }: Given,
  repeat: Repeat | null,
) => ({
  ...attachPlan(context, { docType: 'PAYMENT', id }, attachments, repeat),
  isInvoice: invoiceId === null ? null : isInvoiceQuery(context.store, invoiceId),
});

/**
 * Replaces the attachments of a payment (API-91). Those that are new belong to the invoice, if one is named; the others
 * keep theirs (PA-12, AT-19). Throws what `attachTo` and `replaceFiles` throw, `NOT_FOUND` for an invoice that is not of
 * this show.
 */
export async function attachToPayment(
  context: RequestContext,
  id: string,
  { attachments, invoiceId, contentVersion }: Given & { contentVersion: number | null },
  reading: Reading<ReturnType<typeof paymentAttachmentsPlan>>,
  repeat: Repeat | null,
): Promise<Attached<PaymentAttachment>> {
  const target = { docType: 'PAYMENT' as const, id, contentVersion };
  const stored = await attachTo(context, target, reading, repeat, async (subject, rows) => {
    if (rows.isInvoice === false) throw new Refusal('NOT_FOUND', { message: 'invoiceId was not found.' });
    return replaceFiles(context, subject, rows, attachments, invoiceId);
  });
  return { attachments: stored.files.map(attachmentOf), contentVersion: stored.contentVersion };
}
