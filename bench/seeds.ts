import { constants, cpSync, existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cacheDir } from '../scripts/environment.mjs';
import { migrate } from '../scripts/migrate.mjs';
import { freePort } from '../scripts/server/free-port.mjs';
import { hashOf } from './build.ts';
import type { Bundle } from './build.ts';
import { startEngine } from './engine.ts';
import { sendRequest } from './client.ts';

/**
 * Returns the folder of databases with the demo studio and one more show of that many documents. Cached per migrations
 * and demo sources; every show is added to a copy of the same studio.
 */
export async function seededState(demo: Bundle, documents: number): Promise<string> {
  const state = join(
    cacheDir,
    'bench',
    `show-${documents}-${hashOf(['migrations', 'sandbox/migrations', 'demo'])}`,
  );
  if (existsSync(state)) return state;
  // Caches of other migrations or another demo, and leftovers of killed runs.
  for (const old of globSync(`show-${documents}-*`, { cwd: join(cacheDir, 'bench') }))
    rmSync(join(cacheDir, 'bench', old), { recursive: true, force: true });
  const partial = `${state}-making`;
  if (documents > 0)
    cpSync(await seededState(demo, 0), partial, { recursive: true, mode: constants.COPYFILE_FICLONE });
  else await migrate(partial);
  const port = (await freePort(0)) ?? 0;
  const engine = await startEngine(partial, [{ bundle: demo, port }]);
  try {
    await engine.ready();
    // Not `fetch`, which times out after five minutes without data: the last indexes of a large show take longer.
    const headers = { 'content-type': 'application/json' };
    const wanted = JSON.stringify({ documents });
    const { body } = await sendRequest('POST', `http://127.0.0.1:${port}/seed`, headers, wanted);
    const lines = body.toString().trim().split('\n');
    if (lines.at(-1) !== '{"done":true}') throw new Error(`Seeding failed: ${lines.at(-1)}`);
  } finally {
    await engine.stop();
  }
  checkpointWal(partial);
  renameSync(partial, state);
  return state;
}

/** Moves the write-ahead logs of workerd into the databases, as happens in production over time. */
function checkpointWal(state: string): void {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: state })) {
    const database = new DatabaseSync(join(state, file));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
}

/** Returns the bytes of the largest database, the shard of the show. */
export function shardBytes(state: string): number {
  return Math.max(
    ...globSync('v3/d1/**/*.sqlite', { cwd: state }).map((file) => statSync(join(state, file)).size),
  );
}

/** Makes a writable copy, so that every run starts with the same data. Removes copies of killed runs. */
export function copyOf(state: string): string {
  const folder = join(cacheDir, 'bench');
  for (const name of globSync('run-*', { cwd: folder }))
    if (!isAlive(Number(name.slice('run-'.length))))
      rmSync(join(folder, name), { recursive: true, force: true });
  const copy = join(folder, `run-${process.pid}`);
  cpSync(state, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return copy;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
