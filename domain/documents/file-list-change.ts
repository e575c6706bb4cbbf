import type { AttachmentDraft } from './attachment-draft.ts';
import { Refusal } from '#domain/codes';
import type { Status } from '#domain/document';

/** A file on a document, as far as a change of the list looks at it. */
export interface HeldFile {
  fileId: string;
  label: string;
  /** Whether it was part of a submission; every file of a document that is no draft was. */
  wasSubmitted: boolean;
}

/** A file that leaves the list and stays readable. */
export interface Withdrawal {
  fileId: string;
  reason: string;
  /** The file of the same name that the same change adds. */
  replacedBy: string | null;
}

/** What becomes of the files of a document when its list is replaced. */
export interface FileListChange {
  added: readonly string[];
  withdrawn: readonly Withdrawal[];
}

/**
 * Compares the files that a document has with those that a request keeps. A file that was part of a submission is
 * withdrawn; any other that is missing is deleted. Throws `WORKFLOW_CONFLICT` when a file of an approved document is
 * missing: then files can only be added (DEC-53).
 */
export function fileListChange(
  held: readonly HeldFile[],
  kept: readonly { fileId: string; label: string }[],
  drafts: readonly AttachmentDraft[],
  status: Status,
): FileListChange {
  const known = new Set(held.map(({ fileId }) => fileId));
  const staying = new Set(kept.map(({ fileId }) => fileId));
  const added = kept.filter(({ fileId }) => !known.has(fileId));
  const missing = held.filter(({ fileId }) => !staying.has(fileId));
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
