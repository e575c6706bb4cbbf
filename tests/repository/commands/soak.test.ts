import { describe, expect, test } from 'vitest';
import { judged } from '../../../battery/served/soak/figures.ts';
import type { Call, Size } from '../../../battery/served/soak/figures.ts';

const span = { from: 0, to: 500_000 };

/** Ten calls a second, of which the slowest in a hundred take four times as long as the others. */
function calls(change: (call: Call, n: number) => Partial<Call> = () => ({})): Call[] {
  return Array.from({ length: 5_000 }, (_one, n) => {
    const call: Call = { what: 'open', at: n * 100, ms: n % 50 === 0 ? 40 : 10, status: 200 };
    return { ...call, ...change(call, n) };
  });
}

/** Two servers that hold the same all the time. */
function sizes(change: (size: Size) => Partial<Size> = () => ({})): Size[] {
  return Array.from({ length: 500 }, (_one, n) => {
    const size: Size = { at: n * 1000, working: 400, idle: 200 };
    return { ...size, ...change(size) };
  });
}

describe('what half an hour of work is judged by', () => {
  test('five parts with their calls, their middle and slowest answers, and what both servers held', () => {
    const { fifths, wrong } = judged(calls(), sizes(), span);
    expect(wrong).toEqual([]);
    const each = { calls: 1000, errors: 0, p50: 10, p99: 40, working: 400, idle: 200 };
    expect(fifths).toEqual(Array.from({ length: 5 }, () => each));
  });

  test('one answer that is none, or refused, is an error', () => {
    const failed = calls((_call, n) => (n === 7 ? { status: 500 } : n === 4_000 ? { status: 0 } : {}));
    expect(judged(failed, sizes(), span).wrong).toEqual([
      'open was answered with 500, 1 times',
      'open was answered with 0, 1 times',
    ]);
  });

  test('answers that are a fifth slower at the end are allowed, and no more; the warm-up does not count', () => {
    const slower = (by: number) => calls(({ at, ms }) => (at >= 400_000 ? { ms: ms * by } : {}));
    expect(judged(slower(1.2), sizes(), span).wrong).toEqual([]);
    expect(judged(slower(1.3), sizes(), span).wrong).toEqual(['p99 went from 40 to 52 ms']);
    const cold = calls(({ at, ms }) => (at < 100_000 ? { ms: ms * 10 } : {}));
    expect(judged(cold, sizes(), span).wrong).toEqual([]);
  });

  test('memory may grow by a tenth, and by as much as an idle server grows', () => {
    const grown = (working: number, idle: number) =>
      sizes((size) =>
        size.at >= 400_000 ? { working: size.working + working, idle: size.idle + idle } : {},
      );
    expect(judged(calls(), grown(40, 0), span).wrong).toEqual([]);
    expect(judged(calls(), grown(60, 0), span).wrong).toEqual([
      'memory grew by 60 MB over 400 MB, beside what an idle server grew',
    ]);
    expect(judged(calls(), grown(60, 30), span).wrong).toEqual([]);
  });

  test('where nobody was at work nothing is shown', () => {
    expect(judged([], sizes(), span).wrong).toEqual(['nobody was at work']);
  });
});
