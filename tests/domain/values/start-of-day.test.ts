import { expect, test } from 'vitest';
import { addDays, startOfDay } from '#domain/values/days';

test.each([
  ['2027-03-03', 'America/Los_Angeles', '2027-03-03T08:00:00.000Z'],
  // Clocks change on the 14th at two in the morning.
  ['2027-03-14', 'America/Los_Angeles', '2027-03-14T08:00:00.000Z'],
  ['2027-03-15', 'America/Los_Angeles', '2027-03-15T07:00:00.000Z'],
  ['2027-11-07', 'America/Los_Angeles', '2027-11-07T07:00:00.000Z'],
  ['2027-11-08', 'America/Los_Angeles', '2027-11-08T08:00:00.000Z'],
  ['2027-03-03', 'Pacific/Auckland', '2027-03-02T11:00:00.000Z'],
])('COV-01: %s begins in %s at %s', (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone)).toBe(instant);
});

test('COV-01: days are added across the end of a year', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});
