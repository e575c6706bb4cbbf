import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { pacificMidnightDay, pacificMissedDay } from '../../../domain/values/days.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The instants at which the cron rings on a day of UTC, each late by so many milliseconds. */
const rings = (utcDay: number, late: readonly [number, number]) =>
  [7, 8].map((at, index) => new Date(utcDay + at * hour + (late[index] ?? 0)).toISOString());

/** Any day of UTC in three generations, and rings that are up to an hour late. */
const anyDay = fc
  .integer({ min: Date.UTC(2020, 0, 1) / day, max: Date.UTC(2090, 0, 1) / day })
  .map((count) => count * day);
const late = fc.integer({ min: 0, max: hour - 1 });

describe('the digest’s midnight', () => {
  it('EM-12, DEC-49: of the two rings of any day exactly one is midnight in Los Angeles, late or not', () => {
    fc.assert(
      fc.property(anyDay, late, late, (utcDay, one, other) => {
        const found = rings(utcDay, [one, other])
          .map(pacificMidnightDay)
          .filter((midnight) => midnight !== null);
        expect(found).toEqual([new Date(utcDay).toISOString().slice(0, 10)]);
      }),
    );
  });

  it('EM-12, DEC-49: no other hour of the day is', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 23 }), late, (utcDay, at, minutes) => {
        fc.pre(at !== 7 && at !== 8);
        expect(pacificMidnightDay(new Date(utcDay + at * hour + minutes).toISOString())).toBeNull();
      }),
    );
  });

  it('EM-12, DEC-49: three years of rings, some doubled and some missed, find each day that was rung for once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2021, max: 2080 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1096, maxLength: 1096 }),
        (year, times) => {
          const begun: string[] = [];
          for (const [n, count] of times.entries()) {
            const utcDay = Date.UTC(year, 0, 1) + n * day;
            for (let turn = 0; turn < count; turn += 1)
              for (const at of rings(utcDay, [turn, turn])) {
                const found = pacificMidnightDay(at);
                if (found !== null && !begun.includes(found, -3)) begun.push(found);
              }
          }
          const wanted = times.flatMap((count, n) =>
            count > 0 ? [new Date(Date.UTC(year, 0, 1) + n * day).toISOString().slice(0, 10)] : [],
          );
          expect(begun).toEqual(wanted);
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe('a digest day that was missed', () => {
  test('DEC-49: it is the day of the Pacific, also when UTC has the next one', () => {
    expect(pacificMissedDay('2026-11-24T02:00:00.000Z')).toBe('2026-11-23');
    expect(pacificMissedDay('2026-11-23T17:00:00.000Z')).toBe('2026-11-23');
  });
});
