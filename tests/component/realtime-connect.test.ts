import { test } from 'vitest';
import { expect } from './support/expect.ts';
import { draft } from './support/fixtures/purchase-orders.ts';
import { openApp } from './support/open-app.ts';

test('RT-06, DEC-56: a connection that the server does not acknowledge within 15 seconds is closed and retried', async () => {
  const { page } = await openApp('/po', { as: 'dana', orders: [draft()], clock: true });
  const { channel, clock } = page;
  await clock.runUntil(() => channel.emitted.length > 0);
  channel.joins = false;
  channel.drop();
  const attemptsBefore = channel.attempts;
  await clock.runUntil(() => channel.attempts === attemptsBefore + 1);
  clock.pause();
  await clock.runFor(14_000);
  expect(channel.attempts).toBe(attemptsBefore + 1);
  channel.joins = true;
  await clock.runUntil(() => channel.attempts === attemptsBefore + 2);
  // An acknowledged connection stays open.
  await clock.runFor(60_000);
  expect(channel.attempts).toBe(attemptsBefore + 2);
});
