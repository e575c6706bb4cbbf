import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { accountRanges, isAccountVisible } from '#domain/budget/account-ranges';
import { measureBudget } from '#domain/budget/budget-measures';
import { budgetVisibility, visibleAnswer, visibleFigures } from '#domain/budget/decision';
import type { AffectedAccount } from '#domain/budget/decision';
import { noMeasures } from '#domain/budget/measures';
import { permissionMatrix, permissionsOf } from '#domain/identity/permissions';
import { givenBudgetAccounts } from '#domain/management/user';
import type { Role } from '#domain/identity/permissions';

const below = [{ from: '2000', to: '2999' }];

describe('ranges of accounts', () => {
  test('BUD-36: a range contains both ends and the codes that begin with the last one', () => {
    const inside = ['2000', '2000-1', '2310', '2999', '2999-50'];
    const outside = ['', '1999', '1999-99', '3000', 'CONTINGENCY'];
    expect(inside.filter((code) => isAccountVisible(below, code))).toEqual(inside);
    expect(outside.filter((code) => isAccountVisible(below, code))).toEqual([]);
    expect(outside.filter((code) => isAccountVisible(null, code))).toEqual(outside);
    expect(isAccountVisible([...below, { from: '7100', to: '7100' }], '7100')).toBe(true);
    expect(isAccountVisible([], '2000')).toBe(false);
  });

  test('BUD-37: ranges are one to twenty, with an end that does not come before the beginning', () => {
    const isValid = (ranges: unknown) => v.safeParse(accountRanges, ranges).success;
    expect(isValid(below)).toBe(true);
    expect(isValid([{ from: '2', to: '29' }])).toBe(true);
    expect(isValid([])).toBe(false);
    expect(isValid([{ from: '2000', to: '' }])).toBe(false);
    expect(isValid([{ from: '3000', to: '2999' }])).toBe(false);
    expect(isValid(Array.from({ length: 20 }, () => below[0]))).toBe(true);
    expect(isValid(Array.from({ length: 21 }, () => below[0]))).toBe(false);
  });

  test('BUD-37: a user with ranges reads budgets and changes none', () => {
    const admin = { role: 'Show Admin', voidPo: true, voidInvoice: true } as const;
    const limited = permissionsOf({ ...admin, budgetAccounts: below });
    expect(limited).toEqual({ ...permissionsOf(admin), Budget: 'READ' });
    const approver = { ...admin, role: 'Approver' } as const;
    expect(permissionsOf({ ...approver, budgetAccounts: below })).toEqual(permissionMatrix.Approver);
  });

  test('BUD-37: a role that reads budgets comes with the ranges of the user who gives it', () => {
    const limited = { budgetAccounts: below };
    const person = (roleId: Role) => ({ roleId, readBudget: false, budgetAccounts: null });
    expect(givenBudgetAccounts(limited, null, 'Show Admin')).toBe(below);
    expect(givenBudgetAccounts(limited, person('Approver'), 'Studio Admin')).toBe(below);
    expect(givenBudgetAccounts(limited, person('Show Admin'), 'Studio Admin')).toBeUndefined();
    expect(givenBudgetAccounts(limited, null, 'Approver')).toBeUndefined();
    expect(givenBudgetAccounts({ budgetAccounts: null }, null, 'Show Admin')).toBeUndefined();
  });

  test('BUD-37, BUD-50: a user who already sees a part of the budget keeps it with the role, and one who sees all of it does not get to change all', () => {
    const reader = { roleId: 'Approver' as const, readBudget: true };
    const own = [{ from: '7000', to: '7999' }];
    const limited = { budgetAccounts: below };
    expect(givenBudgetAccounts(limited, { ...reader, budgetAccounts: own }, 'Show Admin')).toBeUndefined();
    expect(givenBudgetAccounts(limited, { ...reader, budgetAccounts: null }, 'Show Admin')).toBe(below);
  });
});

describe('figures of a part of the accounts', () => {
  const line = (account: string) => ({
    account,
    description: '',
    kind: 'ACCOUNT' as const,
    codes: '{}',
    originalCents: 100,
    transferCents: 0,
    overageCents: 0,
  });
  const committed = (cents: number) => ({ ...noMeasures, committedCents: cents });

  test('BUD-36: levels out of range count nowhere, also not in header accounts', () => {
    const accounts = new Map([
      ['1100', committed(1)],
      ['2100', committed(2)],
      ['2200', committed(4)],
      ['1900', committed(8)],
    ]);
    const ancestorsOf = (code: string) => (code === '2000' ? [] : ['2000']);
    const sees = (code: string) => isAccountVisible(below, code);
    const measured = measureBudget([line('1100'), line('2100')], accounts, ancestorsOf, sees);
    expect(measured.lines.map(({ account }) => account)).toEqual(['2100']);
    expect(measured.notBudgeted.map(({ account }) => account)).toEqual(['2200']);
    expect(measured.rollups).toMatchObject([{ account: '2000', finalCents: 100, committedCents: 6 }]);
  });

  const affected = (account: string, finalCents: number | null): AffectedAccount => ({
    ...committed(150),
    account,
    levelCodes: '{}',
    keys: [{ account, codes: '{}' }],
    description: '',
    currency: 'USD',
    finalCents,
    ownCents: 0,
    hasActuals: true,
  });
  const over = affected('1100', 100);
  const within = affected('2100', 200);
  const visibilityOf = (budgetOnDecision: 'NOTHING' | 'ANSWER', role: 'Show Admin' | 'Approver') =>
    budgetVisibility({ permissions: permissionMatrix[role], budgetAccounts: below, budgetOnDecision });

  test('BUD-38: the answer compares the accounts in range, or all if the show gives everybody the answer', () => {
    const own = visibilityOf('NOTHING', 'Show Admin');
    expect(visibleAnswer([over, within], own)).toBe('WITHIN');
    expect(visibleAnswer([over], own)).toBeNull();
    expect(visibleAnswer([over, within], visibilityOf('ANSWER', 'Show Admin'))).toBe('OVER');
    expect(visibleAnswer([over, within], visibilityOf('NOTHING', 'Approver'))).toBeNull();
  });

  test('BUD-38: figures are those of the accounts in range, and are marked as a part', () => {
    const own = visibilityOf('ANSWER', 'Show Admin');
    const { accounts, isPartial } = visibleFigures([over, within], own);
    expect([accounts.map(({ account }) => account), isPartial]).toEqual([['2100'], true]);
    expect(visibleFigures([within], own).isPartial).toBe(false);
    expect(visibleFigures([within], visibilityOf('ANSWER', 'Approver')).accounts).toEqual([]);
  });
});
