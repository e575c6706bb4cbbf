import { test } from 'vitest';
import { expect } from './support/expect.ts';
import { draft } from './support/fixtures/purchase-orders.ts';
import { openApp } from './support/open-app.ts';

test('RT-06, DEC-56: a connection that the server does not join within 15 seconds is given up and tried again', async () => {
  const { page } = await openApp('/po', { as: 'dana', orders: [draft()], clock: true });
  const { channel, clock } = page;
  await clock.runUntil(() => channel.emitted.length > 0);
  channel.joins = false;
  channel.drop();
  const before = channel.attempts;
  await clock.runUntil(() => channel.attempts === before + 1);
  clock.hold();
  await clock.runFor(14_000);
  expect(channel.attempts).toBe(before + 1);
  channel.joins = true;
  await clock.runUntil(() => channel.attempts === before + 2);
  // Joined, it stays.
  await clock.runFor(60_000);
  expect(channel.attempts).toBe(before + 2);
});
