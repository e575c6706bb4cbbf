import { raiseFence, isFenced, liftFence } from './write-fence.ts';
import { readShardTables } from './shard-schema.ts';
import type { ShardTables } from './shard-schema.ts';
import {
  addRows,
  dropReferenceIndexes,
  indexReferences,
  firstLimit,
  pagedCounts,
  pagedHeads,
  pagedRows,
  readLastKeys,
  readPage,
  removeRows,
  tablesWithForeignIds,
  tablesOf,
} from './move-rows.ts';
import type { MovedRow, Paged } from './move-rows.ts';

/** What one run of a Worker may still do of a move: a run has 1,000 queries and 30 s. */
export interface Budget {
  take: () => boolean;
}

/** The two ends of a move. */
export interface Ends {
  showId: string;
  from: D1Database;
  to: D1Database;
  tables: ShardTables;
  /** Of the new shard: the same, unless a deployment broke off between the two. */
  toTables: ShardTables;
}

/** Why a show cannot be moved as things are; for whoever asked for it. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

export async function openSourceAndTarget(from: D1Database, to: D1Database, showId: string): Promise<Ends> {
  const [tables, toTables] = await Promise.all([readShardTables(from), readShardTables(to)]);
  return { showId, from, to, tables, toTables };
}

function mustBeAlike({ tables, toTables }: Ends): void {
  if (JSON.stringify(tables) !== JSON.stringify(toTables))
    throw new MoveRefused('The two shards are not at the same migration.');
}

/**
 * Empties the new shard of what an earlier move may have left there, and closes the show on both: from now on nobody
 * writes to it. True when all of that is done.
 * Throws `MoveRefused` where the two are not made alike.
 */
export async function closeShow(ends: Ends, budget: Budget): Promise<boolean> {
  mustBeAlike(ends);
  const { showId, from, to, tables } = ends;
  const stray = await tablesWithForeignIds(from, tables, showId);
  if (stray.length > 0) throw new MoveRefused(`Ids in ${stray.join(', ')} do not begin with their show.`);
  if (!(await isFenced(to, tables, showId, 'ARRIVING'))) {
    if (!(await emptyShard(to, tables, showId, budget))) return false;
    await raiseFence(to, tables, showId, 'ARRIVING');
  }
  await raiseFence(from, tables, showId, 'LEAVING');
  return true;
}

/** Copies what is not yet there: the copy itself tells how far it has come. True when it is whole. */
export async function copyShow(ends: Ends, budget: Budget): Promise<boolean> {
  mustBeAlike(ends);
  const { showId, from, to, tables } = ends;
  const lastKeys = await readLastKeys(to, tables.base, showId);
  for (const [n, table] of tables.base.entries()) {
    let after = lastKeys[n] ?? null;
    for (let limit = firstLimit; ;) {
      const page = await readPage(from, pagedRows(table), showId, after, limit);
      // Only what is copied counts, so that every run comes further than the one before.
      if (page.rows.length > 0) {
        if (!budget.take()) return false;
        await addRows(to, table, showId, page.rows);
      }
      if (page.next === null) break;
      after = page.next;
      limit = page.limit;
    }
  }
  return true;
}

/** Where a comparison stands: in which of its parts, behind which row. */
export interface CompareCursor {
  part: string;
  after: MovedRow | null;
}

/** Every table row by row, what triggers keep of them, and where each history ends. */
function partsOf({ base, kept }: ShardTables): [string, Paged][] {
  return [
    ...base.map((table): [string, Paged] => [table.name, pagedRows(table)]),
    ...kept.map((table): [string, Paged] => [table.name, pagedCounts(table)]),
    ['the ends of histories', pagedHeads],
  ];
}

/** Answers where to go on, or null when both ends were found to be the same. Throws `MoveRefused` where they differ. */
export async function compareShow(
  ends: Ends,
  begun: CompareCursor | null,
  budget: Budget,
): Promise<CompareCursor | null> {
  mustBeAlike(ends);
  const { showId, from, to, tables } = ends;
  const parts = partsOf(tables);
  const first = Math.max(
    0,
    parts.findIndex(([part]) => part === begun?.part),
  );
  for (const [part, paged] of parts.slice(first)) {
    let after = begun?.part === part ? begun.after : null;
    for (let limit = firstLimit; ;) {
      if (!budget.take()) return { part, after };
      const [there, here] = await Promise.all(
        [from, to].map((end) => readPage(end, paged, showId, after, limit)),
      );
      if (!there || !here || JSON.stringify(there.rows) !== JSON.stringify(here.rows))
        throw new MoveRefused(`The copy differs in ${part}.`);
      if (there.next === null) break;
      after = there.next;
      limit = there.limit;
    }
  }
  return null;
}

/** Throws unless both ends are still closed: what was compared is then what will be found. */
export async function requireFenced({ showId, from, to, tables }: Ends): Promise<void> {
  const closed = await Promise.all([
    isFenced(from, tables, showId, 'LEAVING'),
    isFenced(to, tables, showId, 'ARRIVING'),
  ]);
  if (closed.includes(false)) throw new MoveRefused('The show was opened on one of its shards.');
}

/** Removes a show from a shard that it does not live on. True when nothing is left of it, its fence neither. */
export async function clearShard(
  database: D1Database,
  tables: ShardTables,
  showId: string,
  budget: Budget,
): Promise<boolean> {
  if (!(await emptyShard(database, tables, showId, budget))) return false;
  await liftFence(database, showId);
  return true;
}

/** Counts before what they count, children before parents. */
async function emptyShard(
  database: D1Database,
  tables: ShardTables,
  showId: string,
  budget: Budget,
): Promise<boolean> {
  const order = [...tables.kept.toReversed(), ...tables.base.toReversed()];
  const left = await tablesOf(database, order, showId);
  if (left.length > 0) await raiseFence(database, tables, showId, 'GONE');
  for (const table of left) {
    await indexReferences(database, tables, table.name);
    do {
      if (!budget.take()) return false;
    } while (await removeRows(database, table, showId));
  }
  await dropReferenceIndexes(database);
  return true;
}
