import type { Attachment } from '#domain/documents/attachments';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';

/** What one editor of the files has done so far. */
export interface AttachmentChanges {
  added: readonly Pick<Attachment, 'attachmentId' | 'label'>[];
  /** Ids, of stored files and of files added here. */
  removed: readonly string[];
  /** Why submitted files are withdrawn, by their ids. */
  reasons: Readonly<Record<string, string>>;
}

/** API-11: the full list that a save carries, with the changes of one editor on top of the stored files. */
export function draftsAfter(
  stored: readonly Pick<Attachment, 'attachmentId' | 'label' | 'isTopSheet'>[],
  changes: AttachmentChanges,
): AttachmentDraft[] {
  const known = new Set(stored.map(({ attachmentId }) => attachmentId));
  const removed = new Set(changes.removed);
  const added = changes.added.filter(({ attachmentId }) => !known.has(attachmentId));
  return [...stored, ...added.map((file) => ({ ...file, isTopSheet: false }))].map(
    ({ attachmentId, label, isTopSheet }) => ({
      attachmentId,
      label,
      isTopSheet,
      shouldDelete: removed.has(attachmentId),
      ...(changes.reasons[attachmentId] && { reason: changes.reasons[attachmentId] }),
    }),
  );
}
