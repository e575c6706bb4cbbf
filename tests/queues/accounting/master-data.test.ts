import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { maxPagesPerRun } from '#verbs/accounting/sync-master-data';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { chosen, createShow, drain, openWithStaff, shardOf } from '../../support/worker/fixtures/shows.ts';
import { forgetSent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openWithStaff);
beforeEach(forgetSent);

test('AC-11: several jobs import more vendors than one job can, and sync them every day', async () => {
  const count = maxPagesPerRun * 200 + 1;
  await ledger
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO vendors (license, external_id, number, name)
       SELECT '${chosen.license}', printf('z%05d', i), printf('Z-%05d', i), printf('Prop House %d', i) FROM n`,
    )
    .bind(count)
    .run();
  const { id } = (await createShow('Very Many Vendors')).body;
  await drain();
  const store = (await shardOf(id)) === 0 ? env.SHOWS_0 : env.SHOWS_1;
  const last = `z${String(count).padStart(5, '0')}`;
  const nameOfLast = () =>
    store
      .prepare('SELECT name FROM vendors WHERE show_id = ? AND external_id = ?')
      .bind(id, last)
      .first('name');
  expect(await nameOfLast()).toBe(`Prop House ${count}`);
  for (const name of ['Second Day', 'Third Day']) {
    await sql.ledger`UPDATE vendors SET name = ${name} WHERE external_id = ${last}`;
    const before = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await store
      .prepare("UPDATE outbox SET created_at = ? WHERE show_id = ? AND effect_key = 'import-books'")
      .bind(before, id)
      .run();
    await sweepIn(0);
    await drain();
    expect(await nameOfLast()).toBe(name);
  }
});

test('AC-11: the sweep resets a failed and dismissed sync on another day', async () => {
  const { id } = (await createShow('Books That Fail')).body;
  await drain();
  const store = (await shardOf(id)) === 0 ? env.SHOWS_0 : env.SHOWS_1;
  await store
    .prepare(
      `UPDATE outbox SET created_at = '2026-11-01', done_at = '2026-11-01', error = 'closed', dismissed_at = '2026-11-01'
       WHERE show_id = ? AND effect_key = 'import-books'`,
    )
    .bind(id)
    .run();
  await sweepIn(0);
  const opened = await store
    .prepare(
      "SELECT done_at, error, dismissed_at FROM outbox WHERE show_id = ? AND effect_key = 'import-books'",
    )
    .bind(id)
    .first();
  expect(opened).toEqual({ done_at: null, error: null, dismissed_at: null });
});
