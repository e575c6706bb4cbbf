import { loadStatement, tables as ledgerTables } from '../sandbox/tables.ts';
import type { Table } from '../sandbox/tables.ts';
import { contentOf } from './assets.ts';
import type { Assets, Upload } from './assets.ts';
import { insertsOf } from './inserts.ts';
import type { Ledger } from './show/ledger.ts';
import type { Rows } from './rows.ts';

/** Size of one batch: smaller ones write the same pages more often, larger ones take longer to serialize. */
const batchCharacters = 6_000_000;

/** Writes batch by batch, each of them atomic. */
export async function writeRows(db: D1Database, ...groups: readonly Rows[]): Promise<void> {
  let batch: D1PreparedStatement[] = [];
  let size = 0;
  for (const { sql, text, same } of groups.flatMap(insertsOf)) {
    batch.push(db.prepare(sql).bind(text, ...same));
    size += text.length;
    if (size < batchCharacters) continue;
    await db.batch(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) await db.batch(batch);
}

export async function writeLedger(db: D1Database, ledger: Ledger): Promise<void> {
  const names = Object.keys(ledgerTables) as Table[];
  const statements = names.flatMap((table) => {
    const rows = ledger.byTable.get(table) ?? [];
    return Array.from({ length: Math.ceil(rows.length / 1000) }, (_, n) =>
      loadStatement(db, table, rows.slice(n * 1000, (n + 1) * 1000)),
    );
  });
  await db.batch(statements);
}

/** Writes files to R2, a few at a time. */
export async function writeFiles(
  bucket: R2Bucket,
  uploads: readonly Upload[],
  assets: Assets,
): Promise<void> {
  const width = 40;
  for (let at = 0; at < uploads.length; at += width)
    await Promise.all(
      uploads.slice(at, at + width).map((upload) => {
        const { contentType } = assets[upload.asset];
        return bucket.put(upload.fileId, contentOf(assets, upload).bytes, { httpMetadata: { contentType } });
      }),
    );
}
