import { attachmentLimit, keptAttachments } from '#domain/attachments';
import type { AttachmentDraft } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import type { Write } from '#store/open';
import { readLinkable, replaceAttachments } from '#store/show/file-rows';
import type { ShowContext } from './context.ts';

/**
 * The statements that make `list` the document's attachments (AT-01, DEC-53), and their files. Files of
 * another document, of another show or of another uploader are `NOT_FOUND`; more than twenty `invalid_parameter`.
 */
export async function linkAttachments(
  context: ShowContext,
  documentId: string,
  list: readonly AttachmentDraft[],
  existing: ReadonlySet<string>,
): Promise<{ fileIds: string[]; writes: Write[] }> {
  const kept = keptAttachments(list);
  if (kept.length > attachmentLimit) throw new Refusal('invalid_parameter', { message: 'attachments' });
  const ids = kept.map((entry) => entry.attachmentId);
  const files = await readLinkable(context.store, ids, documentId);
  const mine = files.filter((file) => existing.has(file.id) || file.uploadedBy === context.user.id);
  if (mine.length !== ids.length) throw new Refusal('NOT_FOUND', { message: 'attachments' });
  const entries = kept.map(({ attachmentId, isTopSheet }) => ({ fileId: attachmentId, isTopSheet }));
  return { fileIds: ids, writes: replaceAttachments(context.store, documentId, entries, context.now) };
}
