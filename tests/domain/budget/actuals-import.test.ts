import { describe, expect, test } from 'vitest';
import {
  actualColumns,
  actualsCheckOf,
  compareActuals,
  parseActuals,
} from '#domain/budget/import/actuals-import';
import { chartAccounts } from '#domain/budget/import/budget-import';
import { namedTable } from '#domain/import/table';
import { enteredDay, lastDayOfNamed } from '#domain/periods/period';

const periods = [
  { number: 1, name: 'Week 1', firstDay: '2026-03-02', lastDay: '2026-03-08', status: 'CLOSED' as const },
  { number: 2, name: 'Week 2', firstDay: '2026-03-09', lastDay: '2026-03-15', status: 'OPEN' as const },
];
const noChart = chartAccounts([]);
const knownChart = { known: new Map([['6100', 'Set dressing']]), codes: new Map(), ancestorsOf: () => [] };

function parse(rows: (string | number)[][], own: Partial<Parameters<typeof parseActuals>[1]> = {}) {
  const table = namedTable(
    rows.map((cells, at) => ({ number: at + 1, cells })),
    actualColumns,
  );
  return parseActuals(table, {
    chart: noChart,
    currency: 'USD',
    periods: [],
    dateFormat: null,
    today: '2026-03-11',
    ...own,
  });
}

const headings = ['Account', 'Date', 'Period', 'Amount', 'Type', 'Number', 'Accounting ID', 'Description'];

describe('a file of other actuals', () => {
  test('ACTUAL-01: a row has an account, a day and an amount, and its kind by name', () => {
    const { rows, faults, fileTotalCents } = parse([
      headings,
      ['6100', '2026-03-04', '', 1200, 'Payroll', 'PR-7', '', 'Set dressers'],
      ['6100', '2026-03-05', '', '(20.50)', 'Petty cash', '', '', ''],
      ['6100', '2026-03-05', '', 3, 'P-Card', '', '', ''],
      ['6100', '2026-03-05', '', 4, 'JE', '', '', ''],
      ['6100', '2026-03-05', '', 5, '', '', '', ''],
      ['', '', '', 1191.5, '', '', '', 'Grand Total'],
    ]);
    expect(faults).toEqual([]);
    expect(rows.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['PAYROLL', 1200_00],
      ['PETTY_CASH', -20_50],
      ['CARD', 3_00],
      ['JOURNAL', 4_00],
      ['OTHER', 5_00],
    ]);
    expect(rows[0]).toMatchObject({ row: 2, day: '2026-03-04', number: 'PR-7', invoiceId: null });
    expect(fileTotalCents).toBe(1191_50);
  });

  test('ACTUAL-02: errors name their row and column', () => {
    const { rows, faults } = parse([
      headings,
      ['6100', 'soon', '', 1, '', '', '', ''],
      ['', '2026-03-04', '', 1, '', '', '', ''],
      ['6100', '', '', 1, '', '', '', ''],
      ['6100', '', 'Week 9', 1, '', '', '', ''],
      ['6100', '2026-03-04', '', 'much', '', '', '', ''],
    ]);
    expect(rows).toEqual([]);
    expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 Date: This is not a date. Write it as 2018-03-30.',
      '3 Account: Enter the account.',
      '4 Date: Enter the day or the accounting period.',
      '5 Period: “Week 9” is not an accounting period of the company.',
      '6 Amount: “much” is not an amount. Write it as $1,200.00.',
    ]);
  });

  test('ACTUAL-02: accounts that the chart does not have are left out', () => {
    const file = [headings, ['6100 Set dressing', '2026-03-04', '', 1], ['7777', '2026-03-04', '', 2]];
    const parsed = parse(file, { chart: knownChart });
    expect(parsed.rows.map(({ account }) => account)).toEqual(['6100']);
    const check = actualsCheckOf(
      parsed,
      compareActuals(parsed, { invoiceIds: new Set(), transactions: new Set() }),
      {
        currency: 'USD',
        ignored: [],
      },
    );
    expect(check).toMatchObject({
      accounts: [{ account: '6100', amount: 1 }],
      fileTotal: 3,
      importedTotal: 1,
      difference: 2,
      unknown: [{ row: 3, account: '7777', day: '2026-03-04', amount: 2 }],
    });
  });

  test('ACTUAL-03: invoices of the show and transactions of an earlier import do not count', () => {
    const parsed = parse([
      headings,
      ['6100', '2026-03-04', '', 1, 'Payroll', 'PR-7', '', ''],
      ['6100', '2026-03-04', '', 2, 'Journal', 'PR-7', '', ''],
      ['6100', '2026-03-04', '', 3, '', '', 'i1', ''],
      ['6100', '2026-03-04', '', 4, '', '', 'other', ''],
    ]);
    const compared = compareActuals(parsed, {
      invoiceIds: new Set(['i1']),
      transactions: new Set(['PAYROLL PR-7']),
    });
    expect(compared.counted.map(({ row, invoiceId }) => [row, invoiceId])).toEqual([
      [3, null],
      [5, null],
    ]);
    expect(compared.matched.map(({ row }) => row)).toEqual([4]);
    expect(compared.repeated.map(({ row }) => row)).toEqual([2]);
    expect(compared.importedCents).toBe(6_00);
  });
});

describe('the day on which an actual counts', () => {
  test('ACTUAL-01: a closed period moves it to the next open one', () => {
    expect(enteredDay('2026-03-04', [])).toBe('2026-03-04');
    expect(enteredDay('2026-03-04', periods)).toBe('2026-03-09');
    expect(enteredDay('2026-03-12', periods)).toBe('2026-03-12');
    expect(enteredDay('2026-03-16', periods)).toBeNull();
    expect(parse([headings, ['6100', '2026-03-16', '', 1]], { periods }).faults).toMatchObject([
      { row: 2, message: 'No accounting period is open on 2026-03-16 or later.' },
    ]);
  });

  test('ACTUAL-01: a period counts on its last day that has come', () => {
    expect(lastDayOfNamed('week 1', periods, '2026-03-11')).toBe('2026-03-08');
    expect(lastDayOfNamed('2', periods, '2026-03-11')).toBe('2026-03-11');
    expect(lastDayOfNamed('2', periods, '2026-03-01')).toBe('2026-03-15');
    expect(lastDayOfNamed('3', periods, '2026-03-11')).toBeNull();
  });
});
