import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTimeAsUtc } from '#domain/values/days';
import { defused, logFileName, textCell } from '#domain/lists/log-format';
import type { LogColumn, LogFormatOptions } from '#domain/lists/log-format';
import { withoutUnseen } from '#domain/values/safe-text';

const look: LogFormatOptions = { dateFormat: 'DD_MM_YYYY', timeZone: 'Europe/Paris' };
const cell = (kind: LogColumn<unknown>['kind'], value: string | number | null) =>
  textCell({ header: '', kind, width: 1, value: () => value }, null, look);

describe('cells that could be taken for formulas', () => {
  test.each([
    ['=1+1', 'the plain case'],
    ['+1', 'a plus'],
    ['-2 sofas', 'a minus'],
    ['@SUM(A1)', 'an at'],
    ['\t=1', 'a tab'],
    ['\r=1', 'a carriage return'],
    ['\n=1', 'a line feed'],
    ['  =1', 'blanks before it'],
    ['"=1', 'a quote before it'],
    ['" "=1', 'quotes and blanks before it'],
    ['＝1', 'a full-width sign'],
    ['\u00A0＠x', 'a full-width sign behind a hard blank'],
    ['\tindented', 'a tab alone'],
  ])('DEC-68: %j is made text (%s)', (text) => {
    expect(defused(text)).toBe(`'${text}`);
  });

  test.each([
    ['\0=1', "'=1", 'a null'],
    ['\u200B=1', "'=1", 'a space without width'],
    ['\uFEFF-1', "'-1", 'a byte-order mark'],
    [' \u200B"\u202E=1', '\' "=1', 'several, with a blank and a quote'],
  ])('DEC-68, ER-19: %j is made text without what nobody sees as %s (%s)', (text, written) => {
    expect(defused(text)).toBe(written);
  });

  test.each(['Sofas', 'a=b', "'quoted'", '3 - 2', '', '#42', '1+1', "'=1"])(
    'DEC-68: %j stays as it is',
    (text) => {
      expect(defused(text)).toBe(text);
    },
  );

  const spices = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '"',
    ' ',
    ',',
    "'",
    '＝',
    '\u200B',
    'a',
    '1',
  );
  test('DEC-68: no text is left that starts a formula once blanks and quotes are taken off', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: spices }), fc.string({ unit: 'binary' })), (text) => {
        const written = cell('text', text);
        expect(written.replace(/^[\s"\u200B]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
        expect(written.endsWith(withoutUnseen(text))).toBe(true);
      }),
    );
  });

  test('DEC-68: every number is written as a number, with its sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (cents) => {
        expect(cell('amount', cents)).toMatch(/^-?\d+\.\d\d$/);
        expect(Math.round(Number(cell('amount', cents)) * 100) + 0).toBe(cents);
        expect(Number(cell('quantity', cents)) + 0).toBe(cents / 100 + 0);
      }),
    );
  });
});

describe('days and times in a log', () => {
  test('DEC-49, SE-26: in the format and zone of the reader', () => {
    expect(cell('day', '2026-11-03')).toBe('03/11/2026');
    expect(cell('instant', '2026-11-03T23:30:00.000Z')).toBe('04/11/2026 12:30 AM');
    expect(localTimeAsUtc('2026-11-03T23:30:00.000Z', 'Europe/Paris')).toBe('2026-11-04T00:30:00.000Z');
    expect(localTimeAsUtc('2026-07-03T23:30:59.000Z', 'America/Los_Angeles')).toBe(
      '2026-07-03T16:30:00.000Z',
    );
    expect([cell('day', ''), cell('day', null), cell('instant', null)]).toEqual(['', '', '']);
  });

  test('DEC-68: a day that is none is text like any other', () => {
    expect(cell('day', '=TODAY()')).toBe("'=TODAY()");
  });

  test('DEC-68: the name of the file is safe whatever the show is called', () => {
    expect(logFileName('PO_Log', 'alpha-station', '2026-11-03', 'csv')).toBe(
      'PO_Log_alpha-station_2026-11-03.csv',
    );
    expect(logFileName('Invoice_Log', 'a"b/ñ', '2026-11-03', 'xlsx')).toBe(
      'Invoice_Log_a_b___2026-11-03.xlsx',
    );
  });
});
