import { sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { Refusal } from '#domain/codes';
import { putFile, sniffContentType } from '#edges/files/files';
import { appendedFileKind } from '#edges/pdf/appended-file-kind';
import { isTooLarge, readPicture } from '#edges/files/image-reader';
import { insertFile } from '#store/show/documents/files';
import type { FileRow } from '#store/show/documents/files';
import type { RequestContext } from '#verbs/request/context';
import { sha256 } from '#store/d1/sha256';
import { storedAnswerPlan, withIdempotency, withFormContent } from '#verbs/request/idempotency';
import { readInOneTrip } from '#store/d1/query';
import type { Uploaded } from '#domain/documents/file-response';

export type FileOwner = FileRow['ownerKind'];
export const fileOwners = ['po', 'invoice', 'payment', 'vendor', 'company'] as const satisfies FileOwner[];

/** A file name without path and control characters, at most 255 characters long. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(-255);
  return clean === '' || clean === '.' || clean === '..' ? 'file' : clean;
}

/** The limit that a file of allowed size still exceeds: pixels, or objects of a PDF. */
async function exceededLimit(
  bytes: Uint8Array,
  contentType: string,
): Promise<'picture_too_large' | 'file_too_complex' | null> {
  const kind = contentType === 'image/gif' ? contentType : appendedFileKind(bytes);
  if (kind === null) return null;
  if (kind === 'pdf') {
    const { isTooComplex } = await import('#edges/pdf/merge-pdf');
    return (await isTooComplex(bytes)) ? 'file_too_complex' : null;
  }
  return isTooLarge(readPicture(bytes, kind)) ? 'picture_too_large' : null;
}

/** Checks what is printed later, or drawn by a browser, at upload time. Throws `file_too_large` (AT-20). */
export async function requireWithinLimits(
  bytes: Uint8Array,
  contentType: string,
  label: string,
): Promise<void> {
  const limit = await exceededLimit(bytes, contentType);
  if (limit) throw new Refusal('file_too_large', { message: uploadTexts[limit](label) });
}

/**
 * Stores an uploaded file. Only its uploader has access until a document links it. Throws `file_empty` and
 * `file_too_large` (API-25, DEC-53).
 */
export async function uploadFile(
  context: RequestContext,
  ownerKind: FileOwner,
  file: { name: string; bytes: Uint8Array },
): Promise<Uploaded> {
  const sizeError = sizeRefusal(file.bytes.length);
  if (sizeError) throw new Refusal(sizeError, { message: uploadTexts[sizeError](labelOf(file.name)) });
  const digest = sha256(file.bytes);
  const request = withFormContent(context, file.name, digest);
  const { stored } = await readInOneTrip(storedAnswerPlan(request));
  return withIdempotency(request, stored, async (answerRow) => {
    const { env, store, now } = context;
    const answer = { attachmentId: context.newId(), label: labelOf(file.name), created: now };
    const contentType = await sniffContentType(file.bytes);
    await requireWithinLimits(file.bytes, contentType, answer.label);
    // The bytes are stored first, so that every row has its bytes. Bytes without a row only use a little storage.
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
    await store.write([insertFile(store, row), ...answerRow(answer)]);
    return answer;
  });
}
