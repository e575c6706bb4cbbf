import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { syncPayments } from '#verbs/payments/sync-payments';
import { showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import { makeAssets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';
import { sandbox } from '../../../sandbox/app.ts';
import { ledger } from '../../support/worker/accounting/sandbox.ts';
import { read } from '#store/d1/query';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const address = {
  ACCOUNTING_URL: 'http://accounting.test/sandbox',
  ACCOUNTING_SECRET: 'secret-of-the-tests',
};

test('DEC-44, DEC-28/1: an import from the demo accounting adds the two new payments of a show and changes nothing else', async () => {
  const assets = await makeAssets();
  const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
  await seedStudio({ DIRECTORY, SHOWS_0, SHOWS_1, FILES, LEDGER: ledger }, { seed: 'test', anchor, assets });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    sandbox.fetch(new Request(input, init), { ...address, LEDGER: ledger }),
  );
  const demo = { ...env, ...address };
  const show = await read(showQuery(directoryOf(demo, 'nlite')));
  if (!show) throw new Error('no demo show');
  const store = storeFor(demo, show);
  const payments = async () => {
    const shard = show.shard === 0 ? SHOWS_0 : SHOWS_1;
    const { results } = await shard
      .prepare(
        `SELECT id, version, status FROM documents WHERE show_id = 'nlite' AND type = 'PAYMENT' ORDER BY id`,
      )
      .all<{ id: string; version: number; status: string }>();
    return results;
  };
  const before = await payments();
  expect(before.length).toBeGreaterThan(5);
  expect(await syncPayments({ env: demo, store, show, now: '2026-03-02T18:05:00.000Z' })).toBe('done');
  const after = await payments();
  const known = new Set(before.map(({ id }) => id));
  expect(after.filter(({ id }) => known.has(id))).toEqual(before);
  expect(after.filter(({ id }) => !known.has(id)).map(({ status, version }) => [status, version])).toEqual([
    ['DRAFT', 1],
    ['DRAFT', 1],
  ]);
}, 60_000);
