import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTimeAsUtc } from '#domain/values/days';
import { escapeFormula, logFileName, textCell } from '#domain/lists/log-format';
import type { LogColumn, LogFormatOptions } from '#domain/lists/log-format';
import { stripInvisible } from '#domain/values/safe-text';

const options: LogFormatOptions = { dateFormat: 'DD_MM_YYYY', timeZone: 'Europe/Paris' };
const cell = (kind: LogColumn<unknown>['kind'], value: string | number | null) =>
  textCell({ header: '', kind, width: 1, value: () => value }, null, options);

describe('cells that could be run as formulas', () => {
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
  ])('DEC-68: %j is escaped (%s)', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  test.each([
    ['\0=1', "'=1", 'a null'],
    ['\u200B=1', "'=1", 'a space without width'],
    ['\uFEFF-1', "'-1", 'a byte-order mark'],
    [' \u200B"\u202E=1', '\' "=1', 'several, with a blank and a quote'],
  ])('DEC-68, ER-19: %j is escaped without invisible characters as %s (%s)', (text, written) => {
    expect(escapeFormula(text)).toBe(written);
  });

  test.each(['Sofas', 'a=b', "'quoted'", '3 - 2', '', '#42', '1+1', "'=1"])(
    'DEC-68: %j stays as it is',
    (text) => {
      expect(escapeFormula(text)).toBe(text);
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
  test('DEC-68: no escaped text starts a formula after leading blanks and quotes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: spices }), fc.string({ unit: 'binary' })), (text) => {
        const written = cell('text', text);
        expect(written.replace(/^[\s"\u200B]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
        expect(written.endsWith(stripInvisible(text))).toBe(true);
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
  test("DEC-49, SE-26: days and times use the reader's format and zone", () => {
    expect(cell('day', '2026-11-03')).toBe('03/11/2026');
    expect(cell('instant', '2026-11-03T23:30:00.000Z')).toBe('04/11/2026 12:30 AM');
    expect(localTimeAsUtc('2026-11-03T23:30:00.000Z', 'Europe/Paris')).toBe('2026-11-04T00:30:00.000Z');
    expect(localTimeAsUtc('2026-07-03T23:30:59.000Z', 'America/Los_Angeles')).toBe(
      '2026-07-03T16:30:00.000Z',
    );
    expect([cell('day', ''), cell('day', null), cell('instant', null)]).toEqual(['', '', '']);
  });

  test('DEC-68: an invalid day is written as text', () => {
    expect(cell('day', '=TODAY()')).toBe("'=TODAY()");
  });

  test('DEC-68: the file name is safe for any show name', () => {
    expect(logFileName('PO_Log', 'alpha-station', '2026-11-03', 'csv')).toBe(
      'PO_Log_alpha-station_2026-11-03.csv',
    );
    expect(logFileName('Invoice_Log', 'a"b/ñ', '2026-11-03', 'xlsx')).toBe(
      'Invoice_Log_a_b___2026-11-03.xlsx',
    );
  });
});
