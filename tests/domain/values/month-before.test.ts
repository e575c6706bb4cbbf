import { expect, test } from 'vitest';
import { monthBefore } from '#domain/values/days';

test('LS-31: a month has its first and its last day, also across years', () => {
  expect(monthBefore('2026-11-21', 0)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-30' });
  expect(monthBefore('2026-03-31', 1)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
  expect(monthBefore('2028-03-01', 1)).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' });
  expect(monthBefore('2026-01-15', 1)).toEqual({ startDate: '2025-12-01', endDate: '2025-12-31' });
});
