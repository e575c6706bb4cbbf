import { attachRefusal } from '#domain/attach-rule';
import type { Attachment } from '#domain/attachments';
import type { AttachmentDraft } from '#domain/attachment-draft';
import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { readAttachments } from '#store/show/attachment-rows';
import type { SubjectRows } from '#store/show/read-document';
import { updateDocument } from '#store/show/write-document';
import type { ShowContext } from './context.ts';
import { linkAttachments } from './link-attachments.ts';
import { record } from './record.ts';
import { actorOf, subjectOf } from './subject.ts';
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
  return attachmentsOf(await store.foreseen.ask(readAttachments, store, target.id));
}

export function mayAttach(context: ShowContext, rows: SubjectRows): void {
  const code = attachRefusal(subjectOf(rows), actorOf(context));
  if (code !== null) throw new Refusal(code);
}
