import { expect, test } from 'vitest';
import { mergeHolidays, parseHolidays, tooManyHolidays } from '#domain/workflow/holiday-list';
import { addDays } from '#domain/values/days';

test('WAIT-12: lines have a day and a name, separated by a comma, a semicolon or a tab', () => {
  const text =
    '\uFEFFDate,Name\r\n2018-03-30, Good Friday\n\n2018-05-28;Memorial Day\n2018-07-04\t"Independence, Day"\n2018-09-03\n';
  expect(parseHolidays(text)).toEqual({
    holidays: [
      { day: '2018-03-30', name: 'Good Friday' },
      { day: '2018-05-28', name: 'Memorial Day' },
      { day: '2018-07-04', name: 'Independence, Day' },
      { day: '2018-09-03', name: '' },
    ],
    errors: [],
  });
});

test('WAIT-12: a day may be written with the month first, as in the rest of the settings', () => {
  const { holidays, errors } = parseHolidays('12/25/2026, Christmas\n7/4/2026\n13/25/2026, Nothing');
  expect(holidays).toEqual([
    { day: '2026-12-25', name: 'Christmas' },
    { day: '2026-07-04', name: '' },
  ]);
  expect(errors).toEqual([
    { line: 3, text: '“13/25/2026” is not a day. Write it as 2018-03-30 or 3/30/2018.' },
  ]);
});

test('WAIT-12: a line that is no day, or whose name is too long, is named with its number', () => {
  const { holidays, errors } = parseHolidays(
    `2018-03-30, Good Friday\nMemorial Day\n2018-02-30, Nothing\n2018-07-04, ${'x'.repeat(61)}`,
  );
  expect(holidays).toHaveLength(1);
  expect(errors).toEqual([
    { line: 2, text: '“Memorial Day” is not a day. Write it as 2018-03-30 or 3/30/2018.' },
    { line: 3, text: '“2018-02-30” is not a day. Write it as 2018-03-30 or 3/30/2018.' },
    { line: 4, text: 'The name is longer than 60 characters.' },
  ]);
});

test('WAIT-12: an iCalendar file lists its events, each day of a longer one', () => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20180330',
    'DTEND;VALUE=DATE:20180331',
    String.raw`SUMMARY:Good Friday\, observed`,
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20181224',
    'DTEND;VALUE=DATE:20181226',
    'SUMMARY:Christmas',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:soon',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  expect(parseHolidays(file)).toEqual({
    holidays: [
      { day: '2018-03-30', name: 'Good Friday, observed' },
      { day: '2018-12-24', name: 'Christmas' },
      { day: '2018-12-25', name: 'Christmas' },
    ],
    errors: [{ line: 13, text: '“soon” is not a day. Write it as 2018-03-30 or 3/30/2018.' }],
  });
});

test('WAIT-12: a folded line of an iCalendar file is read as one, and errors count the lines of the file', () => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20180330',
    'SUMMARY:Good',
    '  Friday',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:soon',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const { holidays, errors } = parseHolidays(file);
  expect(holidays).toEqual([{ day: '2018-03-30', name: 'Good Friday' }]);
  expect(errors.map(({ line }) => line)).toEqual([8]);
});

test('WAIT-12: an added holiday replaces that of its day, and a show has at most 100', () => {
  const stored = [{ day: '2018-03-30', name: 'Friday' }];
  expect(
    mergeHolidays(stored, [
      { day: '2018-03-30', name: 'Good Friday' },
      { day: '2018-01-01', name: 'New Year' },
    ]),
  ).toEqual([
    { day: '2018-01-01', name: 'New Year' },
    { day: '2018-03-30', name: 'Good Friday' },
  ]);
  const many = Array.from({ length: 101 }, (_, n) => ({ day: addDays('2018-01-01', n), name: '' }));
  expect(tooManyHolidays(many.slice(1))).toBeNull();
  expect(tooManyHolidays(many)).toBe('A show has at most 100 holidays: these would be 101. Remove 1.');
});
