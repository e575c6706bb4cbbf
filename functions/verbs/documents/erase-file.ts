import { Refusal } from '#domain/codes';
import { deleteFiles } from '#edges/files/files';
import { insertErasure, readErasure } from '#store/show/documents/erasures';
import { fileQuery } from '#store/show/documents/files';
import { read, readPlan } from '#store/d1/query';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { appendAuditEvent } from '#verbs/lifecycle/append-audit-event';
import { requirePermission } from '#verbs/request/require-permission';
import type { ErasedFile } from '#domain/documents/file-response';

/**
 * Erases the bytes of a file on legal request. Its name, size and hash stay, with the user and the reason, and the
 * history of its document records the erasure. Can be repeated: the first request is kept. Throws `FORBIDDEN` for
 * everybody but EP Internal, `NOT_FOUND` (DEC-53).
 */
export async function eraseFile(context: RequestContext, id: string, reason: string): Promise<ErasedFile> {
  requirePermission(context.permissions, 'Internal');
  const { env, store, user, now } = context;
  const owned = await read(fileQuery(store, id));
  if (!owned) throw new Refusal('NOT_FOUND');
  const { file, documentId, docType, erasedAt } = owned;
  const row = { fileId: id, erasedBy: user.id, erasedByName: fullName(user), erasedAt: now, reason };
  const write = insertErasure(store, row);
  if (erasedAt === null && documentId !== null && docType !== null) {
    const { label, size, sha256 } = file;
    const reading = await readPlan(subjectPlan(context, documentId));
    await appendAuditEvent(context, docType, 'erase-file', reading, () => ({
      payload: { file: { fileId: id, label, size, sha256 }, reason },
      writes: [write],
    }));
  } else if (erasedAt === null) await store.write([write]);
  // The row is written first, so that a repeated request removes bytes that remained.
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
