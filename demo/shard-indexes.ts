/** Table of dropped indexes and triggers, until they are restored. */
const notes = 'demo_dropped';

interface Dropped {
  type: 'index' | 'trigger';
  name: string;
  sql: string;
}

/**
 * Drops every index and trigger of a shard for a bulk load: building indexes once at the end takes half the time, and
 * counting once (`derived-rows.ts`) a tenth.
 */
export async function dropShardIndexes(db: D1Database): Promise<void> {
  const list = `SELECT type, name, sql FROM sqlite_schema
    WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, rowid`;
  const { results } = await db.prepare(list).all<Dropped>();
  await db.batch([
    db.prepare(`CREATE TABLE ${notes} AS ${list}`),
    ...results.map(({ type, name }) => db.prepare(`DROP ${type} ${name}`)),
  ]);
}

/**
 * Restores what `dropShardIndexes` dropped, in the order of the migrations, also after an interrupted run; what a
 * migration has created meanwhile stays.
 */
export async function restoreShardIndexes(db: D1Database): Promise<void> {
  const isBare = await db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').bind(notes).first();
  if (!isBare) return;
  const { results } = await db
    .prepare(
      `SELECT name, sql, name IN (SELECT name FROM sqlite_schema) AS isThere FROM ${notes} ORDER BY rowid`,
    )
    .all<Dropped & { isThere: 0 | 1 }>();
  const forget = db.prepare(`DELETE FROM ${notes} WHERE name = ?`);
  // One by one: a single write-ahead log would be nearly as large as the shard.
  for (const { name, sql, isThere } of results)
    await db.batch([...(isThere ? [] : [db.prepare(sql)]), forget.bind(name)]);
  await db.prepare(`DROP TABLE ${notes}`).run();
}
