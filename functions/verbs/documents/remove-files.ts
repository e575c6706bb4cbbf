import { Refusal } from '#domain/codes';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { read, readPlan } from '#store/d1/query';
import { fileHolderQuery } from '#store/show/documents/read-document';
import { attachPlan, attachTo, replaceFiles } from './attachments.ts';
import type { RequestContext } from '#verbs/request/context';
import { removeUploads } from './open-file.ts';

/**
 * Removes files, all or none: the user's own unlinked uploads, or attachments of one document, with the rules of
 * `attach`. Submitted files are withdrawn (DEC-53). Throws as `removeUploads` and `attach` do, and `WORKFLOW_CONFLICT`
 * for files of several documents (API-26, API-27).
 */
export async function removeFiles(context: RequestContext, ids: readonly string[]): Promise<void> {
  try {
    await removeUploads(context, ids);
  } catch (error) {
    if (!(error instanceof Refusal) || !(await detachFiles(context, new Set(ids)))) throw error;
  }
}

/** Detaches files from the document that has them all. Returns false when no document has the first file. */
async function detachFiles(context: RequestContext, fileIds: ReadonlySet<string>): Promise<boolean> {
  const { store } = context;
  const [first = ''] = fileIds;
  const holder = await read(fileHolderQuery(store, first));
  if (!holder) return false;
  const target = { docType: holder.document.type, id: holder.document.id };
  const reading = await readPlan(attachPlan(context, target, []));
  await attachTo(context, target, reading, async (subject, rows) => {
    // Read in each attempt, so that a file that another user adds meanwhile stays.
    const attached = rows.attached ?? [];
    const isAttached = (fileId: string) => attached.some(({ attachment }) => attachment.fileId === fileId);
    if (![...fileIds].every(isAttached)) throw new Refusal('WORKFLOW_CONFLICT');
    const list = attached.map(({ attachment: { fileId, isTopSheet }, file: { label } }): AttachmentDraft => {
      return { attachmentId: fileId, label, isTopSheet, shouldDelete: fileIds.has(fileId) };
    });
    const linkable = attached.map(({ file }) => file).filter(({ id }) => !fileIds.has(id));
    return replaceFiles(context, subject, { ...rows, linkable }, list, null);
  });
  return true;
}
