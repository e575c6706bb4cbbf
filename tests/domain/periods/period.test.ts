import { describe, expect, test } from 'vitest';
import { consecutivePeriods, effectiveDayOf, fitsPattern, isEntry, periodName } from '#domain/periods/period';

describe('periods of a company', () => {
  test('PERIOD-01: weeks have seven days and follow one another', () => {
    const weeks = consecutivePeriods({ firstDay: '2026-12-27', number: 52 }, { length: 'WEEK', count: 2 });
    expect(weeks).toEqual([
      { number: 52, firstDay: '2026-12-27', lastDay: '2027-01-02' },
      { number: 53, firstDay: '2027-01-03', lastDay: '2027-01-09' },
    ]);
    expect(periodName('WEEKS', 52)).toBe('Week 52');
  });

  test('PERIOD-01: numbered periods end with the month, or have four or five weeks', () => {
    const from = { firstDay: '2028-01-17', number: 1 };
    const lastDays = (length: 'MONTH' | 'FOUR_WEEKS' | 'FIVE_WEEKS') =>
      consecutivePeriods(from, { length, count: 2 }).map(({ lastDay }) => lastDay);
    expect(lastDays('MONTH')).toEqual(['2028-01-31', '2028-02-29']);
    expect(lastDays('FOUR_WEEKS')).toEqual(['2028-02-13', '2028-03-12']);
    expect(lastDays('FIVE_WEEKS')).toEqual(['2028-02-20', '2028-03-26']);
    expect(periodName('NUMBERS', 3)).toBe('Period 3');
  });

  test('PERIOD-01: the pattern decides the lengths', () => {
    expect([fitsPattern('WEEKS', 'WEEK'), fitsPattern('WEEKS', 'MONTH')]).toEqual([true, false]);
    expect([fitsPattern('NUMBERS', 'MONTH'), fitsPattern('NUMBERS', 'WEEK')]).toEqual([true, false]);
  });
});

describe('entries', () => {
  const change = (action: string, status: 'APPROVED' | 'VOID' | 'SUBMITTED_FOR_APPROVAL') => ({
    action,
    to: { status },
  });
  const waiting = { status: 'SUBMITTED_FOR_APPROVAL' } as const;
  const approved = { status: 'APPROVED' } as const;

  test('PERIOD-05: the final approval and the void of an approved document are entries', () => {
    expect(isEntry(waiting, change('approve', 'APPROVED'))).toBe(true);
    expect(isEntry(approved, change('void', 'VOID'))).toBe(true);
  });

  test('PERIOD-05: other changes are not', () => {
    expect(isEntry(waiting, change('approve', 'SUBMITTED_FOR_APPROVAL'))).toBe(false);
    expect(isEntry(waiting, change('void', 'VOID'))).toBe(false);
    expect(isEntry(waiting, change('void', 'APPROVED'))).toBe(false);
    expect(isEntry(approved, change('push', 'APPROVED'))).toBe(false);
  });

  const week = { firstDay: '2026-11-08', lastDay: '2026-11-14' };
  const dated = { ...waiting, businessDay: '2026-11-10', effectiveDay: null, lockedLineCount: 0 };
  const today = '2026-11-28';

  test('PERIOD-06: a document counts on its date, or on the first day of a later period', () => {
    expect(effectiveDayOf(dated, week, today)).toBe('2026-11-10');
    expect(effectiveDayOf({ ...dated, businessDay: '2026-11-03' }, week, today)).toBe('2026-11-08');
  });

  test('PERIOD-08: a void counts on its day, within the open period', () => {
    const entered = {
      ...approved,
      businessDay: '2026-11-03',
      effectiveDay: '2026-11-09',
      lockedLineCount: 0,
    };
    expect(effectiveDayOf(entered, week, '2026-11-12')).toBe('2026-11-12');
    expect(effectiveDayOf(entered, week, today)).toBe('2026-11-14');
    expect(effectiveDayOf(entered, week, '2026-11-01')).toBe('2026-11-09');
    const later = { firstDay: '2026-12-01', lastDay: '2026-12-31' };
    expect(effectiveDayOf(entered, later, today)).toBe('2026-12-01');
  });

  test('PERIOD-08: a change order counts on the day of its approval, also after an order from before the periods', () => {
    const order = { ...dated, businessDay: '2026-10-01', lockedLineCount: 2 };
    expect(effectiveDayOf(order, week, '2026-11-12')).toBe('2026-11-12');
  });
});
