import { sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { Refusal } from '#domain/codes';
import { putFile, sniffContentType } from '#edges/files/files';
import { enclosureKind, isTooComplex } from '#edges/pdf/merge-pdf';
import { isTooLarge, readPicture } from '#edges/files/image-reader';
import { insertFile } from '#store/show/documents/files';
import type { FileRow } from '#store/show/documents/files';
import type { RequestContext } from '#verbs/request/context';
import { sha256 } from '#store/d1/sha256';
import { once, repeatOf, storedAnswerPlan } from '#verbs/request/idempotency';
import { readInOneTrip } from '#store/d1/query';

export type FileOwner = FileRow['ownerKind'];
export const fileOwners = ['po', 'invoice', 'payment', 'vendor', 'company'] as const satisfies FileOwner[];

export interface Uploaded {
  attachmentId: string;
  label: string;
  created: string;
}

/** A label names a file and nothing else: no path, no control characters, at most 255 long. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(-255);
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean;
}

/** What a file of sound size still may hold too much of: pixels, or parts of a PDF. */
async function excessOf(
  bytes: Uint8Array,
  contentType: string,
): Promise<'picture_too_large' | 'file_too_complex' | null> {
  const kind = contentType === 'image/gif' ? contentType : enclosureKind(bytes);
  if (kind === null) return null;
  if (kind === 'pdf') return (await isTooComplex(bytes)) ? 'file_too_complex' : null;
  return isTooLarge(readPicture(bytes, kind)) ? 'picture_too_large' : null;
}

/** AT-20: what is printed later, or drawn by a browser, is bounded when it comes in. Throws `file_too_large`. */
export async function mustBeReadable(bytes: Uint8Array, contentType: string, label: string): Promise<void> {
  const excess = await excessOf(bytes, contentType);
  if (excess) throw new Refusal('file_too_large', { message: uploadTexts[excess](label) });
}

/**
 * Keeps an uploaded file (API-25, DEC-53). It belongs to its uploader alone until a document links it. Throws
 * `file_empty` and `file_too_large`.
 */
export async function uploadFile(
  context: RequestContext,
  ownerKind: FileOwner,
  file: { name: string; bytes: Uint8Array },
  key: string | undefined,
): Promise<Uploaded> {
  const refused = sizeRefusal(file.bytes.length);
  if (refused) throw new Refusal(refused, { message: uploadTexts[refused](labelOf(file.name)) });
  const digest = sha256(file.bytes);
  const repeat = repeatOf(key, { method: 'POST', path: ownerKind, body: [file.name, digest] });
  const { stored } = await readInOneTrip(storedAnswerPlan(context, repeat));
  return once(context, repeat, stored, async (keep) => {
    const { env, store, now } = context;
    const answer = { attachmentId: context.newId(), label: labelOf(file.name), created: now };
    const contentType = await sniffContentType(file.bytes);
    await mustBeReadable(file.bytes, contentType, answer.label);
    // Bytes before the row: a row always has its bytes; bytes without a row only cost a little room.
    await putFile(env, answer.attachmentId, file.bytes, contentType);
    const row = {
      id: answer.attachmentId,
      showId: store.showId,
      ownerKind,
      label: answer.label,
      contentType,
      size: file.bytes.length,
      sha256: digest,
      uploadedBy: context.user.id,
      createdAt: now,
    };
    await store.write([insertFile(store, row), ...keep(answer)]);
    return answer;
  });
}
