import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readRun, manyPayments, picks, retry, start } from '../../support/worker/fixtures/bulk.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  bookPayment,
  drain,
  openPayments,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.alpha`UPDATE bulk_runs SET seen_at = created_at`;
});

const path = '/api/workflows/bulk-approval';
const current = async (name: PersonName) =>
  (await as(name).get<{ runId: string | null }>(`${path}?showId=alpha1`)).body.runId;
const see = (name: PersonName, runId: string) => as(name).post(`${path}/${runId}/seen?showId=alpha1`);

test('DEC-45: a new window gets the running run, and its end until it was seen', async () => {
  expect(await current('lena')).toBeNull();
  const ids = await manyPayments(11);
  const { body } = await start('lena', { items: await picks('lena', ids) });
  expect(await current('lena')).toBe(body.runId);
  expect(await current('luis')).toBeNull();
  // A running run cannot be marked as seen.
  expect((await see('lena', body.runId)).status).toBe(200);
  expect(await current('lena')).toBe(body.runId);
  await drain();
  expect(await current('lena')).toBe(body.runId);
  expect((await see('luis', body.runId)).status).toBe(404);
  expect((await see('lena', body.runId)).status).toBe(200);
  expect(await current('lena')).toBeNull();
});

test('DEC-45: the newest of several runs is shown, and marking it as seen includes the older ones', async () => {
  const runs: string[] = [];
  for (const id of await manyPayments(2)) {
    runs.push((await start('lena', { items: await picks('lena', [id]) })).body.runId);
  }
  expect(await current('lena')).toBe(runs[1]);
  await see('lena', runs[1] ?? '');
  expect(await current('lena')).toBeNull();
});

test('DEC-45: a retried run is shown again with its failed items', async () => {
  const [id = ''] = await submittedPayments(bookPayment('named', { number: 'E77001', totalCents: 123_456 }));
  const { body } = await start('lena', { items: [{ id, workflowStepId: 'none' }] });
  expect((await readRun('lena', body.runId)).payments).toEqual([
    { id, number: 'E77001', payeeName: 'Lumen Rentals Inc', totalCost: 1234.56, currency: 'USD' },
  ]);
  await see('lena', body.runId);
  await retry('lena', body.runId);
  expect(await current('lena')).toBe(body.runId);
});
