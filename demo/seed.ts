import { storeFor } from '#store/d1/open';
import { countPage } from '#store/show/budget/uncounted-documents';
import type { Assets } from './assets.ts';
import { instant } from './clock.ts';
import { budgetedShowId } from './show/budget.ts';
import type { Show } from './show/show.ts';
import { dropShardIndexes, restoreShardIndexes } from './shard-indexes.ts';
import type { DemoEnv } from './index.ts';
import { addDerivedRows } from './derived-rows.ts';
import { makeBooks, makeStudio } from './studio.ts';
import { volumePlan } from './show/show-plans.ts';
import { chunkSize, fillChunk, openVolume } from './volume.ts';
import { writeFiles, writeLedger, writeRows } from './write.ts';

const documentsPerCount = 100;

interface SeedOrder {
  seed: string;
  /** Milliseconds. */
  anchor: number;
  assets: Assets;
}

type Databases = Omit<DemoEnv, 'LEDGER'> & { LEDGER?: D1Database };

async function hasShow(env: Databases, id: string | null): Promise<boolean> {
  const found = await env.DIRECTORY.prepare('SELECT 1 FROM shows WHERE ?1 IS NULL OR id = ?1 LIMIT 1')
    .bind(id)
    .first();
  return found !== null;
}

/**
 * Writes the standard studio, the directory last: nothing is seeded while it has shows. Returns a report. Throws when
 * an earlier run was interrupted, whose indexes and triggers it restores.
 */
export async function seedStudio(env: Databases, { seed, anchor, assets }: SeedOrder): Promise<object> {
  await restoreShardIndexes(volumeShard(env));
  if (await hasShow(env, null)) return { studio: 'already there' };
  const { directory, shows, ledger } = makeStudio(seed, anchor, assets);
  const onShard = (shard: number) => shows.filter(({ plan }) => plan.shard === shard).map(({ rows }) => rows);
  await Promise.all([
    env.LEDGER && writeLedger(env.LEDGER, ledger),
    writeFiles(
      env.FILES,
      shows.flatMap(({ uploads }) => uploads),
      assets,
    ),
    writeRows(env.SHOWS_0, ...onShard(0)),
    writeRows(env.SHOWS_1, ...onShard(1)),
  ]);
  await countBudgeted(env, shows, instant(anchor));
  await writeRows(env.DIRECTORY, directory);
  return { studio: 'seeded', shows: shows.length };
}

/** Counts the documents of the show with a budget, which the sweep does for the others (BUD-20). */
async function countBudgeted(env: Databases, shows: readonly Show[], now: string): Promise<void> {
  for (const { plan } of shows.filter(({ plan: { id } }) => id === budgetedShowId)) {
    const store = storeFor(env, plan);
    while (!(await countPage(store, documentsPerCount, now))) continue;
  }
}

/** Writes only the accounting sandbox's data of the licenses, for a studio that the user sets up. */
export async function seedBooks(env: DemoEnv, { seed, anchor, assets }: SeedOrder): Promise<object> {
  const found = await env.LEDGER.prepare('SELECT 1 FROM licenses LIMIT 1').first();
  if (!found) await writeLedger(env.LEDGER, makeBooks(seed, anchor, assets));
  return { books: found ? 'there already' : 'written' };
}

const volumeShard = (env: Databases): D1Database => (volumePlan.shard === 0 ? env.SHOWS_0 : env.SHOWS_1);

/** Adds one more show with that many documents, in chunks, and reports the progress. */
export async function seedVolume(
  env: Databases,
  { seed, anchor, assets, documents }: SeedOrder & { documents: number },
  say: (line: object) => Promise<void>,
): Promise<void> {
  if (await hasShow(env, volumePlan.id)) return say({ volume: 'already there' });
  const { show, directory, ledger } = openVolume(seed, anchor, assets);
  const shard = volumeShard(env);
  if (env.LEDGER) await writeLedger(env.LEDGER, ledger);
  await writeFiles(env.FILES, show.uploads, assets);
  await writeRows(shard, show.rows);
  await dropShardIndexes(shard);
  try {
    for (let first = 0; first < documents; first += chunkSize) {
      const count = Math.min(chunkSize, documents - first);
      const { rows, ledger: postings } = fillChunk(show, seed, first, count, documents);
      await writeRows(shard, rows);
      if (env.LEDGER) await writeLedger(env.LEDGER, postings);
      await say({ documents: first + count });
    }
    await addDerivedRows(shard, volumePlan.id);
  } finally {
    await restoreShardIndexes(shard);
  }
  await writeRows(env.DIRECTORY, directory);
  await say({ volume: 'seeded' });
}
