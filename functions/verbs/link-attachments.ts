import { attachmentLimit, keptAttachments } from '#domain/attachments';
import type { AttachmentDraft } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Write } from '#store/open';
import { countLinkable, replaceAttachments } from '#store/show/file-rows';
import type { ShowContext } from './context.ts';

/** What a file must have been uploaded as. */
const ownerKinds = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/**
 * The statements that make `list` the document's attachments (AT-01, DEC-53), and their files. Files of
 * another document, vendor, company, show, uploader or kind are `NOT_FOUND`; more than twenty `invalid_parameter`. On a
 * payment each may belong to an invoice (AT-19).
 */
export async function linkAttachments(
  context: ShowContext,
  { docType, id }: { docType: DocType; id: string },
  list: readonly AttachmentDraft[],
  invoiceOf: (fileId: string) => string | null = () => null,
): Promise<{ fileIds: string[]; writes: Write[] }> {
  const kept = keptAttachments(list);
  if (kept.length > attachmentLimit) throw new Refusal('invalid_parameter', { message: 'attachments' });
  const ids = kept.map((entry) => entry.attachmentId);
  const by = { documentId: id, uploadedBy: context.user.id, ownerKind: ownerKinds[docType] };
  if ((await countLinkable(context.store, ids, by)) !== ids.length)
    throw new Refusal('NOT_FOUND', { message: 'attachments' });
  const entries = kept.map(({ attachmentId, isTopSheet }) => ({
    fileId: attachmentId,
    isTopSheet,
    invoiceId: invoiceOf(attachmentId),
  }));
  return { fileIds: ids, writes: replaceAttachments(context.store, id, entries, context.now) };
}
