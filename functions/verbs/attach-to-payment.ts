import type { AttachmentDraft } from '#domain/attachment-draft';
import { Refusal } from '#domain/codes';
import type { PaymentAttachment } from '#domain/payment';
import { readAttachments } from '#store/show/attachment-rows';
import { isInvoice } from '#store/show/read-payment';
import { updateDocument } from '#store/show/write-document';
import { mayAttach } from './attach.ts';
import { beginAttachments } from './ahead.ts';
import type { Seat, ShowContext } from './context.ts';
import { beginLinking, linkAttachments } from './link-attachments.ts';
import { record } from './record.ts';
import { attachmentOf } from './view-payment.ts';

type Given = { attachments: readonly AttachmentDraft[]; invoiceId: string | null };

/** Begins what that replacement looks up. */
export function beginPaymentAttachments(seat: Seat, id: string, { attachments, invoiceId }: Given): void {
  beginAttachments(seat, id);
  beginLinking(seat, 'PAYMENT', id, attachments);
  if (invoiceId !== null) seat.store.foreseen.begin(isInvoice, seat.store, invoiceId);
}

/**
 * Replaces the attachments of a payment (API-91). Those that are new belong to the invoice, if one is named; the others
 * keep theirs (PA-12, AT-19). Throws what `mayAttach` and `linkAttachments` throw, `NOT_FOUND` for an invoice that is
 * not of this show.
 */
export async function attachToPayment(
  context: ShowContext,
  id: string,
  { attachments, invoiceId }: Given,
): Promise<PaymentAttachment[]> {
  const { store } = context;
  const target = { docType: 'PAYMENT' as const, id };
  await record(context, target, 'attach', async (rows) => {
    mayAttach(context, rows);
    if (invoiceId !== null && !(await store.foreseen.ask(isInvoice, store, invoiceId)))
      throw new Refusal('NOT_FOUND', { message: 'invoiceId' });
    const before = await store.foreseen.ask(readAttachments, store, id);
    const known = new Map(before.map(({ attachment }) => [attachment.fileId, attachment.invoiceId]));
    const invoiceOf = (fileId: string) => (known.has(fileId) ? (known.get(fileId) ?? null) : invoiceId);
    const linked = await linkAttachments(context, target, attachments, invoiceOf);
    return {
      payload: { attachments: linked.fileIds, invoiceId },
      writes: [updateDocument(store, id, { attachmentCount: linked.fileIds.length }), ...linked.writes],
    };
  });
  return (await store.foreseen.ask(readAttachments, store, id)).map(attachmentOf);
}
