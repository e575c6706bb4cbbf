import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withinTimeBudget, startTimeBudget } from '#store/d1/time-budget';
import { as, sessionOf } from '../../support/worker/fixtures/client.ts';
import { openStudio, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
const { DIRECTORY, SHOWS_0 } = studioEnv;
beforeEach(async () => {
  await sessionOf('dana');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(studioEnv, { DIRECTORY, SHOWS_0 });
});

const never = () => new Promise<never>(() => undefined);
/** A database that never answers. */
const stalledDatabase = (real: D1Database) => ({
  withSession: (constraint?: string) => {
    const session = real.withSession(constraint);
    return {
      prepare: (sql: string) => session.prepare(sql),
      batch: never,
      getBookmark: () => session.getBookmark(),
    };
  },
});

/** Returns the duration of `work` by the fake clock. */
async function durationOf(work: Promise<unknown>): Promise<number> {
  const began = Date.now();
  const state = { isOver: false };
  void work.finally(() => (state.isOver = true)).catch(() => undefined);
  while (!state.isOver && Date.now() - began < 60_000) {
    await vi.advanceTimersByTimeAsync(250);
    // Wait for asynchronous work without a timer.
    await scheduler.wait(5);
  }
  return Date.now() - began;
}

test.each(['DIRECTORY', 'SHOWS_0'] as const)(
  'DEC-02: a call ends within ten seconds when %s stalls, without internals in the answer',
  async (name) => {
    Object.assign(studioEnv, { [name]: stalledDatabase(name === 'DIRECTORY' ? DIRECTORY : SHOWS_0) });
    const call = as('dana').post('/api/pos/filter?showId=alpha1', {});
    expect(await durationOf(call)).toBeLessThan(10_000);
    const { status, body } = await call;
    expect([status, body]).toEqual([500, { code: 'INTERNAL_ERROR' }]);
  },
);

test('the round trips of one request share one time budget, and fast ones use none of it', async () => {
  const times: number[] = [];
  const request = startTimeBudget(async () => {
    for (const trip of [async () => 'quick', never, never]) {
      const began = Date.now();
      await withinTimeBudget<unknown>(trip).catch(() => undefined);
      times.push(Date.now() - began);
    }
  });
  await durationOf(request);
  expect(times).toEqual([0, 8_250, 250]);
});
