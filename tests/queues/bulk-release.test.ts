import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readRun } from '../support/worker/fixtures/bulk.ts';
import { expectOnce, startRun, takeReleases, waitingItems } from '../support/worker/fixtures/bulk-runs.ts';
import { drain, openPayments, planFailure, releasesOf } from '../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../support/worker/fixtures/queues.ts';
import { forgetSent, sent } from '../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(forgetSent);

test('DEC-158: 30 approvals are stored while accounting has answered none, and its refusals become warnings of the run', async () => {
  const items = await waitingItems(30);
  const runId = await startRun('lena', items);
  for (const message of sent.outbox.splice(0)) await deliver('backlot-bulk', [message]);
  expect(await readRun('lena', runId)).toMatchObject({ status: 'in_progress', numSuccess: 30, warnings: [] });
  const releases = await releasesOf();
  expect(items.filter(({ id }) => releases[id])).toEqual([]);

  await planFailure('payment.release', { status: 422, message: 'The period is closed.' });
  const [first, ...others] = takeReleases();
  // Its message arrives twice.
  await deliver('backlot-bulk', [first]);
  await deliver('backlot-bulk', [first, ...others]);
  const run = await readRun('lena', runId);
  expect(run).toMatchObject({ status: 'success', numSuccess: 30, numFailure: 0 });
  expect(run.warnings).toMatchObject([
    { code: 'accounting_interface_error', message: 'The period is closed.' },
  ]);
  const released = Object.entries(await releasesOf()).filter(([id]) => items.some((item) => item.id === id));
  expect(released.map(([, times]) => times)).toEqual(Array.from({ length: 29 }, () => 1));
});

test('DEC-158: a run whose releases are lost ends after the sweep has sent them again', async () => {
  const items = await waitingItems(11);
  const runId = await startRun('lena', items);
  for (const message of sent.outbox.splice(0)) await deliver('backlot-bulk', [message]);
  sent.outbox.length = 0;
  await sweepIn(2);
  await drain();
  expect(await readRun('lena', runId)).toMatchObject({ status: 'success', numSuccess: 11, warnings: [] });
  await expectOnce(items);
});
