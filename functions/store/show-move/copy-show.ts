import { installFence, isFenced, removeFence } from './write-fence.ts';
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

/** What one run of a Worker may still do of a move: a run is limited to 1,000 queries and 30 s. */
export interface Budget {
  take: () => boolean;
}

/** The source and target database of a move. */
export interface MoveEndpoints {
  showId: string;
  from: D1Database;
  to: D1Database;
  tables: ShardTables;
  /** The tables of the target: the same, unless a deployment was interrupted between the two. */
  toTables: ShardTables;
}

/** The reason, shown to the operator, why a show cannot be moved at present. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

export async function openSourceAndTarget(
  from: D1Database,
  to: D1Database,
  showId: string,
): Promise<MoveEndpoints> {
  const [tables, toTables] = await Promise.all([readShardTables(from), readShardTables(to)]);
  return { showId, from, to, tables, toTables };
}

function requireSameSchema({ tables, toTables }: MoveEndpoints): void {
  if (JSON.stringify(tables) !== JSON.stringify(toTables))
    throw new MoveRefused('The two shards are not at the same migration.');
}

/**
 * Empties the target of the rows of an earlier move, and blocks writes to the show on both shards. Returns true when
 * all of that is done. Throws `MoveRefused` when the two schemas differ.
 */
export async function closeShow(endpoints: MoveEndpoints, budget: Budget): Promise<boolean> {
  requireSameSchema(endpoints);
  const { showId, from, to, tables } = endpoints;
  const stray = await tablesWithForeignIds(from, tables, showId);
  if (stray.length > 0) throw new MoveRefused(`Ids in ${stray.join(', ')} do not begin with their show.`);
  if (!(await isFenced(to, tables, showId, 'ARRIVING'))) {
    if (!(await emptyShard(to, tables, showId, budget))) return false;
    await installFence(to, tables, showId, 'ARRIVING');
  }
  await installFence(from, tables, showId, 'LEAVING');
  return true;
}

/**
 * Copies the rows that are not in the target yet; the copy itself shows how far it has come. Returns true when it is
 * complete.
 */
export async function copyShow(endpoints: MoveEndpoints, budget: Budget): Promise<boolean> {
  requireSameSchema(endpoints);
  const { showId, from, to, tables } = endpoints;
  const lastKeys = await readLastKeys(to, tables.base, showId);
  for (const [n, table] of tables.base.entries()) {
    let after = lastKeys[n] ?? null;
    for (let limit = firstLimit; ;) {
      const page = await readPage(from, pagedRows(table), showId, after, limit);
      // Only copied rows count, so that every run gets further than the one before.
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

/** The progress of a comparison: the part, and the row after which it continues. */
export interface CompareCursor {
  part: string;
  after: MovedRow | null;
}

/** The parts of a comparison: the rows of every table, the rows that triggers maintain, and the end of each history. */
function partsOf({ base, kept }: ShardTables): [string, Paged][] {
  return [
    ...base.map((table): [string, Paged] => [table.name, pagedRows(table)]),
    ...kept.map((table): [string, Paged] => [table.name, pagedCounts(table)]),
    ['the ends of histories', pagedHeads],
  ];
}

/** Returns where to continue, or null when both databases are the same. Throws `MoveRefused` when they differ. */
export async function compareShow(
  endpoints: MoveEndpoints,
  cursor: CompareCursor | null,
  budget: Budget,
): Promise<CompareCursor | null> {
  requireSameSchema(endpoints);
  const { showId, from, to, tables } = endpoints;
  const parts = partsOf(tables);
  const first = Math.max(
    0,
    parts.findIndex(([part]) => part === cursor?.part),
  );
  for (const [part, paged] of parts.slice(first)) {
    let after = cursor?.part === part ? cursor.after : null;
    for (let limit = firstLimit; ;) {
      if (!budget.take()) return { part, after };
      const [sourcePage, targetPage] = await Promise.all(
        [from, to].map((database) => readPage(database, paged, showId, after, limit)),
      );
      if (!sourcePage || !targetPage || JSON.stringify(sourcePage.rows) !== JSON.stringify(targetPage.rows))
        throw new MoveRefused(`The copy differs in ${part}.`);
      if (sourcePage.next === null) break;
      after = sourcePage.next;
      limit = sourcePage.limit;
    }
  }
  return null;
}

/** Throws `MoveRefused` unless both fences are still installed: only then is the compared state still current. */
export async function requireFenced({ showId, from, to, tables }: MoveEndpoints): Promise<void> {
  const closed = await Promise.all([
    isFenced(from, tables, showId, 'LEAVING'),
    isFenced(to, tables, showId, 'ARRIVING'),
  ]);
  if (closed.includes(false)) throw new MoveRefused('The show was opened on one of its shards.');
}

/**
 * Removes a show from a shard where it is not stored any more. Returns true when its rows and its fence are removed.
 */
export async function clearShard(
  database: D1Database,
  tables: ShardTables,
  showId: string,
  budget: Budget,
): Promise<boolean> {
  if (!(await emptyShard(database, tables, showId, budget))) return false;
  await removeFence(database, showId);
  return true;
}

/** Removes counters before the rows that they count, and children before parents. */
async function emptyShard(
  database: D1Database,
  tables: ShardTables,
  showId: string,
  budget: Budget,
): Promise<boolean> {
  const order = [...tables.kept.toReversed(), ...tables.base.toReversed()];
  const remaining = await tablesOf(database, order, showId);
  if (remaining.length > 0) await installFence(database, tables, showId, 'GONE');
  for (const table of remaining) {
    await indexReferences(database, tables, table.name);
    do {
      if (!budget.take()) return false;
    } while (await removeRows(database, table, showId));
  }
  await dropReferenceIndexes(database);
  return true;
}
