import { createHash } from 'node:crypto';

/** A file to add to a zip. `open` is called when its turn comes and returns null when the file is missing. */
export interface ZippedFile {
  path: string;
  open: () => Promise<ReadableStream<Uint8Array> | string | null>;
}

export interface ZipEntry {
  path: string;
  size: number;
  sha256: string;
}

/** Size of one upload part: all parts must have the same size, at least five megabytes. */
const partBytes = 8 * 1024 * 1024;

/**
 * Streams files as a zip, one after the other as it is read, so that none is kept in memory. `last` is written at the
 * end and receives the list of added files. Calls `onMissing` for missing files.
 */
export async function zipStream(
  files: readonly ZippedFile[],
  at: Date,
  last: { path: string; content: (added: readonly ZipEntry[]) => string },
  onMissing: (path: string) => void,
): Promise<ReadableStream<Uint8Array>> {
  const { makeZip } = await import('client-zip');
  const added: ZipEntry[] = [];
  async function* entries() {
    for (const { path, open } of files) {
      const input = await open();
      if (input === null) onMissing(path);
      else yield { name: path, lastModified: at, input: withDigest(path, input, added) };
    }
    yield { name: last.path, lastModified: at, input: last.content(added) };
  }
  return makeZip(entries());
}

async function* withDigest(
  path: string,
  input: ReadableStream<Uint8Array> | string,
  added: ZipEntry[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  const pieces = typeof input === 'string' ? [new TextEncoder().encode(input)] : input;
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.byteLength;
    yield piece;
  }
  added.push({ path, size, sha256: hash.digest('hex') });
}

/**
 * Writes a stream of any length to R2 with a few megabytes of memory and returns its size. A failed upload leaves
 * nothing behind.
 */
export async function putStream(
  env: Env,
  key: string,
  stream: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<number> {
  const upload = await env.FILES.createMultipartUpload(key, { httpMetadata: { contentType } });
  const parts: R2UploadedPart[] = [];
  const piece = new Uint8Array(partBytes);
  let [filled, size] = [0, 0];
  const flush = async () => {
    parts.push(await upload.uploadPart(parts.length + 1, piece.slice(0, filled)));
    filled = 0;
  };
  try {
    for await (const chunk of stream) {
      for (let from = 0; from < chunk.byteLength;) {
        const room = chunk.subarray(from, from + partBytes - filled);
        piece.set(room, filled);
        filled += room.byteLength;
        from += room.byteLength;
        if (filled === partBytes) await flush();
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
