import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withJitter } from '../../../web/src/delay.ts';
import { LONGEST_PAUSE_MS, pauseBefore, reconnectForever } from '../../../web/src/reconnect.ts';

describe('a new round of connection attempts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('DEC-56: pauses double up to a minute', () => {
    expect([0, 1, 2, 3, 4, 1000].map((round) => pauseBefore(round, 1))).toEqual([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
  });

  test('DEC-56: the jitter takes up to half of a pause', () => {
    expect(pauseBefore(0, 0)).toBe(2_500);
    expect(pauseBefore(9, 0)).toBe(30_000);
  });

  test('DEC-56: rounds continue forever, at most one per minute', () => {
    const connect = vi.fn<() => void>();
    const reconnecting = reconnectForever(connect, () => 1);
    for (let round = 0; round < 500; round += 1) {
      reconnecting.retryLater();
      expect(connect).toHaveBeenCalledTimes(round);
      vi.advanceTimersByTime(LONGEST_PAUSE_MS);
      expect(connect).toHaveBeenCalledTimes(round + 1);
    }
  });

  test('DEC-56: after a connection the pauses start again with the shortest', () => {
    const connect = vi.fn<() => void>();
    const reconnecting = reconnectForever(connect, () => 1);
    for (const pause of [5_000, 10_000]) {
      reconnecting.retryLater();
      vi.advanceTimersByTime(pause);
    }
    reconnecting.succeed();
    reconnecting.retryLater();
    vi.advanceTimersByTime(5_000);
    expect(connect).toHaveBeenCalledTimes(3);
  });

  test('DEC-56: a connection and a closed channel both cancel the pause', () => {
    const connect = vi.fn<() => void>();
    const reconnecting = reconnectForever(connect);
    for (const end of [reconnecting.succeed, reconnecting.stop]) {
      reconnecting.retryLater();
      end();
      vi.advanceTimersByTime(LONGEST_PAUSE_MS);
    }
    expect(connect).not.toHaveBeenCalled();
  });

  test('DEC-56: two failures in a row start one round', () => {
    const connect = vi.fn<() => void>();
    const reconnecting = reconnectForever(connect);
    reconnecting.retryLater();
    reconnecting.retryLater();
    vi.advanceTimersByTime(LONGEST_PAUSE_MS);
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

test('DEC-154: without the channel, windows wait between three and five seconds and four on average', () => {
  expect([0, 0.5, 1].map((random) => withJitter(4_000, () => random))).toEqual([3_000, 4_000, 5_000]);
});
