import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  dateInZone,
  daysBetween,
  formatDay,
  formatInstant,
  isDay,
  pacificMidnightDay,
  parseTypedDate,
} from '#domain/values/days';

describe('days', () => {
  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['0026-01-01', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('PO-28, DEC-01: %s is a day: %s', (text, valid) => {
    expect(isDay(text)).toBe(valid);
  });

  it.each([
    ['2026-03-01', '2026-03-08', 7],
    ['2026-02-28', '2026-03-01', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2026-03-08', '2026-03-01', -7],
    ['2026-03-07', '2026-03-09', 2],
  ])('LI-24: from %s to %s there are %d days, daylight saving or not', (start, end, days) => {
    expect(daysBetween(start, end)).toBe(days);
  });
});

describe('zones and formats', () => {
  it.each([
    ['2026-11-21T07:59:00Z', 'America/Los_Angeles', '2026-11-20'],
    ['2026-11-21T08:00:00Z', 'America/Los_Angeles', '2026-11-21'],
    ['2026-11-21T13:00:00Z', 'Asia/Tokyo', '2026-11-21'],
    ['2026-11-21T15:00:00Z', 'Asia/Tokyo', '2026-11-22'],
    ['2026-11-21T08:00:00Z', 'Not/AZone', '2026-11-21'],
  ])('PO-08, DEC-49: at %s it is in %s the day %s', (at, timeZone, day) => {
    expect(dateInZone(at, timeZone)).toBe(day);
  });

  it.each([
    ['MM_DD_YYYY', '11/05/2026'],
    ['DD_MM_YYYY', '05/11/2026'],
    ['YYYY_MM_DD', '2026-11-05'],
  ] as const)('SE-25, SE-26: %s shows %s', (format, shown) => {
    expect(formatDay('2026-11-05', format)).toBe(shown);
  });

  test("SE-25, DEC-49: an unset format follows the browser's locale", () => {
    const own = new Intl.DateTimeFormat(undefined, {
      timeZone: 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    expect(formatDay('2026-11-05', null)).toBe(own.format(new Date('2026-11-05')));
  });

  it.each([
    ['2026-11-21T08:05:00Z', 'America/Los_Angeles', '11/21/2026 12:05 AM'],
    ['2026-11-21T20:05:00Z', 'America/Los_Angeles', '11/21/2026 12:05 PM'],
    ['2026-07-01T16:30:00Z', 'America/Los_Angeles', '07/01/2026 09:30 AM'],
    ['2026-07-01T16:30:00Z', 'Europe/London', '07/01/2026 05:30 PM'],
  ])('SE-26, DEC-90: %s in %s reads %s', (at, timeZone, shown) => {
    expect(formatInstant(at, 'MM_DD_YYYY', timeZone)).toBe(shown);
  });
});

const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * 3_600_000).toISOString());

describe('midnight in Los Angeles', () => {
  it.each([
    { of: 'a winter day', from: '2026-01-10T00:00:00Z', days: 1, first: '2026-01-10' },
    {
      of: 'the weeks in which clocks go forward',
      from: '2026-03-01T00:00:00Z',
      days: 14,
      first: '2026-03-01',
    },
    { of: 'the weeks in which clocks go back', from: '2026-10-25T00:00:00Z', days: 14, first: '2026-10-25' },
  ])(
    'EM-12, DEC-49: the crons at 7 and 8 UTC of $of find every day exactly once',
    ({ from, days, first }) => {
      const crons = hours(from, days * 24).filter((at) => /T0[78]:/.test(at));
      const found = crons.map(pacificMidnightDay).filter((day) => day !== null);
      expect(found).toHaveLength(days);
      expect(new Set(found).size).toBe(days);
      expect(found[0]).toBe(first);
    },
  );
});

describe('typed days', () => {
  const today = '2026-11-21';
  it.each([
    ['13/05/2026', 'MM_DD_YYYY', '2026-12-05'],
    ['05/45/2026', 'MM_DD_YYYY', '2026-05-31'],
    ['05/07/26', 'MM_DD_YYYY', '2026-05-07'],
    ['05/07/202', 'MM_DD_YYYY', '2026-05-07'],
    ['5/7/2026', 'DD_MM_YYYY', '2026-07-05'],
    ['31.13.2026', 'DD_MM_YYYY', '2026-12-31'],
    ['2026-5-7', 'YYYY_MM_DD', '2026-05-07'],
    ['26-5-7', 'YYYY_MM_DD', '2026-05-07'],
    [' 2026 05 07 ', null, '2026-05-07'],
    ['5/7/26', null, '2026-05-07'],
  ] as const)('UX-04: %s in %s becomes %s', (typed, format, day) => {
    expect(parseTypedDate(typed, format, today)).toBe(day);
  });

  it.each([
    ['02/30/2026', 'MM_DD_YYYY'],
    ['04/45/2026', 'MM_DD_YYYY'],
    ['00/10/2026', 'MM_DD_YYYY'],
    ['05/07/2', 'MM_DD_YYYY'],
    ['2026/05/07', 'MM_DD_YYYY'],
    ['05/07', 'MM_DD_YYYY'],
    ['', 'MM_DD_YYYY'],
    ['tomorrow', null],
  ] as const)('DEC-49: %s in %s is no day', (typed, format) => {
    expect(parseTypedDate(typed, format, today)).toBeNull();
  });

  test('UX-04, SE-26: every formatted day can be parsed again', () => {
    const format = fc.constantFrom('MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD');
    const day = fc
      .integer({ min: Date.parse('1000-01-01'), max: Date.parse('9999-12-31') })
      .map((time) => new Date(time).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, format, (shown, how) => {
        expect(parseTypedDate(formatDay(shown, how), how, today)).toBe(shown);
      }),
    );
  });
});
