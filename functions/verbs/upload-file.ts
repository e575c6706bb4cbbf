import { sizeRefusal } from '#domain/attachments';
import { Refusal } from '#domain/codes';
import { putFile, sniffContentType } from '#edges/files';
import { insertFile } from '#store/show/file-rows';
import type { FileRow } from '#store/show/file-rows';
import type { ShowContext } from './context.ts';
import { sha256 } from './hash.ts';

export type FileOwner = FileRow['ownerKind'];
export const fileOwners = ['po', 'invoice', 'payment', 'vendor', 'company'] as const satisfies FileOwner[];

/** A label names a file and nothing else: no path, no control characters, at most 255 long. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(-255);
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean;
}

/**
 * Keeps an uploaded file (API-25, DEC-53). It belongs to its uploader alone until a document links it. Throws
 * `file_empty` and `file_too_large`.
 */
export async function uploadFile(
  context: ShowContext,
  ownerKind: FileOwner,
  file: { name: string; bytes: Uint8Array },
): Promise<{ attachmentId: string; label: string; created: string }> {
  const refused = sizeRefusal(file.bytes.length);
  if (refused) throw new Refusal(refused);
  const id = context.newId();
  const label = labelOf(file.name);
  const contentType = await sniffContentType(file.bytes);
  // Bytes before the row: a row always has its bytes; bytes without a row cost a little room and are swept.
  await putFile(context.env, id, file.bytes, contentType);
  await insertFile(context.store, {
    id,
    showId: context.store.showId,
    ownerKind,
    label,
    contentType,
    size: file.bytes.length,
    sha256: sha256(file.bytes),
    uploadedBy: context.user.id,
    createdAt: context.now,
  });
  return { attachmentId: id, label, created: context.now };
}
