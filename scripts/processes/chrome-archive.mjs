import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';

/**
 * Unpacks the only file of a `.br` archive and makes it executable.
 * @param {string} archive
 * @param {string} target
 */
export async function unpackFile(archive, target) {
  await pipeline(
    createReadStream(archive),
    createBrotliDecompress({ chunkSize: 2 ** 20 }),
    createWriteStream(target, { mode: 0o755 }),
  );
}

/**
 * Unpacks a `.tar.br` of plain files and folders into a folder.
 * @param {string} archive
 * @param {string} folder
 */
export async function unpackTar(archive, folder) {
  const tar = brotliDecompressSync(await readFile(archive));
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const text = (/** @type {number} */ from, /** @type {number} */ length) =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const name = normalize(join(text(345, 155), text(0, 100)));
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (name.startsWith('..')) throw new Error(`${archive} holds a path outside its folder: ${name}`);
    const target = join(folder, name);
    const kind = text(156, 1);
    if (kind === '5') await mkdir(target, { recursive: true });
    if (kind === '0' || kind === '') {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, tar.subarray(at + 512, at + 512 + size));
      await chmod(target, Number.parseInt(text(100, 8).trim(), 8) & 0o755);
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
