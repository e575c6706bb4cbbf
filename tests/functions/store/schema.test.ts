/// <reference types="vite/types/importMeta.d.ts" />
import { env } from 'cloudflare:workers';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { sql } from '../../support/worker/fixtures/studio.ts';

/** Every file of tables in the store, so that a new one is compared, too. */
const files = {
  ...import.meta.glob<Record<string, unknown>>('../../../functions/store/**/tables.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>('../../../functions/store/**/*-tables.ts', { eager: true }),
};
const tables = Object.entries(files).flatMap(([file, module]) =>
  Object.values(module)
    .filter((value): value is SQLiteTable => value instanceof Object && is(value, SQLiteTable))
    .map((table) => ({ ...getTableConfig(table), isShow: file.includes('/show/') })),
);

interface ColumnInfo {
  name: string;
  type: string;
  notnull: 0 | 1;
  pk: number;
}
const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

describe.each([
  { database: env.DIRECTORY, name: 'DIRECTORY', isShow: false },
  { database: env.SHOWS_0, name: 'SHOWS_0', isShow: true },
  { database: env.SHOWS_1, name: 'SHOWS_1', isShow: true },
])('$name: the tables of the store match the migrations', ({ database, isShow }) => {
  const own = tables.filter((table) => table.isShow === isShow);

  test('there are tables to compare', () => {
    expect(own.length).toBeGreaterThan(isShow ? 30 : 6);
  });

  test.each(own.map((table) => [table.name, table] as const))('%s', async (name, table) => {
    const { results } = await database.prepare(`PRAGMA table_info("${name}")`).all<ColumnInfo>();
    const keys = new Set(table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
    const believed = table.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      isRequired: column.notNull,
      isKey: column.primary || keys.has(column.name),
    }));
    // SQLite reports a lone TEXT key of an ordinary table as nullable, drizzle as required, whether STRICT or not.
    const made = results.map((column) => ({
      name: column.name,
      type: column.type,
      isRequired: column.notnull === 1 || column.pk > 0,
      isKey: column.pk > 0,
    }));
    expect(believed.toSorted(byName)).toEqual(made.toSorted(byName));
  });

  test('every migrated table is STRICT', async () => {
    const { results } = await database
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0`)
      .all<{ name: string }>();
    const names = results
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite_|_cf_|d1_migrations)/.test(name));
    expect(names).toEqual([]);
  });
});

const event = `INSERT INTO document_events (document_id, seq, show_id, action, actor_id, actor_name, at, previous_hash, hash)`;
const at = '2026-11-21T12:00:00.000Z';
async function append(documentId: string, seq: number | null, previous: string, hash: string, verb = event) {
  return env.SHOWS_0.prepare(`${verb} VALUES (?, ?, 'show1', 'save', 'u', 'U', '${at}', ?, ?)`)
    .bind(documentId, seq, previous, hash)
    .run();
}

describe('the history', () => {
  test('appends in order, each on its predecessor', async () => {
    await append('show1_a', 1, '', 'h1');
    await append('show1_a', 2, 'h1', 'h2');
    const { results } = await env.SHOWS_0.prepare(
      `SELECT seq FROM document_events WHERE document_id = 'show1_a'`,
    ).all();
    expect(results).toEqual([{ seq: 1 }, { seq: 2 }]);
  });

  test.each([
    ['updated', `UPDATE document_events SET payload = '{"x":1}' WHERE document_id = 'show1_b'`],
    ['deleted', `DELETE FROM document_events WHERE document_id = 'show1_b'`],
  ])('cannot be %s', async (_how, statement) => {
    await append('show1_b', 1, '', 'h1').catch(() => undefined);
    await expect(env.SHOWS_0.prepare(statement).run()).rejects.toThrow('append-only');
    const { results } = await env.SHOWS_0.prepare(
      `SELECT payload, hash FROM document_events WHERE document_id = 'show1_b'`,
    ).all();
    expect(results).toEqual([{ payload: '{}', hash: 'h1' }]);
  });

  test.each(['INSERT', 'INSERT OR REPLACE', 'REPLACE', 'INSERT OR IGNORE'])(
    'refuses a taken key by %s',
    async (verb) => {
      await append('show1_c', 1, '', 'h1').catch(() => undefined);
      const again = append('show1_c', 1, '', 'other', event.replace('INSERT', verb));
      await expect(again).rejects.toThrow(/key is taken/);
    },
  );

  test('refuses a broken chain and a missing predecessor', async () => {
    await append('show1_d', 1, '', 'h1');
    await expect(append('show1_d', 2, 'not-h1', 'h2')).rejects.toThrow('chain is broken');
    await expect(append('show1_d', 3, 'h1', 'h3')).rejects.toThrow('chain is broken');
  });

  test('a key without a number aborts the whole batch', async () => {
    const counter = env.SHOWS_0.prepare(
      `INSERT INTO counters (show_id, name, value) VALUES ('show1', 'n', 1)`,
    );
    const guard = env.SHOWS_0.prepare(
      `${event} SELECT 'show1_e', NULL, 'show1', 'save', 'u', 'U', '${at}', '', 'h'`,
    );
    await expect(env.SHOWS_0.batch([counter, guard])).rejects.toThrow(/NOT NULL/);
    expect(await env.SHOWS_0.prepare(`SELECT * FROM counters WHERE show_id = 'show1'`).all()).toMatchObject({
      results: [],
    });
  });
});

async function documentOf(status: string, submission: string, type = 'PO', totalCents = 0) {
  const id = `show1_${crypto.randomUUID()}`;
  const columns =
    'id, show_id, type, status, submission_status, version, number, total_cents, creator_id, creator_name, owner_id, created_at, updated_at';
  return env.SHOWS_0.prepare(
    `INSERT INTO documents (${columns}) VALUES (?1, 'show1', ?2, ?3, ?4, 1, ?1, ?5, 'u', 'U', 'u', '${at}', '${at}')`,
  )
    .bind(id, type, status, submission, totalCents)
    .run();
}

describe('checks of the database', () => {
  test.each([
    ['PO', 'DRAFT', 'Needs revision'],
    ['INVOICE', 'VOID', 'Denied'],
    ['PAYMENT', 'CANCELED', 'Canceled'],
  ])('DEC-15: %s may be %s / %s', async (type, status, submission) => {
    expect((await documentOf(status, submission, type)).success).toBe(true);
  });

  test.each([
    ['PO', 'APPROVED', 'Draft'],
    ['PO', 'VOID', 'Denied'],
    ['INVOICE', 'APPROVED_BY_DEPARTMENT_APPROVER', 'Submitted for approval'],
    ['PAYMENT', 'DRAFT', 'Needs revision'],
    ['PAYMENT', 'VOID', 'Void'],
    ['RECEIPT', 'DRAFT', 'Draft'],
  ])('DEC-15: %s may not be %s / %s', async (type, status, submission) => {
    await expect(documentOf(status, submission, type)).rejects.toThrow('CHECK constraint failed');
  });

  test('amounts are integers of at most twelve digits of cents', async () => {
    await expect(documentOf('DRAFT', 'Draft', 'PO', 1_000_000_000_000)).rejects.toThrow('CHECK');
    await expect(documentOf('DRAFT', 'Draft', 'PO', 0.5)).rejects.toThrow(/INTEGER/);
  });

  test('show ids are short, with lower case letters and digits', async () => {
    await sql.directory`INSERT INTO studios (id, name) VALUES ('s', 'S')`;
    const add = (id: string) =>
      env.DIRECTORY.prepare(
        `INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at) VALUES (?1, 's', ?1, 'N', 'L', 0, 'SA', '${at}')`,
      )
        .bind(id)
        .run();
    expect((await add('nlite9')).success).toBe(true);
    for (const id of ['abc', 'Upper', 'with_score', 'thirteenchars'])
      await expect(add(id)).rejects.toThrow('CHECK');
  });
});
