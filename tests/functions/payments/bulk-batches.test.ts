import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  readRun,
  manyPayments,
  path,
  picks,
  retry,
  start,
  statuses,
} from '../../support/worker/fixtures/bulk.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { drain, openPayments, releasesOf } from '../../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, sent, sql } from '../../support/worker/fixtures/studio.ts';
import type { BulkProgress } from '#domain/bulk-approval/bulk-response';

beforeAll(openPayments);
beforeEach(forgetSent);

describe('more than ten payments', () => {
  test('API-21, BK-03, DEC-45: the answer is 202 with empty lists, one message per ten items is sent, and all are approved', async () => {
    const ids = await manyPayments(23);
    const answer = await start('lena', { items: await picks('lena', ids), total: 23 });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { status: 'in_progress', total: 23, totalBatches: 3, batchesComplete: 0, success: [], failed: [] },
    ]);
    expect(sent.outbox).toHaveLength(3);
    const [first] = sent.outbox.splice(0, 1);
    await deliver('backlot-outbox', [first]);
    expect(await readRun('lena', answer.body.runId)).toMatchObject({
      status: 'in_progress',
      batchesComplete: 1,
      numSuccess: 10,
      success: ids.slice(0, 10),
    });
    await drain();
    expect(await readRun('lena', answer.body.runId)).toMatchObject({
      status: 'success',
      batchesComplete: 3,
      numSuccess: 23,
      numFailure: 0,
    });
    expect(new Set(await statuses(ids))).toEqual(new Set(['APPROVED']));
  });

  test('DEC-45: a canceled run leaves unstarted items unapproved and approved items approved', async () => {
    const ids = await manyPayments(22);
    const { body } = await start('lena', { items: await picks('lena', ids) });
    const batches = sent.outbox.splice(0);
    await deliver('backlot-outbox', batches.slice(0, 1));
    const canceled = await as('lena').delete<BulkProgress>(path(body.runId));
    expect([canceled.status, canceled.body]).toMatchObject([
      200,
      { status: 'canceled', numSuccess: 10, numFailure: 0 },
    ]);
    for (const batch of batches) await deliver('backlot-outbox', [batch]);
    expect((await statuses(ids)).filter((status) => status === 'APPROVED')).toHaveLength(10);
    expect(await readRun('lena', body.runId)).toMatchObject({ status: 'canceled', numSuccess: 10 });
    // Canceling again changes nothing.
    expect((await as('lena').delete(path(body.runId))).status).toBe(200);
  });

  test("DEC-45: only the run's own user has access to it", async () => {
    const { body } = await start('lena', { items: await picks('lena', await manyPayments(11)) });
    for (const answer of [
      await as('luis').get(path(body.runId)),
      await as('luis').delete(path(body.runId)),
      await retry('luis', body.runId),
      await as('lena').get(path('alpha1_nothing')),
    ])
      expect([answer.status, (answer.body as { code?: string }).code]).toEqual([404, 'NOT_FOUND']);
    await drain();
    expect((await readRun('lena', body.runId)).numSuccess).toBe(11);
  });
});

describe('retry', () => {
  test('DEC-45, BK-04: only failed items are retried, and the run ends as if nothing had failed', async () => {
    const ids = await manyPayments(4);
    const items = await picks('lena', ids);
    // Two of them temporarily do not wait for Lena.
    const away = ids.slice(0, 2);
    for (const id of away)
      await sql.alpha`UPDATE workflow_step_approvers SET user_id = 'x' WHERE document_id = ${id}
        AND user_id = 'lena'`;
    const first = await start('lena', { items });
    expect(first.body).toMatchObject({ status: 'error', numSuccess: 2, numFailure: 2 });
    expect(first.body.failed.map(({ id }) => id)).toEqual(away);
    for (const id of away)
      await sql.alpha`UPDATE workflow_step_approvers SET user_id = 'lena' WHERE document_id = ${id}
        AND user_id = 'x'`;
    const again = await retry('lena', first.body.runId);
    expect([again.status, again.body]).toMatchObject([
      200,
      { runId: first.body.runId, status: 'success', total: 4, numSuccess: 4, numFailure: 0, failed: [] },
    ]);
    expect(await readRun('lena', first.body.runId)).toMatchObject({ isRetry: true });
    // Without failed items there is nothing to retry.
    expect((await retry('lena', first.body.runId)).body).toMatchObject({ status: 'success', numSuccess: 4 });
    const releases = await releasesOf();
    expect(ids.map((id) => releases[id])).toEqual([1, 1, 1, 1]);
  });

  test('DEC-45: two concurrent retries try each failed item once', async () => {
    const ids = await manyPayments(12);
    const items = (await picks('lena', ids)).map((item) => ({ ...item, workflowStepId: 'none' }));
    const { body } = await start('lena', { items });
    await drain();
    expect((await readRun('lena', body.runId)).numFailure).toBe(12);
    await sql.alpha`UPDATE bulk_items SET step_id = (SELECT current_step_id FROM documents d
      WHERE d.id = document_id) WHERE run_id = ${body.runId}`;
    const answers = await Promise.all([retry('lena', body.runId), retry('lena', body.runId)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await drain();
    expect(await readRun('lena', body.runId)).toMatchObject({
      status: 'success',
      numSuccess: 12,
      batchesComplete: 2,
      totalBatches: 2,
    });
  });
});

test('DEC-45, DEC-12: a user who has left the show by the time of a batch approves nothing more', async () => {
  const ids = await manyPayments(11);
  const { body } = await start('luis', { items: await picks('luis', ids) });
  const member = (isActive: 0 | 1) =>
    sql.directory`UPDATE memberships SET is_active = ${isActive} WHERE user_id = 'luis'`;
  await member(0);
  await drain();
  await member(1);
  const run = await readRun('luis', body.runId);
  expect([run.status, run.numFailure, run.failed[0]?.code]).toEqual(['error', 11, 'SHOW_NOT_IN_SESSION']);
  expect(new Set(await statuses(ids))).toEqual(new Set(['SUBMITTED_FOR_APPROVAL']));
});

test('a batch for a moving show waits, and none of its items fails', async () => {
  const ids = await manyPayments(11);
  const { body } = await start('lena', { items: await picks('lena', ids) });
  const batches = sent.outbox.splice(0);
  // Fails between claiming the job and the first approval.
  await sql.alpha`CREATE TRIGGER fence BEFORE UPDATE ON documents BEGIN
    SELECT RAISE(ABORT, 'this show is being moved'); END`;
  try {
    for (const batch of batches) expect((await deliver('backlot-outbox', [batch])).retried).toBe(1);
  } finally {
    await sql.alpha`DROP TRIGGER fence`;
  }
  expect(await readRun('lena', body.runId)).toMatchObject({ status: 'in_progress', numFailure: 0 });
  await sql.alpha`UPDATE outbox SET next_attempt_at = NULL WHERE kind = 'approve-batch'`;
  for (const batch of batches) await deliver('backlot-outbox', [batch]);
  await drain();
  expect(await readRun('lena', body.runId)).toMatchObject({ status: 'success', numSuccess: 11 });
});

test('DEC-45, BK-16: an exhausted batch fails with its reason and can be retried', async () => {
  const ids = await manyPayments(13);
  const { body } = await start('lena', { items: await picks('lena', ids) });
  const [first] = sent.outbox.splice(0);
  await deliver('backlot-outbox', [first]);
  await drain();
  await sql.alpha`UPDATE outbox SET attempts = 20 WHERE kind = 'approve-batch' AND done_at IS NULL
    AND effect_key LIKE ${`%${body.runId}%`}`;
  await sweepIn(3);
  const run = await readRun('lena', body.runId);
  expect(run).toMatchObject({ status: 'error', numSuccess: 10, numFailure: 3, batchesComplete: 2 });
  expect(run.failed.map(({ id, code }) => [id, code])).toEqual(
    ids.slice(10).map((id) => [id, 'INTERNAL_ERROR']),
  );
  expect((await retry('lena', body.runId)).body).toMatchObject({ status: 'success', numSuccess: 13 });
  const releases = await releasesOf();
  expect(ids.map((id) => releases[id])).toEqual(ids.map(() => 1));
});
