import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import type { PaymentAttachment } from '#domain/payments/payment';
import { readAttachments } from '#store/show/documents/attachments';
import { isInvoice } from '#store/show/payments/read-payment';
import { beginAttachments } from '#verbs/request/prefetch';
import { attachTo, replaceFiles } from '#verbs/documents/attachments';
import type { Attached } from '#verbs/documents/attachments';
import type { Seat, ShowContext } from '#verbs/request/context';
import { beginLinking } from '#verbs/documents/link-attachments';
import type { Repeat } from '#verbs/request/idempotency';
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
 * keep theirs (PA-12, AT-19). Throws what `attachTo` and `replaceFiles` throw, `NOT_FOUND` for an invoice that is not of
 * this show.
 */
export async function attachToPayment(
  context: ShowContext,
  id: string,
  { attachments, invoiceId, contentVersion }: Given & { contentVersion: number | null },
  repeat: Repeat | null,
): Promise<Attached<PaymentAttachment>> {
  const { store } = context;
  const target = { docType: 'PAYMENT' as const, id, contentVersion };
  const stored = await attachTo(context, target, repeat, async (rows) => {
    if (invoiceId !== null && !(await store.foreseen.ask(isInvoice, store, invoiceId)))
      throw new Refusal('NOT_FOUND', { message: 'invoiceId was not found.' });
    return replaceFiles(context, rows, attachments, invoiceId);
  });
  const files = await store.foreseen.ask(readAttachments, store, id);
  return { attachments: files.map(attachmentOf), contentVersion: stored };
}
