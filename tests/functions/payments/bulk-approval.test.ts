import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import { readRun, manyPayments, picks, start, statuses } from '../../support/worker/fixtures/bulk.ts';
import { submitted } from '../../support/worker/fixtures/client.ts';
import {
  act,
  drain,
  openPayments,
  planFailure,
  readPayment,
  releasesOf,
} from '../../support/worker/fixtures/payments.ts';
import { forgetSent, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

/** Clears Lena's queue, so that each test has one of its own. */
const clear = () => sql.alpha`DELETE FROM waiting_approvals WHERE type = 'PAYMENT'`;

describe('up to ten payments', () => {
  test('API-21, BK-04, DEC-45: the call returns both lists after approving each payment as a single approval does', async () => {
    const ids = await manyPayments(3);
    const other = (await manyPayments(1, { totalCents: 200_000 }))[0] ?? '';
    await act('lena', 'approval', other);
    const items = [...(await picks('lena', ids)), ...(await picks('lena', [other]))];
    // The last one has moved on to a step without Lena.
    const answer = await start('lena', { items, total: 4 });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        runId: expect.stringMatching(/^alpha1_/),
        status: 'error',
        total: 4,
        numSuccess: 3,
        numFailure: 1,
        batchesComplete: 1,
        totalBatches: 1,
        success: ids,
        failed: [{ id: other, code: 'FORBIDDEN', message: '' }],
        warnings: [],
      },
    ]);
    expect(await statuses(ids)).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    const releases = await releasesOf();
    expect(ids.map((id) => releases[id])).toEqual([1, 1, 1]);
    expect((await readPayment('ada', ids[0] ?? '')).historyEvents[0]).toMatchObject({
      type: 'APPROVED',
      userName: 'Lena Stone',
    });
  });

  test('BK-01: a run has its items, filters, flags and counts', async () => {
    const ids = await manyPayments(2);
    const items = await picks('lena', ids);
    const { body } = await start('lena', { items, total: 2, isRetry: true, filters: null });
    expect(await readRun('lena', body.runId)).toEqual({
      runId: body.runId,
      status: 'success',
      items,
      total: 2,
      filters: null,
      allSelected: false,
      isRetry: true,
      numSuccess: 2,
      numFailure: 0,
      batchesComplete: 1,
      totalBatches: 1,
      success: ids,
      failed: [],
      warnings: [],
      payments: [],
    });
  });

  test('DEC-45: an item that this user has approved before is a success and is not approved twice', async () => {
    const ids = await manyPayments(2);
    const items = await picks('lena', ids);
    await act('lena', 'approval', ids[0] ?? '');
    expect((await start('lena', { items })).body).toMatchObject({
      numSuccess: 2,
      numFailure: 0,
      success: ids,
    });
    expect((await start('lena', { items })).body).toMatchObject({ numSuccess: 2, numFailure: 0 });
    const releases = await releasesOf();
    expect(ids.map((id) => releases[id])).toEqual([1, 1]);
  });

  test('DEC-45, DEC-03: an accounting error is a success with a warning', async () => {
    const ids = await manyPayments(2);
    await planFailure('payment.release', { status: 422, message: 'The period is closed.' });
    const { status, body } = await start('lena', { items: await picks('lena', ids) });
    expect([status, body.status, body.numSuccess, body.failed]).toEqual([200, 'success', 2, []]);
    expect(body.warnings).toMatchObject([
      { code: 'accounting_interface_error', message: 'The period is closed.' },
    ]);
    expect(await statuses(ids)).toEqual(['APPROVED', 'APPROVED']);
  });

  test('DEC-45: only payments of this show are approved, and only by the current approver', async () => {
    const po = await submitted('dana');
    const [waiting = ''] = await manyPayments(1);
    const items = [
      { id: po.id, workflowStepId: po.workflow?.currentStep?.id },
      { id: 'bravo2_elsewhere', workflowStepId: 's' },
      { id: waiting, workflowStepId: (await picks('ada', [waiting]))[0]?.workflowStepId },
    ];
    const answer = await start('abel', { items });
    expect(answer.body.failed.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN']);
    expect(answer.body.success).toEqual([]);
    expect(await statuses([waiting])).toEqual(['SUBMITTED_FOR_APPROVAL']);
  });

  test('DEC-45: an item with an outdated step is not approved', async () => {
    const [id = ''] = await manyPayments(1, { totalCents: 200_000 });
    const [item] = await picks('lena', [id]);
    await act('luis', 'approval', id);
    const answer = await start('lena', { items: [item] });
    expect(answer.body.failed).toMatchObject([{ id, code: 'WORKFLOW_CONFLICT' }]);
  });

  test('API-21: an empty selection is refused; duplicates count once', async () => {
    const empty = await start('lena', { items: [] });
    expect([empty.status, empty.body.code]).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    const items = await picks('lena', await manyPayments(1));
    expect((await start('lena', { items: [...items, ...items] })).body).toMatchObject({
      total: 1,
      numSuccess: 1,
    });
  });

  test('DEC-99, API-21: a key starts one run, also when concurrent', async () => {
    const ids = await manyPayments(2);
    const items = await picks('lena', ids);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => start('lena', { items }, headers)));
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1);
    for (const answer of answers) expect([answer.status, answer.body.success]).toEqual([200, ids]);
    const other = await start('lena', { items: items.slice(1) }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'invalid_parameter']);
  });
});

test('DEC-158, DEC-45: a call whose consumer is late is answered 202, and a repeated call waits for the same run', async () => {
  const ids = await manyPayments(2);
  const items = await picks('lena', ids);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const queue = vi.spyOn(studioEnv.BULK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    sent.outbox.push(...[...messages].map(({ body }) => body as OutboxMessage));
    return {} as never;
  });
  const now = Date.now.bind(Date);
  let waitedMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + waitedMs);
  const pause = vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void (waitedMs += ms * 10));
  const late = await start('lena', { items }, headers);
  expect(waitedMs).toBeGreaterThanOrEqual(25_000);
  for (const spy of [queue, clock, pause]) spy.mockRestore();
  expect([late.status, late.body]).toMatchObject([202, { status: 'in_progress', success: [], failed: [] }]);
  expect(await statuses(ids)).toEqual(['SUBMITTED_FOR_APPROVAL', 'SUBMITTED_FOR_APPROVAL']);

  const [again] = await Promise.all([start('lena', { items }, headers), drain()]);
  await drain();
  expect([again.status, again.body]).toMatchObject([
    200,
    { runId: late.body.runId, status: 'success', success: ids },
  ]);
  const releases = await releasesOf();
  expect(ids.map((id) => releases[id])).toEqual([1, 1]);
});

describe('select all', () => {
  test("DEC-45: the run has the user's filtered queue at that moment, without deselected items", async () => {
    await clear();
    const cheap = await manyPayments(3, { totalCents: 1_000 });
    await manyPayments(1, { totalCents: 9_000 });
    const body = {
      allSelected: true,
      filters: {
        statuses: ['SUBMITTED_FOR_APPROVAL'],
        amountFilter: { operator: 'LESS_THAN', totalAmount: 20 },
      },
      excludedIds: [cheap[1]],
    };
    const answer = await start('lena', body);
    expect(answer.status).toBe(200);
    expect(answer.body.success.toSorted()).toEqual([cheap[0], cheap[2]].toSorted());
    expect(await statuses(cheap)).toEqual(['APPROVED', 'SUBMITTED_FOR_APPROVAL', 'APPROVED']);
    expect(await readRun('lena', answer.body.runId)).toMatchObject({
      allSelected: true,
      filters: { amountFilter: { operator: 'LESS_THAN', totalAmount: 20 } },
    });
  });

  test('DEC-45: select-all under a status filter without waiting payments approves nothing', async () => {
    await clear();
    const [id = ''] = await manyPayments(1);
    const answer = await start('lena', { allSelected: true, filters: { statuses: ['DENIED'] } });
    expect(answer.body).toMatchObject({ status: 'success', total: 0, success: [] });
    expect(await statuses([id])).toEqual(['SUBMITTED_FOR_APPROVAL']);
  });

  test("DEC-45: other users' payments are not approved; an empty queue ends at once", async () => {
    await clear();
    await manyPayments(2);
    const answer = await start('sol', { allSelected: true });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'success', total: 0, totalBatches: 0, success: [], failed: [] },
    ]);
  });
});
