import type { AttachmentDraft } from './attachment-draft.ts';
import { Refusal } from '#domain/codes';
import type { Status } from '#domain/document';

/** A file of a document, as far as a change of the list needs it. */
export interface AttachedFile {
  fileId: string;
  label: string;
  /** True when it was part of a submission, as every file of a document that is no longer a draft was. */
  wasSubmitted: boolean;
}

/** A file that is removed from the list and stays readable. */
export interface Withdrawal {
  fileId: string;
  reason: string;
  /** The file of the same name that the same change adds. */
  replacedBy: string | null;
}

/** The effect on a document's files when its list is replaced. */
export interface FileListChange {
  added: readonly string[];
  withdrawn: readonly Withdrawal[];
}

/**
 * Compares a document's files with those that a request keeps. A missing file that was part of a submission is
 * withdrawn; any other is deleted. Throws `WORKFLOW_CONFLICT` when a file of an approved document is missing, as files
 * can then only be added (DEC-53).
 */
export function fileListChange(
  attached: readonly AttachedFile[],
  remaining: readonly { fileId: string; label: string }[],
  drafts: readonly AttachmentDraft[],
  status: Status,
): FileListChange {
  const attachedIds = new Set(attached.map(({ fileId }) => fileId));
  const remainingIds = new Set(remaining.map(({ fileId }) => fileId));
  const added = remaining.filter(({ fileId }) => !attachedIds.has(fileId));
  const missing = attached.filter(({ fileId }) => !remainingIds.has(fileId));
  if (status === 'APPROVED' && missing.length > 0) throw new Refusal('WORKFLOW_CONFLICT');
  return {
    added: added.map(({ fileId }) => fileId),
    withdrawn: missing
      .filter(({ wasSubmitted }) => wasSubmitted)
      .map(({ fileId, label }) => ({
        fileId,
        reason: (drafts.find((draft) => draft.attachmentId === fileId)?.reason ?? '').trim(),
        replacedBy: added.find((file) => file.label === label)?.fileId ?? null,
      })),
  };
}
