import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { pacificMidnightDay, pacificMissedDay } from '../../../domain/values/days.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The instants of the cron runs on a UTC day, each late by this many milliseconds. */
const rings = (utcDay: number, delayMs: readonly [number, number]) =>
  [7, 8].map((at, index) => new Date(utcDay + at * hour + (delayMs[index] ?? 0)).toISOString());

/** Any UTC day in three generations, and runs that are up to an hour late. */
const anyDay = fc
  .integer({ min: Date.UTC(2020, 0, 1) / day, max: Date.UTC(2090, 0, 1) / day })
  .map((count) => count * day);
const delayMs = fc.integer({ min: 0, max: hour - 1 });

describe('the digest’s midnight', () => {
  it("EM-12, DEC-49: exactly one of a day's two cron runs is midnight in Los Angeles, late or not", () => {
    fc.assert(
      fc.property(anyDay, delayMs, delayMs, (utcDay, one, other) => {
        const foundDays = rings(utcDay, [one, other])
          .map(pacificMidnightDay)
          .filter((midnight) => midnight !== null);
        expect(foundDays).toEqual([new Date(utcDay).toISOString().slice(0, 10)]);
      }),
    );
  });

  it('EM-12, DEC-49: no other hour of the day is midnight', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 23 }), delayMs, (utcDay, at, minutes) => {
        fc.pre(at !== 7 && at !== 8);
        expect(pacificMidnightDay(new Date(utcDay + at * hour + minutes).toISOString())).toBeNull();
      }),
    );
  });

  it('EM-12, DEC-49: three years of cron runs, some repeated and some missed, find each day once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2021, max: 2080 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1096, maxLength: 1096 }),
        (year, times) => {
          const start: string[] = [];
          for (const [n, count] of times.entries()) {
            const utcDay = Date.UTC(year, 0, 1) + n * day;
            for (let turn = 0; turn < count; turn += 1)
              for (const at of rings(utcDay, [turn, turn])) {
                const foundDays = pacificMidnightDay(at);
                if (foundDays !== null && !start.includes(foundDays, -3)) start.push(foundDays);
              }
          }
          const expected = times.flatMap((count, n) =>
            count > 0 ? [new Date(Date.UTC(year, 0, 1) + n * day).toISOString().slice(0, 10)] : [],
          );
          expect(start).toEqual(expected);
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe('a missed digest day', () => {
  test('DEC-49: it is the Pacific day, also when UTC is a day ahead', () => {
    expect(pacificMissedDay('2026-11-24T02:00:00.000Z')).toBe('2026-11-23');
    expect(pacificMissedDay('2026-11-23T17:00:00.000Z')).toBe('2026-11-23');
  });
});
