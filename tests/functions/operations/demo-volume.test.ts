import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAssets } from '../../../demo/assets.ts';
import { dropShardIndexes } from '../../../demo/shard-indexes.ts';
import { seedStudio, seedVolume } from '../../../demo/seed.ts';
import { volumePlan } from '../../../demo/show/show-plans.ts';
import { chunkSize, fillChunk, openVolume } from '../../../demo/volume.ts';
import { writeRows } from '../../../demo/write.ts';
import { storeFor } from '../../../functions/store/d1/open.ts';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { verifyHistories } from '#verbs/operations/verify-histories';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const databases = { DIRECTORY, SHOWS_0, SHOWS_1, FILES, LEDGER: ledger };
const documents = chunkSize + 300;
const progress: object[] = [];
const sendLine = (line: object): Promise<void> => {
  progress.push(line);
  return Promise.resolve();
};

async function count(sql: string): Promise<number> {
  return (await SHOWS_1.prepare(sql).first<number>('n')) ?? -1;
}

/** Every table, index and trigger of the shard. */
async function schema(): Promise<unknown[]> {
  const list = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';
  return (await SHOWS_1.prepare(list).all()).results;
}

/** The result of a query as text. */
async function answerOf(db: D1Database, sql: string): Promise<string> {
  return JSON.stringify((await db.prepare(sql).all()).results);
}

let before: unknown[] = [];
let bare: unknown[] = [];
let mended: unknown[] = [];

beforeAll(async () => {
  const order = { seed: 'test', anchor, assets: await makeAssets() };
  await seedStudio(databases, order);
  before = await schema();
  await dropShardIndexes(SHOWS_1);
  bare = await schema();
  await seedStudio(databases, order);
  mended = await schema();
  await seedVolume(databases, { ...order, documents }, sendLine);
  await seedVolume(databases, { ...order, documents }, sendLine);
  // The same documents on the other shard, which has all triggers.
  const { show } = openVolume(order.seed, anchor, order.assets);
  await writeRows(SHOWS_0, show.rows);
  await writeRows(SHOWS_0, fillChunk(show, order.seed, 0, chunkSize, documents).rows);
  const { rows } = fillChunk(show, order.seed, chunkSize, documents - chunkSize, documents);
  await writeRows(SHOWS_0, rows);
}, 120_000);

describe('a show of any size', () => {
  it('has exactly the requested number of documents', async () => {
    expect(await count("SELECT count(*) AS n FROM documents WHERE show_id = 'longseason'")).toBe(documents);
    expect(progress).toEqual([
      { documents: chunkSize },
      { documents },
      { volume: 'seeded' },
      { volume: 'already there' },
    ]);
  });

  it.each([
    [
      'purchase_orders',
      `type = 'PO' AND status = 'APPROVED' AND EXISTS (SELECT 1 FROM send_history s
        WHERE s.document_id = documents.id AND s.send_type = 'ACCOUNTING' AND s.is_successful = 1)`,
    ],
    ['payments', "type = 'PAYMENT' AND status = 'SUBMITTED_FOR_APPROVAL'"],
  ])('DEC-32: its %s exist in accounting, with their totals', async (table, which) => {
    const sql = `SELECT number, total_cents FROM documents WHERE show_id = 'longseason' AND ${which} ORDER BY number`;
    const { results } = await SHOWS_1.prepare(sql).all<{ number: string; total_cents: number }>();
    const books = await ledger
      .prepare(`SELECT number, total_cents FROM ${table} WHERE license = ?`)
      .bind(volumePlan.license)
      .all<{ number: string; total_cents: number }>();
    const booked = new Map(books.results.map(({ number, total_cents: cents }) => [number, cents]));
    expect(results.length).toBeGreaterThan(20);
    expect(results.filter(({ number, total_cents: cents }) => booked.get(number) !== cents)).toEqual([]);
  });

  it('leaves every table, index and trigger as the migrations created them', async () => {
    expect(await schema()).toEqual(before);
  });

  it('restores indexes and triggers in the next run after an interruption', () => {
    expect(bare.length).toBeLessThan(before.length);
    expect(mended).toEqual(before);
  });

  it.each(['document_totals', 'document_counts', 'document_approvers', 'approver_counts', 'commitments'])(
    'has the rows in %s that the triggers would have created',
    async (table) => {
      const sql = `SELECT * FROM ${table} WHERE show_id = 'longseason'`;
      const kept = await answerOf(SHOWS_1, sql);
      expect(kept.length).toBeGreaterThan(1000);
      expect(kept).toBe(await answerOf(SHOWS_0, sql));
    },
  );

  it.each(['longseason', '00042', 'lum', 'ing', 'ber', 'CK450', 'rental'])(
    'is searchable as if each document had been saved: %s',
    async (text) => {
      const sql = `SELECT r.document_id FROM search_text JOIN search_rows r ON r.id = search_text.rowid
        WHERE search_text MATCH '"${text}" AND show : "<longseason>"' ORDER BY search_text.rowid`;
      const found = await answerOf(SHOWS_1, sql);
      expect(found).toContain('longseason_');
      expect(found).toBe(await answerOf(SHOWS_0, sql));
    },
  );

  it.each(['line : ren', 'account : 5210', 'note : the', 'file : pdf'])(
    'has the search sources that the triggers would have created: %s',
    async (text) => {
      const sql = `SELECT s.kind, s.source_id FROM source_text JOIN search_sources s ON s.id = source_text.rowid
        WHERE source_text MATCH '${text.replace(': ', ': "')}" AND show : "<longseason>"' ORDER BY s.source_id`;
      const found = await answerOf(SHOWS_1, sql);
      expect(found).toBe(await answerOf(SHOWS_0, sql));
    },
  );

  it('DEC-90: has valid histories', async () => {
    const report = await verifyHistories(storeFor(env, { id: 'longseason', shard: 1 }), new Map());
    expect(report.faults).toEqual([]);
    expect(report.documents).toBe(documents);
    expect(report.events).toBeGreaterThan(2 * documents);
  });

  it('has no dangling references', async () => {
    expect((await SHOWS_1.prepare('PRAGMA foreign_key_check').all()).results).toEqual([]);
  });

  it('DEC-17: numbers its orders without a gap, up to the counter', async () => {
    const orders = await count(
      "SELECT count(*) AS n FROM documents WHERE show_id = 'longseason' AND type = 'PO'",
    );
    expect(
      await count(
        "SELECT max(CAST(number AS INTEGER)) AS n FROM documents WHERE show_id = 'longseason' AND type = 'PO'",
      ),
    ).toBe(orders);
    expect(await count("SELECT value AS n FROM counters WHERE show_id = 'longseason'")).toBe(orders);
  });

  it('belongs to a show of the directory with members', async () => {
    const members = await DIRECTORY.prepare(
      "SELECT count(*) AS n FROM memberships m JOIN shows s ON s.id = m.show_id WHERE s.id = 'longseason'",
    ).first<number>('n');
    expect(members).toBe(7);
  });
});
