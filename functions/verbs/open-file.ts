import { Refusal } from '#domain/codes';
import { deleteFiles, getFile } from '#edges/files';
import { deleteFreeUpload, readFile } from '#store/show/file-rows';
import type { FileRow } from '#store/show/file-rows';
import { readSubject } from '#store/show/read-document';
import { reach } from './act.ts';
import type { ShowContext } from './context.ts';

/**
 * A file for somebody who may see the document that holds it, or who uploaded it and has not yet linked it (DEC-53).
 * Throws `NOT_FOUND` for everybody else.
 */
export async function openFile(
  context: ShowContext,
  id: string,
): Promise<{ file: FileRow; object: R2ObjectBody }> {
  const found = await readFile(context.store, id);
  if (!found) throw new Refusal('NOT_FOUND');
  await mayRead(context, found.file, found.documentId);
  const object = await getFile(context.env, id);
  if (!object) throw new Refusal('NOT_FOUND');
  return { file: found.file, object };
}

async function mayRead(context: ShowContext, file: FileRow, documentId: string | null): Promise<void> {
  if (documentId !== null) {
    const subject = await readSubject(context.store, documentId);
    if (!subject) throw new Refusal('NOT_FOUND');
    await reach(context, subject.document.type, documentId);
    return;
  }
  // Terms & conditions and the tax forms of the show's vendors belong to the show.
  const shared = file.linkedAt !== null && (file.ownerKind === 'company' || file.ownerKind === 'vendor');
  if (!shared && file.uploadedBy !== context.user.id) throw new Refusal('NOT_FOUND');
}

/** Removes one's own upload that no document holds (API-26). Throws `NOT_FOUND`, `WORKFLOW_CONFLICT` when it is held. */
export async function removeUpload(context: ShowContext, id: string): Promise<void> {
  const { env, store, user } = context;
  if (!(await deleteFreeUpload(store, id, user.id))) {
    const found = await readFile(store, id);
    throw new Refusal(found?.file.uploadedBy === user.id ? 'WORKFLOW_CONFLICT' : 'NOT_FOUND');
  }
  await deleteFiles(env, [id]);
}
