import { Refusal } from '#domain/codes';
import { deleteFiles, getFile } from '#edges/files/files';
import type { PlanRows } from '#store/d1/query';
import { deleteFreeUploads, fileQuery } from '#store/show/documents/files';
import type { FileRow } from '#store/show/documents/files';
import { fileHolderQuery } from '#store/show/documents/read-document';
import { reached } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { canReadTaxForms, taxFormAccessPlan } from './tax-form-access.ts';

/** What decides whether a file may be seen: itself, and the documents that hold it or use its vendor. */
export const filePlan = (member: MembershipContext, id: string) => ({
  ...taxFormAccessPlan(member, { fileId: id }),
  file: fileQuery(member.store, id),
  holder: fileHolderQuery(member.store, id),
});

/**
 * A file for a user who may see the document that holds it, also withdrawn, or who uploaded it and has not yet linked it
 * (DEC-53). Throws `NOT_FOUND` for everybody else, `file_erased` where its bytes were erased on legal request.
 */
export async function openFile(
  context: RequestContext,
  { file: row, holder, ...access }: PlanRows<typeof filePlan>,
): Promise<{ file: FileRow; object: R2ObjectBody }> {
  if (!row) throw new Refusal('NOT_FOUND');
  const { file, documentId, docType } = row;
  if (documentId === null) mustBeReadable(context, file, canReadTaxForms(context, access));
  else if (docType === null) throw new Refusal('NOT_FOUND');
  else reached(context, docType, holder);
  if (row.erasedAt !== null) throw new Refusal('file_erased');
  const object = await getFile(context.env, file.id);
  if (!object) throw new Refusal('NOT_FOUND');
  return { file, object };
}

/** Of the files that no document holds: the show's terms, the tax forms of vendors, and one's own uploads. */
function mustBeReadable(context: RequestContext, file: FileRow, mayReadForm: boolean): void {
  const isLinked = file.linkedAt !== null;
  if (isLinked && file.ownerKind === 'company') return;
  if (isLinked && file.ownerKind === 'vendor' ? mayReadForm : file.uploadedBy === context.user.id) return;
  throw new Refusal('NOT_FOUND');
}

/** Removes one's own upload that nothing holds (API-26). Throws as `removeUploads` does. */
export async function removeUpload(context: RequestContext, id: string): Promise<void> {
  await removeUploads(context, [id]);
}

/**
 * Removes one's own uploads that nothing holds, all of them or none (API-26, API-27); one that is withdrawn already stays
 * so (DEC-53). Throws `NOT_FOUND` when one is not the user's, `WORKFLOW_CONFLICT` when one is held.
 */
export async function removeUploads(context: RequestContext, ids: readonly string[]): Promise<void> {
  const { env, store, user } = context;
  const wanted = [...new Set(ids)];
  const { gone, held, withdrawn } = await deleteFreeUploads(store, wanted, user.id);
  if (gone.length + withdrawn < wanted.length)
    throw new Refusal(held === wanted.length ? 'WORKFLOW_CONFLICT' : 'NOT_FOUND');
  await deleteFiles(env, gone);
}
