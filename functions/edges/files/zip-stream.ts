import { createHash } from 'node:crypto';
import { makeZip } from 'client-zip';

/** A file on its way into a zip; `input` is opened when its turn has come, null: there is no such file. */
export interface ZippedFile {
  path: string;
  open: () => Promise<ReadableStream<Uint8Array> | string | null>;
}

/** What has gone into the zip so far. */
export interface Packed {
  path: string;
  size: number;
  sha256: string;
}

/** What is written at a time: parts of one upload are of one size, and five megabytes at least. */
const pieceBytes = 8 * 1024 * 1024;

/**
 * Files as a zip, one after the other as it is read, so that none of them is held; `last` is written when everything before
 * it is in, and told what that was. Files that are not there are told to `lost`.
 */
export function zipStream(
  files: readonly ZippedFile[],
  at: Date,
  last: { path: string; content: (packed: readonly Packed[]) => string },
  lost: (path: string) => void,
): ReadableStream<Uint8Array> {
  const packed: Packed[] = [];
  async function* entries() {
    for (const { path, open } of files) {
      const input = await open();
      if (input === null) lost(path);
      else yield { name: path, lastModified: at, input: counted(path, input, packed) };
    }
    yield { name: last.path, lastModified: at, input: last.content(packed) };
  }
  return makeZip(entries());
}

async function* counted(
  path: string,
  input: ReadableStream<Uint8Array> | string,
  packed: Packed[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  const pieces = typeof input === 'string' ? [new TextEncoder().encode(input)] : input;
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.byteLength;
    yield piece;
  }
  packed.push({ path, size, sha256: hash.digest('hex') });
}

/** Writes a stream of any length to R2 with some megabytes of memory; answers its size. A broken one leaves nothing. */
export async function putStream(
  env: Env,
  key: string,
  stream: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<number> {
  const upload = await env.FILES.createMultipartUpload(key, { httpMetadata: { contentType } });
  const parts: R2UploadedPart[] = [];
  const piece = new Uint8Array(pieceBytes);
  let [filled, size] = [0, 0];
  const flush = async () => {
    parts.push(await upload.uploadPart(parts.length + 1, piece.slice(0, filled)));
    filled = 0;
  };
  try {
    for await (const chunk of stream) {
      for (let from = 0; from < chunk.byteLength;) {
        const room = chunk.subarray(from, from + pieceBytes - filled);
        piece.set(room, filled);
        filled += room.byteLength;
        from += room.byteLength;
        if (filled === pieceBytes) await flush();
      }
      size += chunk.byteLength;
    }
    if (filled > 0 || parts.length === 0) await flush();
    await upload.complete(parts);
    return size;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}
