import * as v from 'valibot';
import { attachmentLimit } from './attachments.ts';
import { flag, id, list, text } from '#domain/values/schema-fields';

/** How long the reason for a withdrawal may be. */
export const withdrawalReasonLimit = 500;

/** AT-01: an entry of the full list that a save carries; `shouldDelete` removes it. */
const attachmentInput = v.object({
  attachmentId: id,
  label: text(255),
  isTopSheet: flag,
  shouldDelete: flag,
  /** Why a submitted file is withdrawn (DEC-53); only beside `shouldDelete`. */
  reason: v.optional(text(withdrawalReasonLimit)),
});
/** Entries to delete come on top of those that stay. */
export const attachmentsInput = list(attachmentInput, 2 * attachmentLimit);
/** The same of a save that may leave it out: null keeps the files of the document (AT-01). */
export const optionalAttachmentsInput = v.nullish(
  v.pipe(v.array(attachmentInput), v.maxLength(2 * attachmentLimit)),
  null,
);
/** API-27: the uploads that a form lets go of together. */
export const attachmentIdsInput = v.pipe(v.array(id), v.minLength(1), v.maxLength(2 * attachmentLimit));
export type AttachmentDraft = v.InferOutput<typeof attachmentInput>;

/** What stays of the list that a save carries; a file named twice counts once (DEC-53). */
export function keptAttachments(drafts: readonly AttachmentDraft[]): AttachmentDraft[] {
  const gone = new Set(drafts.filter((draft) => draft.shouldDelete).map((draft) => draft.attachmentId));
  const kept = new Map<string, AttachmentDraft>();
  for (const draft of drafts) {
    if (!gone.has(draft.attachmentId) && !kept.has(draft.attachmentId)) kept.set(draft.attachmentId, draft);
  }
  return [...kept.values()];
}
