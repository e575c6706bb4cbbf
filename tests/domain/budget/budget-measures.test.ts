import { expect, test } from 'vitest';
import { measureBudget } from '#domain/budget/budget-measures';
import type { BudgetLine } from '#domain/budget/budget';
import { noMeasures } from '#domain/budget/measures';

const line = (account: string, cents: number): BudgetLine => ({
  account,
  description: '',
  kind: 'ACCOUNT',
  codes: '{}',
  originalCents: cents,
  transferCents: 0,
  overageCents: 0,
});
/** 2101 and 2102 roll up to 2100, and 2100 to 2000. */
const above: Record<string, string[]> = {
  '2101': ['2100', '2000'],
  '2102': ['2100', '2000'],
  '2100': ['2000'],
};
const ancestorsOf = (account: string) => above[account] ?? [];
const committed = (cents: number) => ({ ...noMeasures, committedCents: cents });

test('BUD-21: a line counts at the nearest level with a budget, once', () => {
  const accounts = new Map([
    ['2101', committed(100)],
    ['2102', committed(30)],
    ['2100', committed(7)],
  ]);
  const { lines, notBudgeted } = measureBudget(
    [line('2100', 1_000), line('2101', 500)],
    accounts,
    ancestorsOf,
  );
  expect(
    lines.map(({ account, accounts: counted, committedCents, availableCents }) => [
      account,
      counted,
      committedCents,
      availableCents,
    ]),
  ).toEqual([
    ['2100', ['2100', '2102'], 37, 963],
    ['2101', ['2101'], 100, 400],
  ]);
  expect(notBudgeted).toEqual([]);
});

test('BUD-21: an account without a budget above it is not budgeted, and not over', () => {
  const accounts = new Map([
    ['9000', committed(50)],
    ['', { ...noMeasures, waitingCents: 20 }],
    ['8000', noMeasures],
  ]);
  const { notBudgeted, rollups } = measureBudget([line('2100', 10)], accounts, ancestorsOf);
  expect(notBudgeted.map(({ account, availableCents }) => [account, availableCents])).toEqual([
    ['', null],
    ['9000', null],
  ]);
  expect(rollups.map(({ account }) => account)).toEqual(['2000']);
});

test('BUD-21: header accounts sum up their own budget and those below', () => {
  const accounts = new Map([
    ['2101', { ...committed(100), invoicedCents: 40, waitingCents: 5 }],
    ['2102', committed(30)],
  ]);
  const { rollups } = measureBudget([line('2100', 1_000), line('2101', 500)], accounts, ancestorsOf);
  expect(rollups).toMatchObject([
    {
      account: '2000',
      finalCents: 1_500,
      committedCents: 130,
      invoicedCents: 40,
      availableCents: 1_330,
      afterWaitingCents: 1_325,
    },
    { account: '2100', finalCents: 1_500, committedCents: 130, invoicedCents: 40, availableCents: 1_330 },
  ]);
});
