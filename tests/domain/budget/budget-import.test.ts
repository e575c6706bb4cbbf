import { describe, expect, test } from 'vitest';
import {
  budgetCheckOf,
  budgetColumns,
  chartAccounts,
  parseBudget,
} from '#domain/budget/import/budget-import';
import { namedTable } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';

/** 1000 contains 1100, which contains 1110 and 1120; 2100 has no parent. */
const part = (code: string, parent: string | null = null) => ({
  account_part_id: `p${code}`,
  part_config_id: 'account',
  id_code: code,
  description: `Account ${code}`,
  part_order: 0,
  is_active: true,
  is_asset: false,
  is_header: parent === null,
  is_insurance: false,
  rollup_account_part_id: parent,
});
const chart = chartAccounts([
  {
    header: 'Account',
    config_type: 'ACCOUNT',
    part_config_id: 'account',
    account_parts: [
      part('1000'),
      part('1100', 'p1000'),
      part('1110', 'p1100'),
      part('1120', 'p1100'),
      part('2100'),
    ],
  },
]);

function check(rows: readonly (readonly ImportCell[])[], accounts = chart) {
  const heads = ['Acct#', 'Category Description', 'Page', 'Total'];
  const table = namedTable(
    [heads, ...rows].map((cells, n) => ({ number: n + 1, cells })),
    budgetColumns,
  );
  return budgetCheckOf(parseBudget(table, accounts, 'USD'), 'USD', table.ignored);
}
const linesOf = (rows: readonly (readonly ImportCell[])[]) =>
  check(rows).lines.map(({ account, kind, amount }) => [account, kind, amount]);

describe('the dry run of a budget file', () => {
  test('BUD-12, BUD-13: it has the totals of file and import, fringes of their own and unknown accounts', () => {
    const result = check([
      [1110, 'Writers', '1', 60_000],
      ['1120', 'Research', '1', '5,000.50'],
      ['', 'Total Above-The-Line', '', 65_000.5],
      ['2100 Set dressing', '', '', '(1,000)'],
      ['3100', 'Catering', '2', 400],
      ['', 'Total Fringes', '', 12_000],
      ['', 'Contingency 10%', '', 7_000],
      ['', 'Grand Total', '', 83_400.5],
    ]);
    expect(result).toMatchObject({
      ready: 5,
      fileTotal: 83_400.5,
      importedTotal: 83_000.5,
      difference: 400,
      fringes: 12_000,
      contingency: 7_000,
      faults: [],
      ignored: ['Page'],
    });
    expect(result.unknown).toEqual([
      { row: 6, account: '3100', codes: {}, description: 'Catering', amount: 400 },
    ]);
    expect(result.totalRows.map(({ row, description }) => [row, description])).toEqual([
      [4, 'Total Above-The-Line'],
      [9, 'Grand Total'],
    ]);
    expect(
      result.lines.map(({ account, description, kind, amount }) => [account, description, kind, amount]),
    ).toEqual([
      ['1110', 'Account 1110', 'ACCOUNT', 60_000],
      ['1120', 'Account 1120', 'ACCOUNT', 5_000.5],
      ['2100', 'Account 2100', 'ACCOUNT', -1_000],
      ['FRINGES', 'Total Fringes', 'FRINGES', 12_000],
      ['CONTINGENCY', 'Contingency 10%', 'CONTINGENCY', 7_000],
    ]);
  });

  test('BUD-13: without a total in the file, the sum of its rows is compared', () => {
    expect(
      check([
        ['2100', '', '', 10],
        ['9', '', '', 5],
      ]),
    ).toMatchObject({
      fileTotal: 15,
      importedTotal: 10,
      difference: 5,
    });
  });

  test('BUD-14: an account that adds up others of the file is not imported twice', () => {
    const rows = [
      ['1000', 'Above the line', '', 30],
      ['1100', 'Story', '', 30],
      ['1110', 'Writers', '', 10],
      ['1120', 'Research', '', 20],
    ];
    expect(linesOf(rows)).toEqual([
      ['1110', 'ACCOUNT', 10],
      ['1120', 'ACCOUNT', 20],
    ]);
    expect(check(rows)).toMatchObject({ difference: 0, faults: [] });
    const [fault] = check([['1100', 'Story', '', 31], ...rows.slice(2)]).faults;
    expect([fault?.row, fault?.column, fault?.message]).toEqual([
      2,
      'Total',
      'Account 1100 contains 1110, which is in the file too, but is not the sum of its accounts.',
    ]);
    expect(linesOf([['1100', 'Story', '', 31]])).toEqual([['1100', 'ACCOUNT', 31]]);
  });

  test('BUD-14: an account above counts a total of fringes only if those it adds up are elsewhere', () => {
    const rows = [
      ['1000', 'Fringes', '', 12],
      ['1110', 'Payroll fringes', '', 5],
      ['1120', 'Union fringes', '', 7],
    ];
    expect(check([...rows, ['1100', '', '', 12], ['1110', 'Total fringes', '', 12]]).faults).toEqual([]);
    const elsewhere = [
      ['1100', 'Fringes', '', 12],
      ['1110', 'Total fringes', '', 12],
      ['2100', 'Fringes', '', 12],
    ];
    expect(check(elsewhere)).toMatchObject({ importedTotal: 12, faults: [] });
  });

  test('BUD-14: rows of the same account are added up, and fringes of single accounts are not counted twice', () => {
    const rows = [
      ['1110', 'Draft', '', 10],
      ['1110', 'Polish', '', 5],
      ['1110', 'Fringes', '', 2],
      ['', 'Total Fringes', '', 2],
    ];
    expect(linesOf(rows)).toEqual([['1110', 'ACCOUNT', 17]]);
    expect(check(rows)).toMatchObject({ fringes: 2, fileTotal: 17, difference: 0 });
  });

  test('BUD-11, BUD-14: fringes keep their account of the chart, and a total of contingency is not counted twice', () => {
    const rows = [
      ['2100 Fringes', '', '', 3],
      ['Fringes', '', '', 4],
      ['', 'Contingency 5%', '', 5],
      ['', 'Contingency 10%', '', 10],
      ['', 'Total Contingency', '', 15],
    ];
    expect(linesOf(rows)).toEqual([
      ['2100', 'FRINGES', 3],
      ['FRINGES', 'FRINGES', 4],
      ['CONTINGENCY', 'CONTINGENCY', 15],
    ]);
    expect(check(rows)).toMatchObject({ fringes: 7, contingency: 15, fileTotal: 22, difference: 0 });
  });

  test('BUD-12: errors name row and column', () => {
    const result = check([
      ['1110', 'Writers', '', '1.234'],
      ['', 'Nobody', '', 5],
      ['', 'A heading', '', ''],
      ['2100', 'x'.repeat(201), '', 1e12],
    ]);
    expect(result.faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '2 Total: “1.234” is not an amount. Write it as $1,200.00.',
      '3 Acct#: Enter the account.',
      '5 Total: “1000000000000” is too large.',
    ]);
    expect(check([]).faults.map(({ message }) => message)).toEqual(['There are no rows below the headings.']);
  });

  test('BUD-15: a show whose chart lists no accounts accepts every account', () => {
    const { unknown, lines } = check([['A-77', 'Anything', '', 1]], chartAccounts([]));
    expect([unknown, lines[0]?.account]).toEqual([[], 'A-77']);
  });
});
