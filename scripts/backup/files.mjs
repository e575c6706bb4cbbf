import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mapConcurrent } from '../processes/map-concurrent.mjs';

/**
 * Attachments in R2. Their keys, sizes and hashes are rows of the table `files`, and so a part of the backup of each
 * shard. PDFs, mailed links and archives are left out: they expire within days and can be made again.
 */

/** @typedef {import('./bucket.mjs').Bucket} Bucket */
/** @typedef {import('./write-backup.mjs').StoredDatabase} StoredDatabase */
/** @typedef {{ id: string, show_id: string, size: number, sha256: string, content_type: string, linked_at: string | null }} FileRow */

/** Files that are copied at once: each is in memory. */
const atOnce = 4;
/** Files after which a restore records its progress. */
const batchFiles = 20;

/** @param {string} bytesFolder @param {FileRow} row @returns {string} */
function pathOf(bytesFolder, { id, show_id: show }) {
  if (!/^[\w-]+$/.test(id) || !/^[\w-]+$/.test(show)) throw new Error(`${id} is no id of a file.`);
  return join(bytesFolder, show, id);
}

/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @param {StoredDatabase} stored
 * @param {string} table
 * @param {string} folder of the backup
 * @returns {Generator<{ file: string, rows: any[] }>} one part in memory at a time
 */
function* partsOf(stored, table, folder) {
  for (const { file } of stored.tables.find(({ name }) => name === table)?.parts ?? []) {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
    yield { file, rows: lines.map((line) => JSON.parse(line)) };
  }
}

/** @param {StoredDatabase} stored @param {string} folder @returns {Set<string>} ids of files without bytes */
function erasedFiles(stored, folder) {
  return new Set(
    [...partsOf(stored, 'erased_files', folder)].flatMap(({ rows }) => rows.map((row) => row.file_id)),
  );
}

/**
 * Copies the files of a shard that are not in `bytesFolder` yet: they never change, so that a later backup, or a repeated
 * one, copies only new ones. Throws when a file differs from the hash of its row.
 * @param {Bucket} bucket
 * @param {StoredDatabase} stored
 * @param {string} folder of the backup
 * @param {string} bytesFolder
 * @returns {Promise<{ copied: number, there: number, missing: string[] }>} `missing`: files of documents without bytes
 */
export async function copyFiles(bucket, stored, folder, bytesFolder) {
  const erased = erasedFiles(stored, folder);
  const result = { copied: 0, there: 0, missing: /** @type {string[]} */ ([]) };
  for (const { rows } of partsOf(stored, 'files', folder))
    await mapConcurrent(/** @type {FileRow[]} */ (rows), atOnce, async (row) => {
      const path = pathOf(bytesFolder, row);
      if (erased.has(row.id)) return;
      if (existsSync(path) && statSync(path).size === row.size) {
        result.there += 1;
        return;
      }
      const bytes = await bucket.get(row.id);
      if (bytes === null) {
        // The sweep removes uploads that no document links.
        if (row.linked_at !== null) result.missing.push(row.id);
        return;
      }
      if (sha256(bytes) !== row.sha256) throw new Error(`The file ${row.id} differs from its hash.`);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.part`, bytes, { mode: 0o600 });
      renameSync(`${path}.part`, path);
      result.copied += 1;
    });
  return result;
}

/**
 * Puts the files of a shard into the bucket. Records its progress beside that of the rows, so that an interrupted restore
 * continues. Throws when a file is not there, or was changed.
 * @param {object} options
 * @param {Bucket} options.bucket
 * @param {D1Database} options.database
 * @param {StoredDatabase} options.stored
 * @param {string} options.folder of the backup
 * @param {string} options.bytesFolder
 * @param {{ id: string, missingFiles: string[] }} options.backup
 * @returns {Promise<number>} files that were put now
 */
export async function restoreFiles({ bucket, database, stored, folder, bytesFolder, backup }) {
  const absent = erasedFiles(stored, folder).union(new Set(backup.missingFiles));
  const { results } = await database.prepare('SELECT file, rows FROM restored_rows').all();
  const done = new Map(results.map(({ file, rows }) => [String(file), Number(rows)]));
  let count = 0;
  for (const { file, rows } of partsOf(stored, 'files', folder)) {
    const progress = `bytes of ${file}`;
    for (let n = done.get(progress) ?? 0; n < rows.length; n += batchFiles) {
      const batch = /** @type {FileRow[]} */ (rows.slice(n, n + batchFiles));
      await mapConcurrent(batch, atOnce, async (row) => {
        const path = pathOf(bytesFolder, row);
        if (absent.has(row.id) || (row.linked_at === null && !existsSync(path))) return;
        if (!existsSync(path)) throw new Error(`${path} is not there.`);
        const bytes = readFileSync(path);
        if (sha256(bytes) !== row.sha256) throw new Error(`${path} was changed since the backup.`);
        await bucket.put(row.id, bytes, row.content_type);
        count += 1;
      });
      await database
        .prepare('INSERT OR REPLACE INTO restored_rows VALUES (?, ?, ?)')
        .bind(progress, backup.id, n + batch.length)
        .run();
    }
  }
  return count;
}
