import { Refusal } from '#domain/codes';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { read, readPlan } from '#store/d1/query';
import { fileHolderQuery } from '#store/show/documents/read-document';
import { attachPlan, attachTo, replaceFiles } from './attachments.ts';
import type { RequestContext } from '#verbs/request/context';
import { removeUploads } from './open-file.ts';

/**
 * Removes files, all of them or none (API-26, API-27): the user's own uploads that nothing holds, or files of one document,
 * as `attach` takes them off; those that were part of a submission are withdrawn (DEC-53). Throws as `removeUploads` and
 * `attach` do, and `WORKFLOW_CONFLICT` for files of several documents.
 */
export async function removeFiles(context: RequestContext, ids: readonly string[]): Promise<void> {
  try {
    await removeUploads(context, ids);
  } catch (error) {
    if (!(error instanceof Refusal) || !(await takeOff(context, new Set(ids)))) throw error;
  }
}

/** Takes files off the document that has them all; false where no document has the first. */
async function takeOff(context: RequestContext, wanted: ReadonlySet<string>): Promise<boolean> {
  const { store } = context;
  const [first = ''] = wanted;
  const holder = await read(fileHolderQuery(store, first));
  if (!holder) return false;
  const target = { docType: holder.document.type, id: holder.document.id };
  const reading = await readPlan(attachPlan(context, target, [], null));
  await attachTo(context, target, reading, null, async (subject, rows) => {
    // Read with each attempt: a file that someone else adds meanwhile stays.
    const attached = rows.attached ?? [];
    const isAttached = (fileId: string) => attached.some(({ attachment }) => attachment.fileId === fileId);
    if (![...wanted].every(isAttached)) throw new Refusal('WORKFLOW_CONFLICT');
    const list = attached.map(({ attachment: { fileId, isTopSheet }, file: { label } }): AttachmentDraft => {
      return { attachmentId: fileId, label, isTopSheet, shouldDelete: wanted.has(fileId) };
    });
    const linkable = attached.map(({ file }) => file).filter(({ id }) => !wanted.has(id));
    return replaceFiles(context, subject, { ...rows, linkable }, list, null);
  });
  return true;
}
