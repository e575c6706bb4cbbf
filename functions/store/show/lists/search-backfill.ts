import { sql } from 'drizzle-orm';
import type { Database } from '#store/d1/open';

const tables = { LINE: 'document_lines', NOTE: 'notes', FILE: 'files' } as const;

/** The batch size of the sweep, which runs every minute. */
const indexBatchSize = 2000;

/**
 * Adds lines, notes and files from before the migration to the search index, from the newest (VIEW-74). Their ids
 * descend from the lowest one, because the search takes a higher id for a newer text. Each call reads the end of its
 * batch once, and the position only moves down: overlapping calls and deleted rows skip nothing. Returns the number of
 * rows passed.
 */
export async function indexSources(db: Database, batchSize = indexBatchSize): Promise<number> {
  const [next] = await db.all<{ kind: keyof typeof tables }>(sql`SELECT kind FROM search_backfill LIMIT 1`);
  if (!next) return 0;
  const { kind } = next;
  const table = sql.raw(tables[kind]);
  const before = sql`(SELECT before_row FROM search_backfill WHERE kind = ${kind})`;
  const [batch] = await db.all<{ count: number; last: number | null }>(
    sql`SELECT count(*) AS count, min(row) AS last
      FROM (SELECT rowid AS row FROM ${table} WHERE rowid < ${before} ORDER BY rowid DESC LIMIT ${batchSize})`,
  );
  const { count, last } = batch ?? { count: 0, last: null };
  if (last !== null)
    await db.run(
      sql`INSERT OR IGNORE INTO search_sources (id, kind, source_id)
        SELECT (SELECT min(0, coalesce(min(id), 0)) FROM search_sources) - row_number() OVER (ORDER BY rowid DESC),
          ${kind}, id FROM ${table} WHERE rowid >= ${last} AND rowid < ${before}`,
    );
  await (count < batchSize
    ? db.run(sql`DELETE FROM search_backfill WHERE kind = ${kind}`)
    : db.run(
        sql`UPDATE search_backfill SET before_row = ${last} WHERE kind = ${kind} AND before_row > ${last}`,
      ));
  return count;
}
