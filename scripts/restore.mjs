/**
 * `npm run restore -- --from FOLDER`: restores a backup into empty databases and the bucket; run `npm run admin -- verify`
 * afterwards. Repeat it when it was interrupted.
 *
 *   --files FOLDER  of the attachments, instead of `files` in that folder
 *   --shard N       only this shard, from 0, when it was lost and the directory was not
 *   --remote        the databases of deployment.json, instead of the local ones
 *   --config FILE   instead of deployment.json
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBucket } from './backup/bucket.mjs';
import { restoreFiles } from './backup/files.mjs';
import {
  checkParts,
  checkShows,
  checkTarget,
  finishRestore,
  restoreDatabase,
} from './backup/restore-database.mjs';
import { databaseOptions, openDatabases } from './deployment/databases.mjs';
import { namedFile, stateFolder } from './environment.mjs';
import { parseOptions } from './processes/options.mjs';
import { ensureLocalShards } from './server/local-databases.mjs';
import { migrate } from './migrate.mjs';
import { lockHolder } from './server/state-lock.mjs';

try {
  const { values } = parseOptions({
    options: {
      ...databaseOptions,
      from: { type: 'string' },
      files: { type: 'string' },
      shard: { type: 'string' },
    },
  });
  if (values.from === undefined) throw new Error('Name a folder: npm run restore -- --from FOLDER');
  const folder = namedFile(values.from);
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) throw new Error(`${folder} has no complete backup: there is no manifest.json.`);
  /** @type {{ id: string, missingFiles?: string[], databases: import('./backup/write-backup.mjs').StoredDatabase[] }} */
  const { id, missingFiles, databases: all } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { shard } = values;
  const stored = shard === undefined ? all : all.filter(({ binding }) => binding === `SHOWS_${shard}`);
  if (stored.length === 0) throw new Error(`The backup has no shard ${shard}.`);
  const changed = stored.flatMap(({ inconsistent }) => inconsistent);
  if (changed.length > 0) throw new Error(`The backup is inconsistent: ${changed.join(', ')}`);
  checkParts(stored, folder);
  if (!values.remote && lockHolder(stateFolder()) !== null)
    throw new Error('Backlot is running with this data. Stop it first.');
  if (!values.remote) {
    ensureLocalShards(stateFolder(), all.filter(({ binding }) => binding.startsWith('SHOWS_')).length);
    await migrate(stateFolder());
  }
  const databases = await openDatabases(values);
  try {
    const bound = /** @type {Record<string, D1Database>} */ (/** @type {unknown} */ (databases.env));
    const targets = stored.map((one) => ({ one, database: /** @type {D1Database} */ (bound[one.binding]) }));
    for (const { one, database } of targets) {
      if (!database)
        throw new Error(
          `There is no database for ${one.binding}. npm run deploy makes it, if deployment.json has at least as many shards as the backup (${all.length - 1}).`,
        );
      await checkTarget(database, one, id);
      if (shard !== undefined) await checkShows(databases.env, one, folder, Number(shard));
    }
    const bytesFolder = values.files === undefined ? join(folder, 'files') : namedFile(values.files);
    const bucket = await openBucket(values, databases.env);
    // The directory comes last: until then no show is found.
    const shardsFirst = targets.toReversed();
    for (const { one, database } of shardsFirst) {
      console.log(`Restoring ${one.binding}`);
      await restoreDatabase(database, one, folder, id);
      // A backup from before attachments were part of it has no list.
      if (missingFiles === undefined) continue;
      const backup = { id, missingFiles };
      const count = await restoreFiles({ bucket, database, stored: one, folder, bytesFolder, backup });
      if (count > 0) console.log(`${one.binding}: ${count} files`);
    }
    for (const { database } of shardsFirst) await finishRestore(database);
    console.log(
      `Restored. Verify the histories: npm run admin -- verify${values.remote ? ' --remote' : ''}${values.config === undefined ? '' : ` --config ${values.config}`}`,
    );
  } finally {
    await databases.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
