import * as v from 'valibot';
import { attachmentLimit } from './attachments.ts';
import { booleanFlag, id, list, text } from '#domain/values/schema-fields';

/** Maximum characters of the reason for a withdrawal. */
export const withdrawalReasonLimit = 500;

/** An entry of the full attachment list of a save; `shouldDelete` removes the file (AT-01). */
const attachmentInput = v.object({
  attachmentId: id,
  label: text(255),
  isTopSheet: booleanFlag,
  shouldDelete: booleanFlag,
  /** Why a submitted file is withdrawn (DEC-53); only together with `shouldDelete`. */
  reason: v.optional(text(withdrawalReasonLimit)),
});
/** Twice the limit: entries to delete come in addition to those that remain. */
export const attachmentsInput = list(attachmentInput, 2 * attachmentLimit);
/** A save may omit the list: null keeps the document's files (AT-01). */
export const optionalAttachmentsInput = v.nullish(
  v.pipe(v.array(attachmentInput), v.maxLength(2 * attachmentLimit)),
  null,
);
/** Uploads that a form discards together (API-27). */
export const attachmentIdsInput = v.pipe(v.array(id), v.minLength(1), v.maxLength(2 * attachmentLimit));
export type AttachmentDraft = v.InferOutput<typeof attachmentInput>;

/** Returns the entries of a save that are not deleted; a repeated file counts once (DEC-53). */
export function remainingAttachments(drafts: readonly AttachmentDraft[]): AttachmentDraft[] {
  const deletedIds = new Set(drafts.filter((draft) => draft.shouldDelete).map((draft) => draft.attachmentId));
  const remaining = new Map<string, AttachmentDraft>();
  for (const draft of drafts) {
    if (!deletedIds.has(draft.attachmentId) && !remaining.has(draft.attachmentId))
      remaining.set(draft.attachmentId, draft);
  }
  return [...remaining.values()];
}
