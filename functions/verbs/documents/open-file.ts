import { Refusal } from '#domain/codes';
import { deleteFiles, getFile } from '#edges/files/files';
import type { PlanRows } from '#store/d1/query';
import { deleteFreeUploads, fileQuery } from '#store/show/documents/files';
import type { FileRow } from '#store/show/documents/files';
import { fileHolderQuery } from '#store/show/documents/read-document';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { canReadTaxForms, taxFormAccessPlan } from './tax-form-access.ts';

/** Reads what decides whether a user may see a file: the file, its document, and the documents of its vendor. */
export const filePlan = (member: MembershipContext, id: string) => ({
  ...taxFormAccessPlan(member, { fileId: id }),
  file: fileQuery(member.store, id),
  holder: fileHolderQuery(member.store, id),
});

/**
 * Opens a file for a user who may see its document, even when withdrawn, or who uploaded it and has not linked it yet.
 * Throws `NOT_FOUND` for everybody else, `file_erased` when its bytes were erased on legal request (DEC-53).
 */
export async function openFile(
  context: RequestContext,
  { file: row, holder, ...access }: PlanRows<typeof filePlan>,
): Promise<{ file: FileRow; object: R2ObjectBody }> {
  if (!row) throw new Refusal('NOT_FOUND');
  const { file, documentId, docType } = row;
  if (documentId === null) requireFileAccess(context, file, canReadTaxForms(context, access));
  else if (docType === null) throw new Refusal('NOT_FOUND');
  else requireVisible(context, docType, holder);
  if (row.erasedAt !== null) throw new Refusal('file_erased');
  const object = await getFile(context.env, file.id);
  if (!object) throw new Refusal('NOT_FOUND');
  return { file, object };
}

/** Files without a document: the show's terms, the tax forms of vendors, and the user's own uploads. */
function requireFileAccess(context: RequestContext, file: FileRow, mayReadForm: boolean): void {
  const isLinked = file.linkedAt !== null;
  if (isLinked && file.ownerKind === 'company') return;
  if (isLinked && file.ownerKind === 'vendor' ? mayReadForm : file.uploadedBy === context.user.id) return;
  throw new Refusal('NOT_FOUND');
}

/** Removes an upload of the user that no document has. Throws as `removeUploads` does (API-26). */
export async function removeUpload(context: RequestContext, id: string): Promise<void> {
  await removeUploads(context, [id]);
}

/**
 * Removes uploads of the user that no document has, all or none. A withdrawn file stays withdrawn (DEC-53). Throws
 * `NOT_FOUND` when one is not the user's, `WORKFLOW_CONFLICT` when a document has one (API-26, API-27).
 */
export async function removeUploads(context: RequestContext, ids: readonly string[]): Promise<void> {
  const { env, store, user } = context;
  const fileIds = [...new Set(ids)];
  const { gone, held, withdrawn } = await deleteFreeUploads(store, fileIds, user.id);
  if (gone.length + withdrawn < fileIds.length)
    throw new Refusal(held === fileIds.length ? 'WORKFLOW_CONFLICT' : 'NOT_FOUND');
  await deleteFiles(env, gone);
}
