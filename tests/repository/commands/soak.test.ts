import { describe, expect, test } from 'vitest';
import { judgeSoak } from '../../../stress/served/soak/figures.ts';
import type { Call, Size } from '../../../stress/served/soak/figures.ts';

const span = { from: 0, to: 500_000 };

/** Ten calls a second; every 50th takes four times as long as the others. */
function calls(change: (call: Call, n: number) => Partial<Call> = () => ({})): Call[] {
  return Array.from({ length: 5_000 }, (_one, n) => {
    const call: Call = { what: 'open', at: n * 100, ms: n % 50 === 0 ? 40 : 10, status: 200 };
    return { ...call, ...change(call, n) };
  });
}

/** Two servers with constant memory. */
function sizes(change: (size: Size) => Partial<Size> = () => ({})): Size[] {
  return Array.from({ length: 500 }, (_one, n) => {
    const size: Size = { at: n * 1000, working: 400, idle: 200 };
    return { ...size, ...change(size) };
  });
}

describe('the result of a soak run', () => {
  test('the result has five parts with their calls, median and slowest responses, and the memory of both servers', () => {
    const { fifths, wrong } = judgeSoak(calls(), sizes(), span);
    expect(wrong).toEqual([]);
    const each = { calls: 1000, errors: 0, p50: 10, p99: 40, working: 400, idle: 200 };
    expect(fifths).toEqual(Array.from({ length: 5 }, () => each));
  });

  test('a missing or failed response is an error', () => {
    const failed = calls((_call, n) => (n === 7 ? { status: 500 } : n === 4_000 ? { status: 0 } : {}));
    expect(judgeSoak(failed, sizes(), span).wrong).toEqual([
      'open was answered with 500, 1 times',
      'open was answered with 0, 1 times',
    ]);
  });

  test('responses may become a fifth slower, not counting the warm-up', () => {
    const slower = (by: number) => calls(({ at, ms }) => (at >= 400_000 ? { ms: ms * by } : {}));
    expect(judgeSoak(slower(1.2), sizes(), span).wrong).toEqual([]);
    expect(judgeSoak(slower(1.3), sizes(), span).wrong).toEqual(['p99 went from 40 to 52 ms']);
    const cold = calls(({ at, ms }) => (at < 100_000 ? { ms: ms * 10 } : {}));
    expect(judgeSoak(cold, sizes(), span).wrong).toEqual([]);
  });

  test('memory may grow by a tenth, plus the growth of an idle server', () => {
    const grown = (working: number, idle: number) =>
      sizes((size) =>
        size.at >= 400_000 ? { working: size.working + working, idle: size.idle + idle } : {},
      );
    expect(judgeSoak(calls(), grown(40, 0), span).wrong).toEqual([]);
    expect(judgeSoak(calls(), grown(60, 0), span).wrong).toEqual([
      'memory grew by 60 MB over 400 MB, beside what an idle server grew',
    ]);
    expect(judgeSoak(calls(), grown(60, 30), span).wrong).toEqual([]);
  });

  test('a run without calls is an error', () => {
    expect(judgeSoak([], sizes(), span).wrong).toEqual(['nobody was at work']);
  });
});
