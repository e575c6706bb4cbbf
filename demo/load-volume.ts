import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Insert } from './inserts.ts';
import { showPlans, volumePlan } from './show-plans.ts';
import { chunkSize } from './volume.ts';
import type { ChunkOrder, VolumeOrder } from './volume-thread.ts';

/**
 * `node load-volume.ts --state ... --seed ... --anchor ... --documents ... [--fresh]`: writes the documents of the volume
 * show straight into the file of its shard, all or none of them. Through D1 the same rows take four times as long: each
 * is copied between processes as JSON in JSON, and eleven indexes of `documents` alone are kept on the way. Nothing else
 * may have the databases open. Prints one JSON object per line, as the demo Worker does.
 */
interface LoadOrder extends VolumeOrder {
  /** The folder of the local databases. */
  state: string;
  /** Whether the show has just been opened; one that is older and has no documents is left over from a broken run. */
  isFresh: boolean;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The file that holds the shows of the volume show's shard: its name is no business of ours, so the content tells. */
function openShard(state: string): DatabaseSync {
  const folder = join(state, 'v3/d1');
  const neighbours = showPlans.filter(({ shard }) => shard === volumePlan.shard).map(({ id }) => id);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.filter((one) => one.endsWith('.sqlite'))) {
    const db = new DatabaseSync(join(folder, name));
    const isShard = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'show_settings'").get();
    const holds = 'SELECT 1 FROM show_settings WHERE show_id IN (SELECT value FROM json_each(?))';
    if (isShard && db.prepare(holds).get(JSON.stringify(neighbours))) return db;
    db.close();
  }
  throw new Error(`There is no local database of the demo studio in ${state}`);
}

/** Statements of the chunks in their order; other threads make the next ones while these are written. */
async function* chunksOf(order: VolumeOrder): AsyncGenerator<{ inserts: Insert[]; documents: number }> {
  const { documents } = order;
  const starts = Array.from({ length: Math.ceil(documents / chunkSize) }, (_, n) => n * chunkSize);
  const width = Math.min(starts.length, 3, Math.max(1, availableParallelism() - 1));
  const threads = Array.from(
    { length: width },
    () => new Worker(new URL('volume-thread.ts', import.meta.url), { workerData: order, resourceLimits: { maxYoungGenerationSizeMb: 64 } }),
  );
  const countFrom = (first: number): number => Math.min(chunkSize, documents - first);
  const ask = (n: number): Promise<unknown[]> | undefined => {
    const [first, thread] = [starts[n], threads[n % width]];
    if (first === undefined || !thread) return undefined;
    const answer = once(thread, 'message');
    // Heard when its turn comes; until then a failure is not an unhandled one.
    answer.catch(() => undefined);
    thread.postMessage({ first, count: countFrom(first) } satisfies ChunkOrder);
    return answer;
  };
  const answers = threads.map((_, n) => ask(n));
  try {
    for (const [n, first] of starts.entries()) {
      const [inserts] = (await answers[n]) as [Insert[]];
      answers.push(ask(n + width));
      yield { inserts, documents: first + countFrom(first) };
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Sorting once at the end is several times faster than keeping every index in order on the way. */
function dropIndexes(db: DatabaseSync): () => void {
  const list = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all();
  for (const { name } of list) db.exec(`DROP INDEX "${String(name)}"`);
  return () => {
    for (const { sql } of list) db.exec(String(sql));
  };
}

async function writeAll(db: DatabaseSync, order: VolumeOrder): Promise<void> {
  // A rollback journal, not the write-ahead log: new pages are then written once and need no way back.
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA threads = 3');
  db.exec('BEGIN IMMEDIATE');
  try {
    const restoreIndexes = dropIndexes(db);
    for await (const { inserts, documents } of chunksOf(order)) {
      for (const { sql, text } of inserts) db.prepare(sql).run(text);
      say({ documents });
    }
    restoreIndexes();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  } finally {
    db.exec('PRAGMA journal_mode = WAL');
  }
}

async function load({ state, isFresh, ...order }: LoadOrder): Promise<void> {
  const db = openShard(state);
  try {
    const isThere = db.prepare('SELECT 1 FROM documents WHERE show_id = ? LIMIT 1').get(volumePlan.id);
    if (isThere) return say({ volume: 'already there' });
    if (!isFresh) throw new Error('UNIQUE constraint failed: shows.id');
    await writeAll(db, order);
    say({ volume: 'seeded' });
  } finally {
    db.close();
  }
}

const { values } = parseArgs({
  options: {
    state: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    anchor: { type: 'string', default: '' },
    documents: { type: 'string', default: '0' },
    fresh: { type: 'boolean', default: false },
  },
});
try {
  await load({
    state: values.state,
    seed: values.seed,
    anchor: Date.parse(values.anchor),
    documents: Number(values.documents),
    isFresh: values.fresh,
  });
  say({ done: true });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
