import { loadStatement, tables as ledgerTables } from '../sandbox/tables.ts';
import type { Row, Table } from '../sandbox/tables.ts';
import type { Assets, Upload } from './assets.ts';
import { insertsOf } from './inserts.ts';
import type { Ledger } from './ledger.ts';
import type { Rows } from './rows.ts';

/** One atomic batch: all of it is there afterwards, or nothing. */
export async function writeRows(db: D1Database, ...groups: readonly Rows[]): Promise<void> {
  const statements = groups.flatMap(insertsOf).map(({ sql, text }) => db.prepare(sql).bind(text));
  if (statements.length > 0) await db.batch(statements);
}

const dropped = 'demo_dropped_indexes';

/** Notes every index of a shard in a table of its own and drops it: one sort at the end is faster than keeping order. */
export async function dropIndexes(db: D1Database): Promise<void> {
  const list = `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`;
  const { results } = await db.prepare(list).all<{ name: string }>();
  await db.batch([
    db.prepare(`CREATE TABLE ${dropped} AS ${list}`),
    ...results.map(({ name }) => db.prepare(`DROP INDEX "${name}"`)),
  ]);
}

/** Makes the indexes anew that `dropIndexes` dropped, be it in a run that broke off. */
export async function restoreIndexes(db: D1Database): Promise<void> {
  const known = await db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').bind(dropped).first();
  if (!known) return;
  const { results } = await db.prepare(`SELECT sql FROM ${dropped}`).all<{ sql: string }>();
  await db.batch([...results.map(({ sql }) => db.prepare(sql)), db.prepare(`DROP TABLE ${dropped}`)]);
}

export async function writeLedger(db: D1Database, ledger: Ledger): Promise<void> {
  const names = Object.keys(ledgerTables) as Table[];
  const statements = names.flatMap((table) => {
    const rows = (ledger.byTable.get(table) ?? []) as Row<Table>[];
    return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, n) =>
      loadStatement(db, table, rows.slice(n * 1000, (n + 1) * 1000)),
    );
  });
  await db.batch(statements);
}

/** Bytes to R2, a few at a time. */
export async function writeFiles(
  bucket: R2Bucket,
  uploads: readonly Upload[],
  assets: Assets,
): Promise<void> {
  const width = 40;
  for (let at = 0; at < uploads.length; at += width)
    await Promise.all(
      uploads.slice(at, at + width).map(({ fileId, asset }) => {
        const { bytes, contentType } = assets[asset];
        return bucket.put(fileId, bytes, { httpMetadata: { contentType } });
      }),
    );
}
