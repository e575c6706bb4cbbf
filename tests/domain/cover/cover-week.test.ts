import { expect, test } from 'vitest';
import { coverWeek } from '#domain/cover/cover-week';

test('COV-15: a week of cover ends on a Sunday, and next week begins on a Monday', () => {
  expect(coverWeek('2026-11-25', 'this')).toEqual({ firstDay: '2026-11-25', lastDay: '2026-11-29' });
  expect(coverWeek('2026-11-25', 'next')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' });
  expect(coverWeek('2026-11-29', 'this')).toEqual({ firstDay: '2026-11-29', lastDay: '2026-11-29' });
  expect(coverWeek('2026-11-29', 'next')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' });
  expect(coverWeek('2026-11-30', 'next')).toEqual({ firstDay: '2026-12-07', lastDay: '2026-12-13' });
});
