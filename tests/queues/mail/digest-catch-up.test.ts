import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import worker from '../../../functions/index.ts';
import { submitted } from '../../support/worker/fixtures/client.ts';
import { handOver, night, ring, switchDigest } from '../../support/worker/fixtures/digests.ts';
import { openStudio, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await switchDigest('abel', 'consolidate_po_emails', true);
  // It waits in each of the digests.
  await submitted('dana');
  await handOver();
});

/** The cron of a minute. */
async function tick(at: string): Promise<void> {
  const context = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(at), cron: '* * * * *' });
  await worker.scheduled(controller, studioEnv);
  await waitOnExecutionContext(context);
}

const digests = async () => (await handOver()).filter(({ subject }) => subject.includes('digest')).length;
const days = async () =>
  (
    await env.DIRECTORY.prepare('SELECT local_day AS day FROM digest_days ORDER BY 1').all<{ day: string }>()
  ).results.map(({ day }) => day);

test('EM-12, DEC-49: a day that neither ring began is begun by a later minute, once', async () => {
  await night('2027-01-10');
  await tick('2027-01-11T08:59:00.000Z');
  expect(await digests()).toBe(0);
  await Promise.all([1, 2, 3].map(() => tick('2027-01-11T19:20:00.000Z')));
  expect(await digests()).toBe(1);
  await tick('2027-01-11T19:21:00.000Z');
  // The cron rings after all.
  await ring('2027-01-11T08:00:00.000Z');
  expect(await digests()).toBe(0);
  expect(await days()).toEqual(['2027-01-10', '2027-01-11']);
  expect(await night('2027-01-12')).toHaveLength(1);
});

test('EM-12, DEC-49: a day begun late is the day of Los Angeles, whatever the day of UTC', async () => {
  await tick('2027-07-04T03:00:00.000Z');
  await digests();
  expect((await days()).at(-1)).toBe('2027-07-03');
  await tick('2027-07-04T08:01:00.000Z');
  expect((await days()).at(-1)).toBe('2027-07-04');
  expect(await digests()).toBe(1);
});

test('EM-12, DEC-49: a day that rang begins nothing more in its later minutes', async () => {
  await ring('2027-07-06T07:00:00.000Z');
  expect(await digests()).toBe(1);
  await tick('2027-07-06T20:00:00.000Z');
  expect(await digests()).toBe(0);
});

test('EM-12, DEC-49: before the first night there is no day to catch up', async () => {
  await sql.directory`DELETE FROM digest_days`;
  await tick('2027-07-08T20:00:00.000Z');
  expect(await days()).toEqual([]);
});
