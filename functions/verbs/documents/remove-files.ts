import { Refusal } from '#domain/codes';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { readAttachments } from '#store/show/documents/attachments';
import { readHolder } from '#store/show/documents/read-document';
import { attachTo, replaceFiles } from './attachments.ts';
import type { ShowContext } from '#verbs/request/context';
import { removeUploads } from './open-file.ts';

/**
 * Removes files, all of them or none (API-26, API-27): the user's own uploads that nothing holds, or files of one document,
 * as `attach` takes them off; those that were part of a submission are withdrawn (DEC-53). Throws as `removeUploads` and
 * `attach` do, and `WORKFLOW_CONFLICT` for files of several documents.
 */
export async function removeFiles(context: ShowContext, ids: readonly string[]): Promise<void> {
  try {
    await removeUploads(context, ids);
  } catch (error) {
    if (!(error instanceof Refusal) || !(await takeOff(context, new Set(ids)))) throw error;
  }
}

/** Takes files off the document that has them all; false where no document has the first. */
async function takeOff(context: ShowContext, wanted: ReadonlySet<string>): Promise<boolean> {
  const { store } = context;
  const [first = ''] = wanted;
  const holder = await readHolder(store, first);
  if (!holder) return false;
  const { id, type: docType } = holder.document;
  await attachTo(context, { docType, id }, null, async (rows) => {
    // Read with each attempt: a file that someone else adds meanwhile stays.
    const attached = await readAttachments(store, id);
    const isAttached = (fileId: string) => attached.some(({ attachment }) => attachment.fileId === fileId);
    if (![...wanted].every(isAttached)) throw new Refusal('WORKFLOW_CONFLICT');
    const list = attached.map(({ attachment: { fileId, isTopSheet }, file: { label } }): AttachmentDraft => {
      return { attachmentId: fileId, label, isTopSheet, shouldDelete: wanted.has(fileId) };
    });
    return replaceFiles(context, rows, list, null);
  });
  return true;
}
