import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Insert } from './inserts.ts';
import { showPlans, volumePlan } from './show-plans.ts';
import { chunkSize } from './volume.ts';
import type { ChunkAnswer, ChunkOrder, VolumeOrder } from './volume-thread.ts';

/**
 * `node load-volume.ts --state ... --seed ... --anchor ... --documents ...` writes the documents of the volume show
 * straight into the file of its shard, all or none of them. Through D1 the same rows take three times as long: each is
 * copied between processes as JSON in JSON, and every index is kept in order on the way. It begins to make documents at
 * once, and to write when a word on its standard input says that nothing else has the databases open: `opened` when the
 * show has just been opened, else `known`. Prints one JSON object per line, as the demo Worker does.
 */
interface LoadOrder extends VolumeOrder {
  /** The folder of the local databases. */
  state: string;
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

/** Chunks that may be ready before they are written; at some 5 MB each. */
const lookahead = 40;

interface Chunks {
  /** The statements of the next chunk. */
  next(): Promise<Insert[]>;
  stop(): Promise<unknown>;
}

/** Makes the chunks in other threads, ahead of their use, and hands them out in their order. */
function startChunks(order: VolumeOrder): Chunks {
  const count = Math.ceil(order.documents / chunkSize);
  const slots = Array.from({ length: count }, () => Promise.withResolvers<Insert[]>());
  const width = Math.min(count, 3, Math.max(1, availableParallelism() - 1));
  const options = { workerData: order, resourceLimits: { maxYoungGenerationSizeMb: 64 } };
  const threads = Array.from({ length: width }, () => {
    const thread = new Worker(join(import.meta.dirname, 'volume-thread.ts'), options);
    thread.on('message', ({ chunk, inserts }: ChunkAnswer) => slots[chunk]?.resolve(inserts));
    thread.on('error', (error) => slots.forEach(({ reject }) => reject(error)));
    return thread;
  });
  const ask = (chunk: number): void => {
    if (chunk < count) threads[chunk % width]?.postMessage(chunk satisfies ChunkOrder);
  };
  for (const { promise } of slots) promise.catch(() => undefined);
  for (let chunk = 0; chunk < lookahead; chunk += 1) ask(chunk);
  let at = 0;
  return {
    next: async () => {
      const slot = slots[at];
      if (!slot) throw new Error('There are no more chunks');
      const inserts = await slot.promise;
      delete slots[at];
      ask(at + lookahead);
      at += 1;
      return inserts;
    },
    stop: () => Promise.all(threads.map((thread) => thread.terminate())),
  };
}

/** Sorting once at the end is several times faster than keeping every index in order on the way. */
function dropIndexes(db: DatabaseSync): () => void {
  const list = db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .all();
  for (const { name } of list) db.exec(`DROP INDEX "${String(name)}"`);
  return () => {
    for (const { sql } of list) db.exec(String(sql));
  };
}

async function writeAll(db: DatabaseSync, chunks: Chunks, total: number): Promise<void> {
  // A rollback journal, not the write-ahead log: new pages are then written once and need no way back.
  // The CHECKs are left out here: a test puts the same rows through D1, which holds them.
  db.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA threads = 3; PRAGMA ignore_check_constraints = ON',
  );
  db.exec('BEGIN IMMEDIATE');
  try {
    const restoreIndexes = dropIndexes(db);
    for (let first = 0; first < total; first += chunkSize) {
      for (const { sql, text: rows } of await chunks.next()) db.prepare(sql).run(rows);
      say({ documents: Math.min(total, first + chunkSize) });
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

async function load({ state, ...order }: LoadOrder): Promise<void> {
  const chunks = startChunks(order);
  try {
    const word = await text(process.stdin);
    if (word === '') throw new Error('Nobody said that the databases are free');
    const db = openShard(state);
    const isThere = db.prepare('SELECT 1 FROM documents WHERE show_id = ? LIMIT 1').get(volumePlan.id);
    if (isThere) return say({ volume: 'already there' });
    // Its own rows are in the directory, with ids of another run.
    if (word.trim() !== 'opened') throw new Error('UNIQUE constraint failed: shows.id');
    await writeAll(db, chunks, order.documents);
    db.close();
    say({ volume: 'seeded' });
  } finally {
    await chunks.stop();
  }
}

const { values } = parseArgs({
  options: {
    state: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    anchor: { type: 'string', default: '' },
    documents: { type: 'string', default: '0' },
  },
});
try {
  await load({
    state: values.state,
    seed: values.seed,
    anchor: Date.parse(values.anchor),
    documents: Number(values.documents),
  });
  say({ done: true });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
