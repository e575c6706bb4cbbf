import { describe, expect, test } from 'vitest';
import { linesByAccount, setAmount, transfer } from '#domain/budget/budget';
import type { BudgetLine } from '#domain/budget/budget';
import {
  budgetCheckOf,
  budgetColumns,
  chartAccounts,
  parseBudget,
} from '#domain/budget/import/budget-import';
import { codesName, codesText, noCodes } from '#domain/budget/line-codes';
import type { LineCodes } from '#domain/budget/line-codes';
import { namedTable } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';

const part = (code: string, description: string, parent: string | null = null) => ({
  account_part_id: `p${code}`,
  part_config_id: 'part',
  id_code: code,
  description,
  part_order: 0,
  is_active: true,
  is_asset: false,
  is_header: false,
  is_insurance: false,
  rollup_account_part_id: parent,
});
const field = (type: string, parts: ReturnType<typeof part>[]) => ({
  header: type,
  config_type: type,
  part_config_id: type,
  account_parts: parts,
});
const chart = chartAccounts([
  field('ACCOUNT', [
    part('5200', 'Art'),
    part('5210', 'Set dressing', 'p5200'),
    part('5220', 'Props', 'p5200'),
  ]),
  field('EPISODE', [part('103', 'The Harbor'), part('104', 'The Fire')]),
]);
const key = (account: string, codes: LineCodes = {}) => ({ account, codes: codesText(codes) });
const line = (account: string, codes: LineCodes, originalCents: number): BudgetLine => ({
  ...key(account, codes),
  description: codesName(codes) || 'Whole account',
  kind: 'ACCOUNT',
  originalCents,
  transferCents: 0,
  overageCents: 0,
});

function check(headings: readonly string[], ...rows: readonly (readonly ImportCell[])[]) {
  const all = [headings, ...rows].map((cells, n) => ({ number: n + 1, cells }));
  const table = namedTable(all, budgetColumns);
  return budgetCheckOf(parseBudget(table, chart, 'USD'), 'USD', table.ignored);
}

describe('lines with codes below their account', () => {
  const lines = [line('5210', { EPISODE: '103' }, 900), line('5220', {}, 50), line('5210', {}, 100)];

  test('BUD-61: the order of codes and empty ones make no other line', () => {
    expect(codesText({ SET: '12', EPISODE: '103', LOCATION: '' })).toBe('{"EPISODE":"103","SET":"12"}');
    expect(codesText({ SET: '' })).toBe(noCodes);
    expect(codesName({ EPISODE: '103', SET: '12' })).toBe('Set 12, Episode 103');
  });

  test('BUD-61: a change concerns the line with its codes, and the history names them', () => {
    const amount = { ...key('5210', { EPISODE: '103' }), cents: 1_000, description: null, kind: null };
    expect(setAmount(lines, amount, chart).entries).toEqual([
      { account: '5210', codes: '{"EPISODE":"103"}', cents: 100, finalCents: 1_000 },
    ]);
  });

  test('BUD-61: a transfer moves budget between two episodes of one account, and opens the second', () => {
    const [from, to] = [key('5210', { EPISODE: '103' }), key('5210', { EPISODE: '104' })];
    const change = transfer(lines, { from, to, cents: 300 }, chart);
    expect(change.entries.map(({ codes, finalCents }) => [codes, finalCents])).toEqual([
      ['{"EPISODE":"103"}', 600],
      ['{"EPISODE":"104"}', 300],
    ]);
    expect(() => transfer(lines, { from, to, cents: 901 }, chart)).toThrow('invalid_parameter');
  });

  test('BUD-61: a code that the chart does not have is refused; without codes of its type, every text is one', () => {
    const [from, to] = [key('5220'), key('5210', { EPISODE: '999' })];
    expect(() => transfer(lines, { from, to, cents: 1 }, chart)).toThrow('invalid_parameter');
    const free = key('5210', { LOCATION: 'Pier 7' });
    expect(transfer(lines, { from, to: free, cents: 1 }, chart).lines).toHaveLength(2);
  });

  test('BUD-63: the budget of an account is the sum of its lines, under the name of the line without codes', () => {
    expect(
      linesByAccount(lines).map(({ account, codes, description, originalCents }) => [
        account,
        codes,
        description,
        originalCents,
      ]),
    ).toEqual([
      ['5210', noCodes, 'Whole account', 1_000],
      ['5220', noCodes, 'Whole account', 50],
    ]);
  });
});

describe('the import of codes', () => {
  test('BUD-62: a column for each type of code makes lines; rows of the same account and codes are added up', () => {
    const { lines, faults, ignored } = check(
      ['Account', 'Description', 'Set', 'Ep', 'Location', 'Free Field', 'Budget'],
      ['5210', '', '12', '103 The Harbor', '', '', 1_000],
      ['5210', '', '12', 103, '', '', 500],
      ['5210', '', '', '104', 'Pier 7', 'X', 250],
      ['5220', 'Props', '', '', '', '', 40],
    );
    expect([faults, ignored]).toEqual([[], []]);
    expect(lines.map(({ account, codes, amount }) => [account, codes, amount])).toEqual([
      ['5210', { EPISODE: '103', SET: '12' }, 1_500],
      ['5210', { EPISODE: '104', FREE_FIELD: 'X', LOCATION: 'Pier 7' }, 250],
      ['5220', {}, 40],
    ]);
  });

  test('BUD-62: the dry run names codes that the chart does not have', () => {
    const { faults } = check(['Account', 'Episode', 'Budget'], ['5210', '999', 1], ['5220', '', 2]);
    expect(faults).toEqual([
      { row: 2, column: 'Episode', message: 'Episode 999 is not in the chart of accounts.' },
    ]);
  });

  test('BUD-62: a row of an account that adds up its episodes is not imported, another amount is', () => {
    const headings = ['Account', 'Episode', 'Budget'];
    const episodes = [
      ['5210', '103', 600],
      ['5210', '104', 400],
    ] as const;
    const total = check(headings, ['5210', '', 1_000], ...episodes);
    expect([total.ready, total.importedTotal, total.difference]).toEqual([2, 1_000, 0]);
    expect(total.totalRows.map(({ row, amount }) => [row, amount])).toEqual([[2, 1_000]]);
    const other = check(headings, ['5210', '', 250], ...episodes);
    expect([other.ready, other.importedTotal, other.totalRows]).toEqual([3, 1_250, []]);
  });

  const headings = ['Account', 'Episode', 'Set', 'Budget'];
  const episodes = [
    ['5210', '', '', 100],
    ['5210', '103', '', 60],
    ['5210', '104', '', 40],
  ] as const;

  test('BUD-14, BUD-62: the account above does not count a row that adds up the episodes', () => {
    const result = check(headings, ['5200', '', '', 100], ...episodes);
    expect([result.ready, result.importedTotal, result.difference, result.faults]).toEqual([2, 100, 0, []]);
    expect(result.totalRows.map(({ row }) => row)).toEqual([2, 3]);
    expect(check(headings, ['5200', '', '', 200], ...episodes).faults).toMatchObject([{ row: 2 }]);
  });

  test('BUD-14, BUD-62: the account above with an episode adds up the rows of this episode', () => {
    const sets = [
      ['5220', '103', '12', 5],
      ['5220', '103', '13', 10],
    ] as const;
    const above = [
      ['5200', '103', '', 75],
      ['5200', '104', '', 40],
      ['5200', '', '', 115],
    ] as const;
    const result = check(headings, ...above, ...episodes, ...sets);
    expect([result.ready, result.importedTotal, result.faults]).toEqual([4, 115, []]);
    expect(result.totalRows.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(check(headings, ['5200', '103', '', 100], ...episodes).faults).toEqual([
      {
        row: 2,
        column: 'Budget',
        message:
          'Account 5200 contains 5210, which is in the file too, but is not the sum of its accounts with the same codes.',
      },
    ]);
  });
});

describe('totals of several levels of codes', () => {
  const headings = ['Account', 'Episode', 'Set', 'Budget'];
  const sets = [
    ['5210', '103', '12', 60],
    ['5210', '103', '13', 40],
    ['5210', '104', '12', 5],
  ] as const;

  test('BUD-62: a row of an episode that adds up its sets is no line, nor is that of the account', () => {
    const result = check(headings, ['5210', '', '', 105], ['5210', '103', '', 100], ...sets);
    expect([result.ready, result.importedTotal, result.difference]).toEqual([3, 105, 0]);
    expect(result.totalRows.map(({ row }) => row)).toEqual([2, 3]);
  });

  test('BUD-62: a row of an episode with another amount than its sets is a line, which the account adds up', () => {
    const result = check(headings, ['5210', '', '', 112], ['5210', '103', '', 7], ...sets);
    expect([result.ready, result.importedTotal, result.totalRows.map(({ row }) => row)]).toEqual([
      4,
      112,
      [2],
    ]);
    expect(check(headings, ['5210', '', '', 105], ['5210', '103', '', 7], ...sets).ready).toBe(5);
  });

  test('BUD-62: two rows of one episode are added up, and neither is a total', () => {
    const twice = [
      ['5210', '103', '', 100],
      ['5210', '103', '', 100],
    ] as const;
    expect(check(headings, ...twice, ...sets)).toMatchObject({ ready: 4, importedTotal: 305, totalRows: [] });
  });

  test('BUD-86: a row with its kind is a line, whatever it adds up', () => {
    const head = [...headings, 'Line Kind', 'Description'];
    const result = check(
      head,
      ['5200', '', '', 105, 'account', 'Total'],
      ['5210', '', '', 105, 'Account', 'Contingency'],
      ...sets,
    );
    expect(result).toMatchObject({ ready: 5, importedTotal: 315, contingency: 0, totalRows: [], faults: [] });
    expect(check(head, ['5210', '', '', 1, 'Bond', '']).faults).toEqual([
      { row: 2, column: 'Line Kind', message: 'Enter Account, Fringes or Contingency, or leave it empty.' },
    ]);
  });
});

describe('a column of pattern and amort', () => {
  const head = ['Account', 'Episode', 'Description', 'Pattern or Amort', 'Budget'];

  test('BUD-84: lines have the kind of their rows, and an amort is no total of the episodes', () => {
    const { lines, faults, totalRows } = check(
      head,
      ['5210', '103', 'Harbor', 'Pattern', 100],
      ['5210', '104', 'Fire', ' pattern ', 100],
      ['5210', '', 'Stage', 'AMORT', 200],
      ['5220', '', 'Props', '', 50],
    );
    expect([faults, totalRows]).toEqual([[], []]);
    expect(lines.map(({ codes, series, amount }) => [codes.EPISODE, series, amount])).toEqual([
      ['103', 'PATTERN', 100],
      ['104', 'PATTERN', 100],
      [undefined, 'AMORT', 200],
      [undefined, null, 50],
    ]);
  });

  test('BUD-84: another text and different entries for one line are errors of their rows', () => {
    const { faults } = check(
      head,
      ['5210', '103', 'Harbor', 'Pattern', 100],
      ['5210', '104', 'Fire', 'Both', 100],
      ['5210', '103', 'Harbor, more', 'Amort', 20],
    );
    const column = 'Pattern or Amort';
    expect(faults).toEqual([
      { row: 3, column, message: 'Enter Pattern or Amort, or leave it empty.' },
      { row: 4, column, message: 'Row 2 of the same line has another entry.' },
    ]);
  });
});
