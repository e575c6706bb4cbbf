import { Refusal } from '#domain/codes';
import { deleteFiles } from '#edges/files/files';
import { insertErasure, readErasure } from '#store/show/documents/erasures';
import { fileQuery } from '#store/show/documents/files';
import { read, readPlan } from '#store/d1/query';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { record } from '#verbs/lifecycle/append-audit-event';
import { requirePermission } from '#verbs/request/require-permission';

/** What is left of an erased file, on the wire. */
export interface ErasedFile {
  attachmentId: string;
  label: string;
  size: number;
  sha256: string;
  erasedBy: { id: string; name: string };
  erasedAt: string;
  reason: string;
}

/**
 * Erases the bytes of a file on legal request (DEC-53); its name, size and hash stay, with who and why, and the document that
 * has it says so in its history. May be repeated: the first request stands. Throws `FORBIDDEN` for everybody but EP
 * Internal, `NOT_FOUND`.
 */
export async function eraseFile(context: RequestContext, id: string, reason: string): Promise<ErasedFile> {
  requirePermission(context.permissions, 'Internal');
  const { env, store, user, now } = context;
  const found = await read(fileQuery(store, id));
  if (!found) throw new Refusal('NOT_FOUND');
  const { file, documentId, docType, erasedAt } = found;
  const row = { fileId: id, erasedBy: user.id, erasedByName: fullName(user), erasedAt: now, reason };
  const write = insertErasure(store, row);
  if (erasedAt === null && documentId !== null && docType !== null) {
    const { label, size, sha256 } = file;
    const reading = await readPlan(subjectPlan(context, documentId));
    await record(context, docType, 'erase-file', reading, () => ({
      payload: { file: { fileId: id, label, size, sha256 }, reason },
      writes: [write],
    }));
  } else if (erasedAt === null) await store.write([write]);
  // Row first: a repeat removes bytes that stayed behind.
  await deleteFiles(env, [id]);
  const { label, size, sha256 } = file;
  const erased = (await readErasure(store, id)) ?? row;
  return {
    attachmentId: id,
    label,
    size,
    sha256,
    erasedBy: { id: erased.erasedBy, name: erased.erasedByName },
    erasedAt: erased.erasedAt,
    reason: erased.reason,
  };
}
