import { attachmentLimit } from '#domain/documents/attachments';
import { keptAttachments } from '#domain/documents/attachment-draft';
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

/** Attachments as they will be: their ids, their rows for the content, and what writes them. */
export interface Linked {
  fileIds: string[];
  files: ContentRow[];
  /** The rows that the document has now. */
  before: ContentRow[];
  /** Whether a submitted file is withdrawn or replaced. */
  withdraws: boolean;
  /** What the event says of files that come and go. */
  payload: Record<string, Json>;
  writes: Write[];
}

/** The document whose files are replaced, and the event that does it. */
export interface LinkTarget {
  id: string;
  /** Null: it is only now created. */
  status: Status | null;
  seq: number;
}

/** What a file must have been uploaded as. */
const ownerKinds = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** Whose files may be attached: of the user, and of the document, if it is not only now created. */
function ownerOf({ user }: Pick<RequestContext, 'user'>, docType: DocType, documentId: string | null) {
  return { documentId, uploadedBy: user.id, ownerKind: ownerKinds[docType] };
}

/** The files of a list that may be attached, and those that are; `id` null: to a document that is only now created. */
export function linkPlan(
  context: Pick<RequestContext, 'store' | 'user'>,
  docType: DocType,
  id: string | null,
  list: readonly AttachmentDraft[],
) {
  const { store } = context;
  const ids = keptAttachments(list).map((entry) => entry.attachmentId);
  return {
    linkable: ids.length > 0 ? linkableFilesQuery(store, ids, ownerOf(context, docType, id)) : null,
    attached: id === null ? null : attachmentsQuery(store, id),
  };
}
export type LinkRows = PlanRows<typeof linkPlan>;

/** A file as a save that keeps it would name it. */
type AttachedRows = NonNullable<LinkRows['attached']>;

function draftOf({ attachment, file }: AttachedRows[number]): AttachmentDraft {
  const { fileId: attachmentId, isTopSheet } = attachment;
  return { attachmentId, label: file.label, isTopSheet, shouldDelete: false };
}

/** What was approved keeps its place and its marks, and new files follow (DEC-53). */
function asApproved(attached: AttachedRows, named: readonly AttachmentDraft[]): AttachmentDraft[] {
  const isNamed = new Set(named.map((entry) => entry.attachmentId));
  const stored = attached.map(draftOf).filter((entry) => isNamed.has(entry.attachmentId));
  const isStored = new Set(stored.map((entry) => entry.attachmentId));
  return [...stored, ...named.filter((entry) => !isStored.has(entry.attachmentId))];
}

/**
 * The statements that make `given` the document's attachments (AT-01, DEC-53), and their files. Files of
 * another document, vendor, company, show, uploader or kind are `NOT_FOUND`; more than twenty `invalid_parameter`; a
 * missing file of an approved document `WORKFLOW_CONFLICT`. Null: the document keeps what it has. On a payment new files may belong to an invoice (AT-19).
 */
export function linkAttachments(
  context: RequestContext,
  { id, status, seq }: LinkTarget,
  given: readonly AttachmentDraft[] | null,
  rows: Pick<LinkRows, 'linkable' | 'attached'>,
  invoiceId: string | null = null,
): Linked {
  const named = given && keptAttachments(given);
  if (named && named.length > attachmentLimit)
    throw new Refusal('invalid_parameter', {
      message: `A document can have at most ${attachmentLimit} attachments.`,
    });
  const { store } = context;
  const attached = rows.attached ?? [];
  const linkable = rows.linkable ?? [];
  const list = given ?? attached.map(draftOf);
  const kept = status === 'APPROVED' ? asApproved(attached, named ?? list) : (named ?? list);
  const ids = kept.map((entry) => entry.attachmentId);
  const found = named ? linkable : attached.map(({ file }) => file);
  if (found.length !== ids.length)
    throw new Refusal('NOT_FOUND', { message: 'One of the attachments was not found.' });
  const fileOf = new Map(found.map((file) => [file.id, file]));
  const held = new Map(attached.map(({ attachment }) => [attachment.fileId, attachment]));
  const entries = kept.map(({ attachmentId: fileId, isTopSheet }) => {
    const known = held.get(fileId);
    const origin = known ?? { invoiceId, addedSeq: seq };
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
          addedSeq: held.get(withdrawal.fileId)?.addedSeq ?? 0,
          ...withdrawal,
        })),
      }),
    },
    writes: replaceAttachments(store, id, entries, { now: context.now, seq, withdrawn }),
  };
}
