import type { Attachment, AttachmentDraft } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { isAdmin } from '#domain/permissions';
import { currentApprovers } from '#domain/workflow';
import { deleteFiles } from '#edges/files';
import { readAttachments, saveAttachments } from '#store/show/attachment-rows';
import { deleteFileRows } from '#store/show/file-rows';
import { reach } from './act.ts';
import type { ShowContext } from './context.ts';
import { linkAttachments } from './link-attachments.ts';
import { instanceOf } from './subject.ts';
import { tellChange } from './tell-change.ts';

/**
 * Replaces the attachments of a document, locked or not (API-11). Throws `FORBIDDEN` for anybody but owner, admin or
 * current approver, `WORKFLOW_CONFLICT` on a voided, denied or canceled document (DEC-13).
 */
export async function attach(
  context: ShowContext,
  target: { docType: DocType; id: string },
  list: readonly AttachmentDraft[],
): Promise<Attachment[]> {
  const rows = await reach(context, target.docType, target.id);
  const { document } = rows;
  const mine =
    document.ownerId === context.user.id ||
    isAdmin(context.permissions, document.type) ||
    currentApprovers(instanceOf(rows)).includes(context.user.id);
  if (!mine) throw new Refusal('FORBIDDEN');
  if (['VOID', 'DENIED', 'CANCELED'].includes(document.status)) throw new Refusal('WORKFLOW_CONFLICT');
  const before = await readAttachments(context.store, document.id);
  const linked = await linkAttachments(
    context,
    document.id,
    list,
    new Set(before.map((entry) => entry.file.id)),
  );
  await saveAttachments(context.store, document.id, linked.count, linked.writes);
  const after = await readAttachments(context.store, document.id);
  const kept = new Set(after.map((entry) => entry.file.id));
  const gone = before.map((entry) => entry.file.id).filter((id) => !kept.has(id));
  context.later(removeFiles(context, gone));
  context.later(tellChange(context, null, document.id));
  return after.map(({ attachment, file }) => ({
    attachmentId: file.id,
    label: file.label,
    created: file.createdAt,
    isTopSheet: attachment.isTopSheet,
  }));
}

/** Bytes first: a row without bytes would answer with nothing, bytes without a row are never found again. */
async function removeFiles(context: ShowContext, ids: readonly string[]): Promise<void> {
  await deleteFiles(context.env, ids);
  await deleteFileRows(context.store, ids);
}
