import { attachmentLimit } from '#domain/attachments';
import { keptAttachments } from '#domain/attachment-draft';
import type { AttachmentDraft } from '#domain/attachment-draft';
import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Write } from '#store/open';
import { countLinkable, replaceAttachments } from '#store/show/file-rows';
import type { Place, Seat, ShowContext } from './context.ts';

/** What a file must have been uploaded as. */
const ownerKinds = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** Whose files may be attached: of the user, and of the document, if it is not only now created. */
function ownerOf({ user }: Place, docType: DocType, documentId: string | null) {
  return { documentId, uploadedBy: user.id, ownerKind: ownerKinds[docType] };
}

/** Begins to look whether the files may be attached; `id` null: to a document that is only now created. */
export function beginLinking(
  seat: Seat,
  docType: DocType,
  id: string | null,
  list: readonly AttachmentDraft[],
): void {
  const ids = keptAttachments(list).map((entry) => entry.attachmentId);
  seat.store.foreseen.begin(countLinkable, seat.store, ids, ownerOf(seat, docType, id));
}

/**
 * The statements that make `list` the document's attachments (AT-01, DEC-53), and their files. Files of
 * another document, vendor, company, show, uploader or kind are `NOT_FOUND`; more than twenty `invalid_parameter`. On a
 * payment each may belong to an invoice (AT-19).
 */
export async function linkAttachments(
  context: ShowContext,
  { docType, id, isNew = false }: { docType: DocType; id: string; isNew?: boolean },
  list: readonly AttachmentDraft[],
  invoiceOf: (fileId: string) => string | null = () => null,
): Promise<{ fileIds: string[]; writes: Write[] }> {
  const kept = keptAttachments(list);
  if (kept.length > attachmentLimit) throw new Refusal('invalid_parameter', { message: 'attachments' });
  const ids = kept.map((entry) => entry.attachmentId);
  const { store } = context;
  const owner = ownerOf(context, docType, isNew ? null : id);
  if ((await store.foreseen.ask(countLinkable, store, ids, owner)) !== ids.length)
    throw new Refusal('NOT_FOUND', { message: 'attachments' });
  const entries = kept.map(({ attachmentId, isTopSheet }) => ({
    fileId: attachmentId,
    isTopSheet,
    invoiceId: invoiceOf(attachmentId),
  }));
  return { fileIds: ids, writes: replaceAttachments(store, id, entries, context.now) };
}
