import { describe, expect, test } from 'vitest';
import {
  approveOverage,
  budgetTotals,
  commonBaseCurrency,
  countingBudget,
  requireCountingLocked,
  requireRevision,
  requireWorking,
  setAmount,
  transfer,
} from '#domain/budget/budget';
import { codesText, noCodes } from '#domain/budget/line-codes';
import type { LineCodes } from '#domain/budget/line-codes';
import type { BudgetChange, BudgetLine, LineKind } from '#domain/budget/budget';

const line = (account: string, originalCents: number, kind: LineKind = 'ACCOUNT'): BudgetLine => ({
  account,
  codes: noCodes,
  description: account,
  kind,
  originalCents,
  transferCents: 0,
  overageCents: 0,
});
const known = new Map([
  ['2100', 'Set dressing'],
  ['2200', 'Props'],
]);
const episodes = new Map([
  ['103', 'The Harbor'],
  ['104', 'The Fire'],
]);
const chart = { known, codes: new Map([['EPISODE', episodes]] as const) };
const of = (account: string, codes: LineCodes = {}) => ({ account, codes: codesText(codes) });
const lines = [line('2100', 15_000_00), line('CONTINGENCY', 50_000_00, 'CONTINGENCY')];
const after = ({ lines: changed }: BudgetChange) =>
  budgetTotals([
    ...lines.filter(({ account }) => changed.every((one) => one.account !== account)),
    ...changed,
  ]);
const finalsOf = ({ entries }: BudgetChange) =>
  entries.map(({ account, finalCents }) => [account, finalCents / 100]);

describe('the final budget', () => {
  test('BUD-09, BUD-11: a transfer of 3,000 out of contingency leaves 47,000 and 18,000 (example 5)', () => {
    const change = transfer(lines, { from: of('CONTINGENCY'), to: of('2100'), cents: 3_000_00 }, chart);
    expect(finalsOf(change)).toEqual([
      ['CONTINGENCY', 47_000],
      ['2100', 18_000],
    ]);
    expect(after(change)).toMatchObject({
      transferCents: 0,
      finalCents: 65_000_00,
      contingencyCents: 47_000_00,
      withoutContingencyCents: 18_000_00,
    });
  });

  test('BUD-09: an approved overage of 2,000 raises the account to 17,000 and the total by 2,000 (example 5)', () => {
    const change = approveOverage(lines, { ...of('2100'), cents: 2_000_00 }, chart);
    expect(finalsOf(change)).toEqual([['2100', 17_000]]);
    expect(after(change)).toMatchObject({ finalCents: 67_000_00, overageCents: 2_000_00 });
    const back = approveOverage(change.lines, { ...of('2100'), cents: -2_000_00 }, chart);
    expect(finalsOf(back)).toEqual([['2100', 15_000]]);
  });

  test('BUD-09: a transfer may open an account of the chart, and no other', () => {
    const change = transfer(lines, { from: of('2100'), to: of('2200'), cents: 1 }, chart);
    expect(change.lines[1]).toMatchObject({ account: '2200', description: 'Props', originalCents: 0 });
    expect(() => transfer(lines, { from: of('2100'), to: of('9999'), cents: 1 }, chart)).toThrow(
      'invalid_parameter',
    );
    expect(
      transfer(lines, { from: of('2100'), to: of('9999'), cents: 1 }, { known: null, codes: new Map() })
        .lines,
    ).toHaveLength(2);
  });

  test.each([
    ['the same account', { from: of('2100'), to: of('2100'), cents: 1 }],
    ['no amount', { from: of('2100'), to: of('CONTINGENCY'), cents: 0 }],
    ['an amount below zero', { from: of('2100'), to: of('CONTINGENCY'), cents: -1 }],
    ['more than the account has', { from: of('2100'), to: of('CONTINGENCY'), cents: 15_000_01 }],
  ])('BUD-09: a transfer with %s is refused', (_, request) => {
    expect(() => transfer(lines, request, chart)).toThrow('invalid_parameter');
  });

  test('BUD-09: an overage of zero, and one taken back that was never entered, are refused', () => {
    for (const cents of [0, -1])
      expect(() => approveOverage(lines, { ...of('2100'), cents }, chart)).toThrow('invalid_parameter');
  });

  test('BUD-08: an amount replaces the former one, and the history has the difference', () => {
    const change = setAmount(
      lines,
      { ...of('2100'), cents: 16_000_00, description: null, kind: null },
      chart,
    );
    expect(change.lines).toEqual([{ ...line('2100', 16_000_00) }]);
    expect(change.entries).toEqual([{ account: '2100', cents: 1_000_00, finalCents: 16_000_00 }]);
    const fringes = { ...of('FRINGES'), cents: 5, description: 'Fringes', kind: 'FRINGES' } as const;
    expect(setAmount(lines, fringes, chart).lines[0]).toMatchObject({ kind: 'FRINGES', originalCents: 5 });
    expect(() => setAmount(lines, { ...fringes, kind: null }, chart)).toThrow('invalid_parameter');
  });
});

describe('the budget that counts', () => {
  const budget = (number: number, status: 'WORKING' | 'LOCKED') => ({ id: `b${number}`, number, status });

  test('BUD-08: the newest locked one counts, else the newest working one', () => {
    expect(countingBudget([])).toBeNull();
    expect(countingBudget([budget(1, 'WORKING'), budget(2, 'WORKING')])).toBe('b2');
    expect(countingBudget([budget(1, 'LOCKED'), budget(2, 'LOCKED'), budget(3, 'WORKING')])).toBe('b2');
  });

  test('BUD-08, BUD-09: amounts change only while working, transfers only in the locked one that counts', () => {
    expect(() => requireWorking('LOCKED')).toThrow('invalid_parameter');
    expect(() => requireWorking('WORKING')).not.toThrow();
    expect(() => requireCountingLocked('WORKING', true)).toThrow('invalid_parameter');
    expect(() => requireCountingLocked('LOCKED', false)).toThrow('invalid_parameter');
    expect(() => requireCountingLocked('LOCKED', true)).not.toThrow();
    expect(() => requireRevision(2, 1)).toThrow('WORKFLOW_CONFLICT');
  });

  test('BUD-06: the currency is the base that all companies share', () => {
    const company = (...codes: string[]) => ({
      project_company_currencies: codes.map((code, n) => ({ iso_currency_code: code, is_base: n === 0 })),
    });
    expect(commonBaseCurrency([])).toBeNull();
    expect(commonBaseCurrency([company('CAD', 'USD'), company('CAD')])).toBe('CAD');
    expect(commonBaseCurrency([company('CAD'), company('USD')])).toBeNull();
    expect(commonBaseCurrency([company('CAD'), company()])).toBeNull();
  });
});
