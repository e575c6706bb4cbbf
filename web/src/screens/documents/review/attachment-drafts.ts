import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import type { Attachment } from '#domain/documents/document-response';

export interface AttachmentChanges {
  added: readonly Pick<Attachment, 'attachmentId' | 'label'>[];
  /** Ids of stored files and of files added here. */
  removed: readonly string[];
  /** Why submitted files are withdrawn, by file id. */
  reasons: Readonly<Record<string, string>>;
}

/** The full list that a save sends: the stored files with the changes of one editor (API-11). */
export function draftsAfter(
  stored: readonly Pick<Attachment, 'attachmentId' | 'label' | 'isTopSheet'>[],
  changes: AttachmentChanges,
): AttachmentDraft[] {
  const storedIds = new Set(stored.map(({ attachmentId }) => attachmentId));
  const removed = new Set(changes.removed);
  const added = changes.added.filter(({ attachmentId }) => !storedIds.has(attachmentId));
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
