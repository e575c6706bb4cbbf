import { sql } from 'drizzle-orm';
import type { Database } from '#store/d1/open';

const tables = { LINE: 'document_lines', NOTE: 'notes', FILE: 'files' } as const;

/** The batch size of the sweep, which runs every minute. */
const indexBatchSize = 2000;

/**
 * Adds lines, notes and files from before the migration to the search index (VIEW-74). A repetition after an
 * interruption skips what is indexed. Returns the number of rows passed.
 */
export async function indexSources(db: Database, batchSize = indexBatchSize): Promise<number> {
  const [next] = await db.all<{ kind: keyof typeof tables }>(sql`SELECT kind FROM search_backfill LIMIT 1`);
  if (!next) return 0;
  const { kind } = next;
  const reached = sql`(SELECT before_row FROM search_backfill WHERE kind = ${kind})`;
  const batch = sql`SELECT rowid AS row, id FROM ${sql.raw(tables[kind])} WHERE rowid < ${reached}
    ORDER BY rowid DESC LIMIT ${batchSize}`;
  await db.run(
    sql`INSERT OR IGNORE INTO search_sources (kind, source_id) SELECT ${kind}, id FROM (${batch})`,
  );
  const [passed] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM (${batch})`);
  const count = passed?.count ?? 0;
  await (count < batchSize
    ? db.run(sql`DELETE FROM search_backfill WHERE kind = ${kind}`)
    : db.run(
        sql`UPDATE search_backfill SET before_row = (SELECT min(row) FROM (${batch})) WHERE kind = ${kind}`,
      ));
  return count;
}
