import { Refusal } from '#domain/codes';
import { deleteFiles, getFile } from '#edges/files';
import { deleteFreeUploads, readFile } from '#store/show/file-rows';
import type { FileRow } from '#store/show/file-rows';
import { readHolder } from '#store/show/read-document';
import { reached } from './act.ts';
import type { Seat, ShowContext } from './context.ts';

/** Begins what decides whether a file may be seen: itself, and the document that holds it. */
export function beginFile({ store }: Seat, id: string): void {
  store.foreseen.begin(readFile, store, id);
  store.foreseen.begin(readHolder, store, id);
}

/**
 * A file for somebody who may see the document that holds it, or who uploaded it and has not yet linked it (DEC-53).
 * Throws `NOT_FOUND` for everybody else.
 */
export async function openFile(
  context: ShowContext,
  id: string,
): Promise<{ file: FileRow; object: R2ObjectBody }> {
  const { store } = context;
  const [found, holder] = await Promise.all([
    store.foreseen.ask(readFile, store, id),
    store.foreseen.ask(readHolder, store, id),
  ]);
  if (!found) throw new Refusal('NOT_FOUND');
  const { documentId, docType } = found;
  if (documentId === null) mustBeFree(context, found.file);
  else if (docType === null) throw new Refusal('NOT_FOUND');
  else reached(context, docType, holder);
  const object = await getFile(context.env, id);
  if (!object) throw new Refusal('NOT_FOUND');
  return { file: found.file, object };
}

/** Of the files that no document holds these are the show's, and one's own. */
function mustBeFree(context: ShowContext, file: FileRow): void {
  // Terms & conditions and the tax forms of the show's vendors belong to the show.
  const shared = file.linkedAt !== null && (file.ownerKind === 'company' || file.ownerKind === 'vendor');
  if (!shared && file.uploadedBy !== context.user.id) throw new Refusal('NOT_FOUND');
}

/** Removes one's own upload that nothing holds (API-26). Throws as `removeUploads` does. */
export async function removeUpload(context: ShowContext, id: string): Promise<void> {
  await removeUploads(context, [id]);
}

/**
 * Removes one's own uploads that nothing holds, all of them or none (API-26, API-27). Throws `NOT_FOUND` when one is
 * not the user's, `WORKFLOW_CONFLICT` when one is held.
 */
export async function removeUploads(context: ShowContext, ids: readonly string[]): Promise<void> {
  const { env, store, user } = context;
  const wanted = [...new Set(ids)];
  const { gone, held } = await deleteFreeUploads(store, wanted, user.id);
  if (gone.length < wanted.length)
    throw new Refusal(held === wanted.length ? 'WORKFLOW_CONFLICT' : 'NOT_FOUND');
  await deleteFiles(env, gone);
}
