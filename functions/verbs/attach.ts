import type { Attachment, AttachmentDraft } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { isAdmin } from '#domain/permissions';
import { currentApprovers } from '#domain/workflow';
import { readAttachments } from '#store/show/attachment-rows';
import type { SubjectRows } from '#store/show/read-document';
import { updateDocument } from '#store/show/write-document';
import type { ShowContext } from './context.ts';
import { linkAttachments } from './link-attachments.ts';
import { record } from './record.ts';
import { instanceOf } from './subject.ts';
import { attachmentsOf } from './view-parts.ts';

/**
 * Replaces the attachments of a document, locked or not (API-11). Throws `FORBIDDEN` for anybody but owner, admin or
 * current approver, `WORKFLOW_CONFLICT` on a voided, denied or canceled document (DEC-13).
 */
export async function attach(
  context: ShowContext,
  target: { docType: DocType; id: string },
  list: readonly AttachmentDraft[],
): Promise<Attachment[]> {
  const { store } = context;
  await record(context, target, 'attach', async (rows) => {
    mayAttach(context, rows);
    const linked = await linkAttachments(context, target, list);
    return {
      payload: { attachments: linked.fileIds },
      writes: [
        updateDocument(store, target.id, { attachmentCount: linked.fileIds.length }),
        ...linked.writes,
      ],
    };
  });
  return attachmentsOf(await readAttachments(store, target.id));
}

export function mayAttach(context: ShowContext, rows: SubjectRows): void {
  const { document } = rows;
  const mine =
    owns(context, rows) ||
    isAdmin(context.permissions, document.type) ||
    currentApprovers(instanceOf(rows)).includes(context.user.id);
  if (!mine) throw new Refusal('FORBIDDEN');
  if (['VOID', 'DENIED', 'CANCELED'].includes(document.status)) throw new Refusal('WORKFLOW_CONFLICT');
}

/** A payment belongs to whoever submitted it (DEC-58); before that, to everybody who may submit it (DEC-28). */
function owns({ user }: ShowContext, { document }: SubjectRows): boolean {
  if (document.type !== 'PAYMENT') return document.ownerId === user.id;
  return document.status === 'DRAFT' || document.submitterId === user.id;
}
