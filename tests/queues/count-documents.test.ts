import { beforeAll, beforeEach, expect, test } from 'vitest';
import { countVersion } from '#domain/budget/counts';
import { storeFor } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { mergeSettings } from '#store/show/management/settings';
import { saveSubscriptions } from '#store/show/webhooks/endpoints';
import {
  approvedLine,
  leaveUncounted,
  movementFaults,
  readMeasures,
} from '../support/worker/budget/movements.ts';
import { newBudget } from '../support/worker/budget/budgets.ts';
import { forgetCosts, openCostShow } from '../support/worker/budget/cost-reports.ts';
import { deliverSent, sweepIn } from '../support/worker/fixtures/queues.ts';
import { sent, sql, studioEnv } from '../support/worker/fixtures/studio.ts';

/** Runs the sweep of a minute and delivers its messages to the outbox queue. */
async function sweepAndDeliver(): Promise<void> {
  sent.outbox.length = 0;
  await sweepIn(0);
  await deliverSent();
}

const progress = (showId = 'alpha1') =>
  sql.alpha`SELECT count_version AS version, count_position AS position FROM show_settings WHERE show_id = ${showId}`;

const committed = async () => {
  const { lines, isComplete } = (await readMeasures()).body;
  return { committed: lines.find(({ account }) => account === '6100')?.committed, isComplete };
};

/** Movements as a release left them that does not count purchase orders. */
async function asOlderRelease(): Promise<void> {
  await sql.alpha`DELETE FROM budget_movements WHERE measure = 'COMMITTED'`;
  await leaveUncounted();
}

beforeAll(openCostShow);
beforeEach(async () => {
  await forgetCosts();
  await newBudget();
  await approvedLine(800);
  await asOlderRelease();
  await sql.alpha`DELETE FROM outbox WHERE kind = 'count-documents'`;
});

test('BUD-94: the sweep recounts a show that an older Worker regards as counted', async () => {
  // During a deployment, the older Worker ends the recount of a migration by its own rules.
  await sql.alpha`UPDATE show_settings SET counted_to = '' WHERE show_id = 'alpha1'`;
  await sql.alpha`UPDATE show_settings SET counted_to = NULL WHERE show_id = 'alpha1'`;
  await sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, done_at)
    VALUES ('alpha1_job', 'alpha1', 'count-documents', '{"kind":"count-documents"}', 'count-documents:alpha1',
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z')`;
  expect(await committed()).toEqual({ committed: 0, isComplete: false });
  await sweepAndDeliver();
  expect(await committed()).toEqual({ committed: 800, isComplete: true });
  expect(await progress()).toEqual([{ version: countVersion, position: null }]);
  expect(await movementFaults()).toEqual([]);
});

test('BUD-94: a show that a newer release counts is left alone and is complete', async () => {
  await sql.alpha`UPDATE show_settings SET count_version = ${countVersion + 1}, count_position = 'alpha1_m'
    WHERE show_id = 'alpha1'`;
  await sweepAndDeliver();
  expect(await committed()).toEqual({ committed: 0, isComplete: true });
  expect(await progress()).toEqual([{ version: countVersion + 1, position: 'alpha1_m' }]);
});

test.each([
  ['settings', (store: ShowStore) => mergeSettings(store, {})],
  ['subscriptions', (store: ShowStore) => store.write([saveSubscriptions(store)])],
] as const)('BUD-94: a new show, whose first row has its %s, has nothing to recount', async (what, save) => {
  await save(storeFor(studioEnv, { id: what, shard: 0 }));
  expect(await progress(what)).toEqual([{ version: countVersion, position: null }]);
});
