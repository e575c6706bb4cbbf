import { describe, expect, test } from 'vitest';
import { addDays, localInstant } from '#domain/values/days';
import { usualDuration } from '#domain/workflow/usual-durations';
import { workingDayBefore, workingDaysBetween } from '#domain/workflow/working-days';

const noHolidays = { holidays: [] };
const goodFriday = { holidays: [{ day: '2018-03-30' }] };

describe('working days', () => {
  test('WAIT-02: day 14 after Tuesday, March 20, 2018 is Monday, April 9', () => {
    expect(workingDaysBetween('2018-03-20', '2018-04-08', noHolidays)).toBe(13);
    expect(workingDaysBetween('2018-03-20', '2018-04-09', noHolidays)).toBe(14);
  });

  test('WAIT-02: a holiday on Friday, March 30 moves day 14 to Tuesday, April 10', () => {
    expect(workingDaysBetween('2018-03-20', '2018-04-09', goodFriday)).toBe(13);
    expect(workingDaysBetween('2018-03-20', '2018-04-10', goodFriday)).toBe(14);
  });

  test('WAIT-02: the day of arrival is day 0, also on a Saturday', () => {
    expect(workingDaysBetween('2018-03-20', '2018-03-20', noHolidays)).toBe(0);
    expect(workingDaysBetween('2018-03-24', '2018-03-25', noHolidays)).toBe(0);
    expect(workingDaysBetween('2018-03-24', '2018-03-26', noHolidays)).toBe(1);
    expect(workingDaysBetween('2018-03-26', '2018-03-24', noHolidays)).toBe(0);
  });

  test('WAIT-02: a holiday on a weekend or on the day of arrival takes no day away', () => {
    const weekend = { holidays: [{ day: '2018-03-24' }, { day: '2018-03-20' }] };
    expect(workingDaysBetween('2018-03-20', '2018-03-27', weekend)).toBe(5);
  });

  test('WAIT-02: counting day by day gives the same number', () => {
    const start = '2017-12-28';
    const calendar = { holidays: [{ day: '2018-01-01' }, { day: '2018-02-19' }] };
    let counted = 0;
    for (let n = 1; n <= 400; n += 1) {
      const day = addDays(start, n);
      const weekday = new Date(day).getUTCDay();
      if (weekday > 0 && weekday < 6 && calendar.holidays.every((one) => one.day !== day)) counted += 1;
      expect(workingDaysBetween(start, day, calendar)).toBe(counted);
    }
  });

  test('WAIT-08: the latest arrival that has waited for a number of days is found', () => {
    expect(workingDayBefore('2018-04-09', 14, noHolidays)).toBe('2018-03-20');
    expect(workingDayBefore('2018-04-09', 14, goodFriday)).toBe('2018-03-19');
    expect(workingDayBefore('2018-04-09', 1, noHolidays)).toBe('2018-04-08');
    expect(workingDayBefore('2018-04-09', 0, noHolidays)).toBe('2018-04-09');
  });
});

describe('usual duration', () => {
  test('WAIT-03: fewer than five cases have no usual duration', () => {
    expect(usualDuration([])).toBeNull();
    expect(usualDuration([1, 2, 3, 4])).toBeNull();
  });

  test('WAIT-03: the usual duration is the median, rounded up to whole days', () => {
    expect(usualDuration([9, 0, 2, 1, 30])).toBe(2);
    expect(usualDuration([0, 1, 2, 3, 9, 9])).toBe(3);
    expect(usualDuration([0, 0, 0, 0, 0])).toBe(0);
  });
});

test('WAIT-01: an instant in local time begins with the local day and stays the same instant', () => {
  expect(localInstant('2018-03-20T05:30:15.120Z', 'America/Los_Angeles')).toBe(
    '2018-03-19T22:30:15.120-07:00',
  );
  expect(localInstant('2018-03-20T20:00:00.000Z', 'Asia/Kolkata')).toBe('2018-03-21T01:30:00.000+05:30');
  expect(localInstant('2018-03-20T20:00:45.000Z', 'UTC')).toBe('2018-03-20T20:00:45.000+00:00');
});
