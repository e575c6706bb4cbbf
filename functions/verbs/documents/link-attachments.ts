import { attachmentLimit } from '#domain/documents/attachments';
import { remainingAttachments } from '#domain/documents/attachment-draft';
import { canonicalFile } from '#domain/history/content';
import { fileListChange } from '#domain/documents/file-list-change';
import type { Status } from '#domain/document';
import type { Json } from '#domain/history/history';
import type { PlanRows } from '#store/d1/query';
import { attachmentsQuery } from '#store/show/documents/attachments';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { Refusal } from '#domain/codes';
import type { ContentRow } from '#domain/history/content';
import type { DocType } from '#domain/document';
import type { Write } from '#store/d1/open';
import { attachments } from '#store/show/tables/document-tables';
import { linkableFilesQuery, replaceAttachments } from '#store/show/documents/files';
import { withDefaults } from '#store/d1/with-defaults';
import type { RequestContext } from '#verbs/request/context';

/** The new attachments of a document: their ids, their rows for the content, and the writes. */
export interface LinkedAttachments {
  fileIds: string[];
  files: ContentRow[];
  before: ContentRow[];
  /** Whether a submitted file is withdrawn or replaced. */
  withdraws: boolean;
  /** The event's record of added and withdrawn files. */
  payload: Record<string, Json>;
  writes: Write[];
}

/** The document whose files are replaced, and the number of the event. */
export interface LinkTarget {
  id: string;
  /** Null for a document that is being created. */
  status: Status | null;
  seq: number;
}

/** The kind of upload that each document type accepts. */
const ownerKinds = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** Files may be attached that the user uploaded or that the document already has; it has none while being created. */
function ownerOf({ user }: Pick<RequestContext, 'user'>, docType: DocType, documentId: string | null) {
  return { documentId, uploadedBy: user.id, ownerKind: ownerKinds[docType] };
}

/**
 * Reads the files of a list that may be attached, and the attached ones. `id` is null for a document that is being
 * created.
 */
export function linkPlan(
  context: Pick<RequestContext, 'store' | 'user'>,
  docType: DocType,
  id: string | null,
  list: readonly AttachmentDraft[],
) {
  const { store } = context;
  const ids = remainingAttachments(list).map((entry) => entry.attachmentId);
  return {
    linkable: ids.length > 0 ? linkableFilesQuery(store, ids, ownerOf(context, docType, id)) : null,
    attached: id === null ? null : attachmentsQuery(store, id),
  };
}
export type LinkRows = PlanRows<typeof linkPlan>;

/** A stored attachment in the form of a draft. */
type AttachedRows = NonNullable<LinkRows['attached']>;

function draftOf({ attachment, file }: AttachedRows[number]): AttachmentDraft {
  const { fileId: attachmentId, isTopSheet } = attachment;
  return { attachmentId, label: file.label, isTopSheet, shouldDelete: false };
}

/** Approved files keep their order and marks; new files follow (DEC-53). */
function asApproved(attached: AttachedRows, listed: readonly AttachmentDraft[]): AttachmentDraft[] {
  const listedIds = new Set(listed.map((entry) => entry.attachmentId));
  const stored = attached.map(draftOf).filter((entry) => listedIds.has(entry.attachmentId));
  const storedIds = new Set(stored.map((entry) => entry.attachmentId));
  return [...stored, ...listed.filter((entry) => !storedIds.has(entry.attachmentId))];
}

/**
 * The statements that make `drafts` the document's attachments, and their files. Null keeps the present attachments. On
 * a payment, new files may belong to an invoice (AT-19). Throws `NOT_FOUND` for files of another document, vendor,
 * company, show, uploader or kind, `invalid_parameter` for more than twenty, `WORKFLOW_CONFLICT` when a file of an
 * approved document is missing (AT-01, DEC-53).
 */
export function linkAttachments(
  context: RequestContext,
  { id, status, seq }: LinkTarget,
  drafts: readonly AttachmentDraft[] | null,
  rows: Pick<LinkRows, 'linkable' | 'attached'>,
  invoiceId: string | null = null,
): LinkedAttachments {
  const listed = drafts && remainingAttachments(drafts);
  if (listed && listed.length > attachmentLimit)
    throw new Refusal('invalid_parameter', {
      message: `A document can have at most ${attachmentLimit} attachments.`,
    });
  const { store } = context;
  const attached = rows.attached ?? [];
  const linkable = rows.linkable ?? [];
  const list = drafts ?? attached.map(draftOf);
  const selected = status === 'APPROVED' ? asApproved(attached, listed ?? list) : (listed ?? list);
  const ids = selected.map((entry) => entry.attachmentId);
  const available = listed ? linkable : attached.map(({ file }) => file);
  if (available.length !== ids.length)
    throw new Refusal('NOT_FOUND', { message: 'One of the attachments was not found.' });
  const fileOf = new Map(available.map((file) => [file.id, file]));
  const attachedById = new Map(attached.map(({ attachment }) => [attachment.fileId, attachment]));
  const entries = selected.map(({ attachmentId: fileId, isTopSheet }) => {
    const current = attachedById.get(fileId);
    const origin = current ?? { invoiceId, addedSeq: seq };
    return { fileId, isTopSheet, invoiceId: origin.invoiceId, addedSeq: origin.addedSeq };
  });
  const { added, withdrawn } = fileListChange(
    attached.map(({ attachment, file, wasSubmitted }) => ({
      fileId: attachment.fileId,
      label: file.label,
      wasSubmitted,
    })),
    entries.map(({ fileId }) => ({ fileId, label: fileOf.get(fileId)?.label ?? '' })),
    list,
    status ?? 'DRAFT',
  );
  const before = attached.map(({ attachment, file }) => ({ ...file, ...attachment }));
  return {
    fileIds: ids,
    files: entries.map((entry, position) => ({
      ...fileOf.get(entry.fileId),
      ...withDefaults(attachments, { showId: store.showId, documentId: id, position, ...entry }),
    })),
    before,
    withdraws: withdrawn.length > 0,
    payload: {
      ...(added.length > 0 && { filesAdded: [...added] }),
      ...(withdrawn.length > 0 && {
        filesWithdrawn: withdrawn.map((withdrawal) => ({
          ...canonicalFile(before.find(({ fileId }) => fileId === withdrawal.fileId) ?? {}),
          addedSeq: attachedById.get(withdrawal.fileId)?.addedSeq ?? 0,
          ...withdrawal,
        })),
      }),
    },
    writes: replaceAttachments(store, id, entries, { now: context.now, seq, withdrawn }),
  };
}
