import { expect, test } from 'vitest';
import { dateFromEntry } from '#domain/values/typed-date';

/** A Saturday. */
const today = '2026-11-28';

test.each([
  ['today', '2026-11-28'],
  ['Tomorrow', '2026-11-29'],
  ['yesterday', '2026-11-27'],
  ['mon', '2026-11-30'],
  ['Tues', '2026-12-01'],
  ['friday', '2026-12-04'],
  ['sat', '2026-12-05'],
  ['+30', '2026-12-28'],
  ['- 7', '2026-11-21'],
  ['+2w', '2026-12-12'],
  ['+1m', '2026-12-28'],
  ['12/24/26', '2026-12-24'],
])('ENTRY-02: %s is %s', (typed, day) => {
  expect(dateFromEntry(typed, 'MM_DD_YYYY', today)).toBe(day);
});

test('ENTRY-02: a month from the last day of January ends in February', () => {
  expect(dateFromEntry('+1m', 'MM_DD_YYYY', '2027-01-31')).toBe('2027-02-28');
});

test.each(['m', 'su', 'someday', 'constructor', '__proto__', '+', '30', '+1y', '+1000', ''])(
  'ENTRY-02: %s is no date',
  (typed) => {
    expect(dateFromEntry(typed, 'MM_DD_YYYY', today)).toBeNull();
  },
);

test.each([
  ['12242026', 'MM_DD_YYYY', '2026-12-24'],
  ['122426', 'MM_DD_YYYY', '2026-12-24'],
  ['24122026', 'DD_MM_YYYY', '2026-12-24'],
  ['20261224', 'YYYY_MM_DD', '2026-12-24'],
  ['261224', 'YYYY_MM_DD', '2026-12-24'],
  ['12242026', null, '2026-12-24'],
  ['20261224', null, '2026-12-24'],
] as const)('ENTRY-07: %s in %s needs no separators', (typed, format, day) => {
  expect(dateFromEntry(typed, format, today)).toBe(day);
});

test.each(['1224', '1224202', '122420261', '02302026'])('ENTRY-07: %s is no date', (typed) => {
  expect(dateFromEntry(typed, 'MM_DD_YYYY', today)).toBeNull();
});

test.each([
  ['11/25', 'MM_DD_YYYY', '2026-11-25'],
  ['1/15', 'MM_DD_YYYY', '2027-01-15'],
  ['25.11', 'DD_MM_YYYY', '2026-11-25'],
  ['11-25', 'YYYY_MM_DD', '2026-11-25'],
  ['11/25', null, '2026-11-25'],
  ['5/27', 'MM_DD_YYYY', '2027-05-27'],
  ['5/30', 'MM_DD_YYYY', '2026-05-30'],
] as const)('ENTRY-10: %s in %s is the nearest such day', (typed, format, day) => {
  expect(dateFromEntry(typed, format, today)).toBe(day);
});

test('ENTRY-10: February 29 is the nearest one that exists, and none where none is near', () => {
  expect(dateFromEntry('2/29', 'MM_DD_YYYY', '2027-11-28')).toBe('2028-02-29');
  expect(dateFromEntry('2/29', 'MM_DD_YYYY', today)).toBeNull();
});

test('ENTRY-10: a month of another order is corrected as with a year', () => {
  expect(dateFromEntry('13/25', 'MM_DD_YYYY', today)).toBe('2026-12-25');
});

test('ENTRY-11: distances count from the start of the field, words and weekdays from today', () => {
  expect(dateFromEntry('+30', 'MM_DD_YYYY', today, '2026-11-10')).toBe('2026-12-10');
  expect(dateFromEntry('+1m', 'MM_DD_YYYY', today, '2026-10-05')).toBe('2026-11-05');
  expect(dateFromEntry('today', 'MM_DD_YYYY', today, '2026-11-10')).toBe(today);
  expect(dateFromEntry('mon', 'MM_DD_YYYY', today, '2026-11-10')).toBe('2026-11-30');
});
