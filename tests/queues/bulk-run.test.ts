import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RealtimeMessage } from '#domain/realtime/messages';
import { readRun } from '../support/worker/fixtures/bulk.ts';
import { expectOnce, startRun, takeReleases, waitingItems } from '../support/worker/fixtures/bulk-runs.ts';
import { drain, openPayments } from '../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../support/worker/fixtures/queues.ts';
import { forgetSent, sent, sql, studioEnv } from '../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(forgetSent);

/** A shard whose connection breaks after so many batches with approvals, as when a worker is killed. */
function dyingAfter(trips: number): Env {
  let left = trips;
  let hasBegun = false;
  const shard = {
    withSession(constraint: string) {
      const session = studioEnv.SHOWS_0.withSession(constraint);
      return {
        prepare(query: string) {
          hasBegun ||= /insert into "document_events"/i.test(query);
          return session.prepare(query);
        },
        async batch(statements: D1PreparedStatement[]) {
          if (hasBegun) left -= 1;
          if (left < 0) throw new Error('killed');
          return session.batch(statements);
        },
        getBookmark: () => session.getBookmark(),
      };
    },
  };
  return { ...studioEnv, SHOWS_0: shard as unknown as D1Database };
}

test('BK-16, BK-03, DEC-45: each of 100 payments is approved once despite double delivery, a killed worker and a lost message', async () => {
  const items = await waitingItems(100);
  const runId = await startRun('lena', items);
  const messages = sent.outbox.splice(0);
  expect(messages).toHaveLength(10);

  // Two messages are delivered twice, concurrently and one after the other.
  const twice = messages.slice(0, 2);
  await Promise.all([...twice, ...twice].map((message) => deliver('backlot-outbox', [message])));
  for (const message of twice) await deliver('backlot-outbox', [message]);
  expect(await readRun('lena', runId)).toMatchObject({ batchesComplete: 2, numSuccess: 20 });

  // The worker is killed during the third batch: more payments are approved than have a result.
  const killed = messages.slice(2, 3);
  await deliver('backlot-outbox', killed, dyingAfter(1));
  const half = await readRun('lena', runId);
  expect(half.numSuccess).toBeLessThan(30);
  const approved = await sql.alpha<{ n: number }>`SELECT count(*) AS n FROM documents
    WHERE status = 'APPROVED' AND id IN (SELECT document_id FROM bulk_items WHERE run_id = ${runId})`;
  expect(approved[0]?.n).toBeGreaterThan(half.numSuccess);

  // The others arrive in one delivery; the last two messages are lost.
  sent.outbox.push(...messages.slice(3, 8));
  await drain();
  expect(await readRun('lena', runId)).toMatchObject({ status: 'in_progress', batchesComplete: 7 });
  // The lease of the killed worker expires.
  await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE kind = 'approve-batch'`;
  sent.outbox.length = 0;
  for (const minute of [5, 7, 9]) {
    await sweepIn(minute);
    await drain();
  }

  const run = await readRun('lena', runId);
  expect(run).toMatchObject({
    status: 'success',
    total: 100,
    numSuccess: 100,
    numFailure: 0,
    batchesComplete: 10,
  });
  expect(new Set(run.success).size).toBe(100);
  await expectOnce(items);
}, 120_000);

test('DEC-45, BK-16: two concurrent runs of the same selection approve each payment once, with every message delivered twice', async () => {
  const items = await waitingItems(60);
  const [lena, luis] = await Promise.all([startRun('lena', items), startRun('luis', items)]);
  const messages = sent.outbox.splice(0);
  expect(messages).toHaveLength(12);
  await Promise.all([...messages, ...messages].map((message) => deliver('backlot-outbox', [message])));
  await drain();
  const runs = await Promise.all([readRun('lena', lena), readRun('luis', luis)]);
  for (const run of runs) {
    const ended = [...run.success, ...run.failed.map(({ id }) => id)];
    expect(ended.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    expect([run.numSuccess + run.numFailure, run.batchesComplete, run.totalBatches]).toEqual([60, 6, 6]);
    expect(run.status).toBe(run.numFailure > 0 ? 'error' : 'success');
  }
  expect(new Set(runs.flatMap((run) => run.failed.map(({ code }) => code)))).toEqual(
    new Set(['WORKFLOW_CONFLICT']),
  );
  const approved = runs.flatMap((run) => run.success);
  expect(approved.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  await expectOnce(items);
}, 60_000);

test('BK-16, DEC-45, DEC-12: the progress after each batch is published to its user alone', async () => {
  const items = await waitingItems(25);
  const runId = await startRun('lena', items);
  const calls: RealtimeMessage[][] = [];
  const stub = { tell: async (...messages: RealtimeMessage[]) => void calls.push(messages) };
  const listening = { ...studioEnv, REALTIME: { getByName: () => stub } } as unknown as Env;
  const outbox = vi.spyOn(studioEnv.OUTBOX_QUEUE, 'sendBatch');
  // The three approvals, then the three releases.
  for (const message of sent.outbox.splice(0)) await deliver('backlot-bulk', [message], listening);
  for (const message of takeReleases()) await deliver('backlot-bulk', [message], listening);
  // Ten documents share their messages: the notifications go out once per batch, the realtime messages with the write
  // and again with accounting's responses.
  expect(outbox).toHaveBeenCalledTimes(3);
  outbox.mockRestore();
  expect(calls[0]).toHaveLength(10);
  expect(calls.length).toBeLessThanOrEqual(3 * 4);
  const published = calls.flat();
  const progress = published.filter((message) => message.event === 'bulk_progress_update');
  expect(progress.map(({ to, showId }) => [to, showId])).toEqual(progress.map(() => [['lena'], 'alpha1']));
  expect(progress.map(({ data }) => data)).toMatchObject([
    {
      runId,
      status: 'in_progress',
      total: 25,
      numSuccess: 10,
      numFailure: 0,
      batchesComplete: 1,
      totalBatches: 3,
    },
    { runId, status: 'in_progress', numSuccess: 20, batchesComplete: 2 },
    { runId, status: 'in_progress', numSuccess: 25, batchesComplete: 3, failed: [] },
    { status: 'in_progress' },
    { status: 'in_progress' },
    { status: 'success', numSuccess: 25 },
  ]);
  // Each changed document is published (DEC-100), but not to users without payments.
  const changes = published.filter((message) => message.event === 'document_changed');
  expect(new Set(changes.map(({ data }) => data.id)).size).toBe(25);
  expect(changes[0]?.to).toContain('wendy');
  expect(changes.filter(({ to }) => to.includes('carl'))).toEqual([]);
});

/** The bindings with counters of round trips and statements. */
function counting(): { env: Env; count: () => number; trips: () => number } {
  let [statements, trips] = [0, 0];
  const counted = (database: D1Database): D1Database => {
    const withSession = (constraint: string) => {
      const session = database.withSession(constraint);
      return {
        prepare(query: string) {
          statements += 1;
          return session.prepare(query);
        },
        batch: async (all: D1PreparedStatement[]) => {
          trips += 1;
          return session.batch(all);
        },
        getBookmark: () => session.getBookmark(),
      };
    };
    return { withSession } as unknown as D1Database;
  };
  const { DIRECTORY, SHOWS_0, SHOWS_1 } = studioEnv;
  const databases = {
    DIRECTORY: counted(DIRECTORY),
    SHOWS_0: counted(SHOWS_0),
    SHOWS_1: counted(SHOWS_1),
  };
  return { env: { ...studioEnv, ...databases }, count: () => statements, trips: () => trips };
}

test('BK-16: ten final approvals stay within the query limit of a Worker run, and few round trips are made', async () => {
  const items = await waitingItems(20);
  await startRun('lena', items);
  const { env, count, trips } = counting();
  for (const message of sent.outbox.splice(0)) {
    const before = count();
    await deliver('backlot-bulk', [message], env);
    expect(count() - before).toBeGreaterThan(100);
    expect(count() - before).toBeLessThan(300);
  }
  for (const message of takeReleases()) {
    const before = count();
    await deliver('backlot-bulk', [message], env);
    expect(count() - before).toBeLessThan(200);
  }
  const notices = sent.outbox.splice(0);
  expect(notices).toHaveLength(20);
  while (notices.length > 0) await deliver('backlot-outbox', notices.splice(0, 10), env);
  // More when accounting's responses or the mails are far apart. Each collected notification takes two (DEC-161).
  expect(trips()).toBeGreaterThan(20);
  expect(trips()).toBeLessThan(120);
});

test('BK-03: batches of ten have their own queue, which delivers each of them alone', async () => {
  const items = await waitingItems(30);
  const bulk = vi.spyOn(studioEnv.BULK_QUEUE, 'sendBatch');
  const outbox = vi.spyOn(studioEnv.OUTBOX_QUEUE, 'sendBatch');
  await startRun('lena', items);
  const messages = sent.outbox.splice(0);
  expect(messages).toHaveLength(3);
  expect(bulk.mock.calls.map(([all]) => [...all].map(({ body }) => body))).toEqual([messages]);
  expect(outbox).not.toHaveBeenCalled();
  bulk.mockRestore();
  outbox.mockRestore();
  for (const message of messages)
    expect(await deliver('backlot-bulk', [message])).toEqual({ acknowledged: 1, retried: 0 });
  await drain();
  await expectOnce(items);
});
