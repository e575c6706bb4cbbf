import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import worker from '../../../functions/index.ts';
import { submitted } from '../../support/worker/fixtures/client.ts';
import {
  deliverQueued,
  runDigestDay,
  runDailyCron,
  switchDigest,
} from '../../support/worker/fixtures/digests.ts';
import { openStudio, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await switchDigest('abel', 'consolidate_po_emails', true);
  // It is pending in each of the digests.
  await submitted('dana');
  await deliverQueued();
});

/** Runs the cron of a minute. */
async function tick(at: string): Promise<void> {
  const context = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(at), cron: '* * * * *' });
  await worker.scheduled(controller, studioEnv);
  await waitOnExecutionContext(context);
}

const digests = async () =>
  (await deliverQueued()).filter(({ subject }) => subject.includes('digest')).length;
const days = async () =>
  (
    await env.DIRECTORY.prepare('SELECT local_day AS day FROM digest_days ORDER BY 1').all<{ day: string }>()
  ).results.map(({ day }) => day);

test('EM-12, DEC-49: a later minute starts a day that neither midnight cron started, once', async () => {
  await runDigestDay('2027-01-10');
  await tick('2027-01-11T08:59:00.000Z');
  expect(await digests()).toBe(0);
  await Promise.all([1, 2, 3].map(() => tick('2027-01-11T19:20:00.000Z')));
  expect(await digests()).toBe(1);
  await tick('2027-01-11T19:21:00.000Z');
  // The midnight cron runs after all.
  await runDailyCron('2027-01-11T08:00:00.000Z');
  expect(await digests()).toBe(0);
  expect(await days()).toEqual(['2027-01-10', '2027-01-11']);
  expect(await runDigestDay('2027-01-12')).toHaveLength(1);
});

test('EM-12, DEC-49: a day that is started late is the date in Los Angeles, not the UTC date', async () => {
  await tick('2027-07-04T03:00:00.000Z');
  await digests();
  expect((await days()).at(-1)).toBe('2027-07-03');
  await tick('2027-07-04T08:01:00.000Z');
  expect((await days()).at(-1)).toBe('2027-07-04');
  expect(await digests()).toBe(1);
});

test('EM-12, DEC-49: a day that was started at midnight is not started again', async () => {
  await runDailyCron('2027-07-06T07:00:00.000Z');
  expect(await digests()).toBe(1);
  await tick('2027-07-06T20:00:00.000Z');
  expect(await digests()).toBe(0);
});

test('EM-12, DEC-49: no day is caught up before the first digest day', async () => {
  await sql.directory`DELETE FROM digest_days`;
  await tick('2027-07-08T20:00:00.000Z');
  expect(await days()).toEqual([]);
});
