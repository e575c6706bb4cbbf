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
import type { BudgetChange, BudgetLine, LineKind } from '#domain/budget/budget';

const line = (account: string, originalCents: number, kind: LineKind = 'ACCOUNT'): BudgetLine => ({
  account,
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
    const change = transfer(lines, { from: 'CONTINGENCY', to: '2100', cents: 3_000_00 }, known);
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
    const change = approveOverage(lines, { account: '2100', cents: 2_000_00 }, known);
    expect(finalsOf(change)).toEqual([['2100', 17_000]]);
    expect(after(change)).toMatchObject({ finalCents: 67_000_00, overageCents: 2_000_00 });
    const back = approveOverage(change.lines, { account: '2100', cents: -2_000_00 }, known);
    expect(finalsOf(back)).toEqual([['2100', 15_000]]);
  });

  test('BUD-09: a transfer may open an account of the chart, and no other', () => {
    const change = transfer(lines, { from: '2100', to: '2200', cents: 1 }, known);
    expect(change.lines[1]).toMatchObject({ account: '2200', description: 'Props', originalCents: 0 });
    expect(() => transfer(lines, { from: '2100', to: '9999', cents: 1 }, known)).toThrow('invalid_parameter');
    expect(transfer(lines, { from: '2100', to: '9999', cents: 1 }, null).lines).toHaveLength(2);
  });

  test.each([
    ['the same account', { from: '2100', to: '2100', cents: 1 }],
    ['no amount', { from: '2100', to: 'CONTINGENCY', cents: 0 }],
    ['an amount below zero', { from: '2100', to: 'CONTINGENCY', cents: -1 }],
    ['more than the account has', { from: '2100', to: 'CONTINGENCY', cents: 15_000_01 }],
  ])('BUD-09: a transfer with %s is refused', (_, request) => {
    expect(() => transfer(lines, request, known)).toThrow('invalid_parameter');
  });

  test('BUD-09: an overage of zero, and one taken back that was never entered, are refused', () => {
    for (const cents of [0, -1])
      expect(() => approveOverage(lines, { account: '2100', cents }, known)).toThrow('invalid_parameter');
  });

  test('BUD-08: an amount replaces the former one, and the history has the difference', () => {
    const change = setAmount(
      lines,
      { account: '2100', cents: 16_000_00, description: null, kind: null },
      known,
    );
    expect(change.lines).toEqual([{ ...line('2100', 16_000_00) }]);
    expect(change.entries).toEqual([{ account: '2100', cents: 1_000_00, finalCents: 16_000_00 }]);
    const fringes = { account: 'FRINGES', cents: 5, description: 'Fringes', kind: 'FRINGES' } as const;
    expect(setAmount(lines, fringes, known).lines[0]).toMatchObject({ kind: 'FRINGES', originalCents: 5 });
    expect(() => setAmount(lines, { ...fringes, kind: null }, known)).toThrow('invalid_parameter');
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
