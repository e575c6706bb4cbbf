/**
 * `npm run backup -- --to FOLDER`: writes every table of the directory and of every shard, and the attachments, into a
 * new folder. Repeat it when it was interrupted.
 *
 *   --files FOLDER  of the attachments, instead of `files` in that folder: further backups copy only new ones
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBucket } from './backup/bucket.mjs';
import { copyFiles } from './backup/files.mjs';
import { writeDatabase } from './backup/write-backup.mjs';
import { databaseOptions, mustHaveTables, openDatabases } from './deployment/databases.mjs';
import { namedFile } from './environment.mjs';
import { parseOptions } from './processes/options.mjs';

try {
  const { values } = parseOptions({
    options: { ...databaseOptions, to: { type: 'string' }, files: { type: 'string' } },
  });
  if (values.to === undefined) throw new Error('Name a folder: npm run backup -- --to FOLDER');
  const folder = namedFile(values.to);
  if (existsSync(join(folder, 'manifest.json')))
    throw new Error(`${folder} has a backup already: name another folder.`);
  const databases = await openDatabases(values);
  try {
    await mustHaveTables(databases);
    // It has password hashes.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const bound = /** @type {Record<string, D1Database>} */ (/** @type {unknown} */ (databases.env));
    const stored = [];
    for (const { binding, name } of databases.all) {
      const database = bound[binding];
      if (!database) throw new Error(`There is no database ${name}.`);
      const one = await writeDatabase(database, binding, folder);
      console.log(`${name}: ${one.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
      stored.push(one);
    }
    const bytesFolder = values.files === undefined ? join(folder, 'files') : namedFile(values.files);
    const bucket = await openBucket(values, databases.env);
    const missingFiles = [];
    for (const one of stored) {
      const { copied, there, missing } = await copyFiles(bucket, one, folder, bytesFolder);
      if (copied + there > 0) console.log(`${one.binding}: ${copied} files copied, ${there} were there`);
      missingFiles.push(...missing);
    }
    const manifest = { id: randomUUID(), missingFiles, databases: stored };
    writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    const changed = stored.flatMap(({ inconsistent }) => inconsistent);
    if (changed.length > 0)
      throw new Error(`${changed.length} documents changed during every try: ${changed.join(', ')}`);
    if (missingFiles.length > 0)
      throw new Error(`The bucket lacks ${missingFiles.length} files: ${missingFiles.join(', ')}`);
  } finally {
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
