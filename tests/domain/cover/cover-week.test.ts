import { expect, test } from 'vitest';
import { coverWeek, coverWeekText } from '#domain/cover/cover-week';

test('COV-15: a week of cover ends on a Sunday, and next week begins on a Monday', () => {
  expect(coverWeek('2026-11-25', 'this')).toEqual({ firstDay: '2026-11-25', lastDay: '2026-11-29' });
  expect(coverWeek('2026-11-25', 'next')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' });
  expect(coverWeek('2026-11-29', 'this')).toEqual({ firstDay: '2026-11-29', lastDay: '2026-11-29' });
  expect(coverWeek('2026-11-29', 'next')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' });
  expect(coverWeek('2026-11-30', 'next')).toEqual({ firstDay: '2026-12-07', lastDay: '2026-12-13' });
});

test('COV-29: the text of a week names its days, and the last day of a week is today', () => {
  const text = (today: string, week: 'this' | 'next') => coverWeekText(today, week, 'MM_DD_YYYY');
  expect(text('2026-11-25', 'this')).toBe('This week (11/25/2026 to 11/29/2026)');
  expect(text('2026-11-25', 'next')).toBe('Next week (11/30/2026 to 12/06/2026)');
  expect(text('2026-11-29', 'this')).toBe('Today (11/29/2026)');
});
