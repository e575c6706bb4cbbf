import { expect, test } from 'vitest';
import { Refusal } from '#domain/codes';
import { budgetTotals, maxBudgetLines, setAmount } from '#domain/budget/budget';
import type { BudgetLine } from '#domain/budget/budget';
import { codesText, knownCodes, parseCodes } from '#domain/budget/line-codes';
import { setSeriesBudget } from '#domain/series/series-budget';
import type { SeriesBudget } from '#domain/series/series-budget';

const terms = {
  chart: { known: new Map([['6100', 'Set dressing']]), codes: knownCodes([]) },
  currency: 'USD',
};
const nothing: SeriesBudget = {
  account: '6100',
  episodes: ['101', '102', '103'],
  patternCents: null,
  amortCents: null,
  amortPlace: 'ACCOUNT',
};

function set(lines: readonly BudgetLine[], series: Partial<SeriesBudget>, currency = 'USD') {
  const change = setSeriesBudget(lines, { ...nothing, ...series }, { ...terms, currency });
  const isChanged = (line: BudgetLine) =>
    change.lines.some((one) => one.account === line.account && one.codes === line.codes);
  return { change, lines: [...lines.filter((line) => !isChanged(line)), ...change.lines] };
}

const textOf = ({ codes, series, originalCents }: BudgetLine) =>
  [parseCodes(codes).EPISODE ?? 'account', series ?? 'none', originalCents].join(' ');

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.detail.message;
    throw error;
  }
  return undefined;
}

test('BUD-80: a pattern is a line for each episode, and an amort the line of the account', () => {
  const { change } = set([], { patternCents: 5_000_000, amortCents: 1_000_000 });
  expect(change.lines.map(textOf)).toEqual([
    '101 PATTERN 5000000',
    '102 PATTERN 5000000',
    '103 PATTERN 5000000',
    'account AMORT 1000000',
  ]);
  expect(change.entries.at(-1)).toEqual({ account: '6100', cents: 1_000_000, finalCents: 1_000_000 });
});

test('BUD-80: an amort over the episodes adds up, to whole units in a currency without minor units', () => {
  const parts = (currency: string) =>
    set([], { amortCents: 100_000, amortPlace: 'EPISODES' }, currency).change.lines.map(textOf);
  expect(parts('USD')).toEqual(['101 AMORT 33333', '102 AMORT 33334', '103 AMORT 33333']);
  expect(parts('JPY')).toEqual(['101 AMORT 33300', '102 AMORT 33400', '103 AMORT 33300']);
});

test('BUD-81: a new pattern replaces the earlier one, and leaves the amort and other lines', () => {
  const first = set([], { patternCents: 100, amortCents: 70 }).lines;
  const second = set(first, { patternCents: 200, episodes: ['101', '102'] });
  expect(second.lines.map(textOf)).toEqual([
    'account AMORT 70',
    '101 PATTERN 200',
    '102 PATTERN 200',
    '103 none 0',
  ]);
  expect(second.change.entries.map(({ cents }) => cents)).toEqual([100, 100, -100]);
});

test('BUD-81: an amort moves from the episodes to the account', () => {
  const spread = set([], { amortCents: 300, amortPlace: 'EPISODES' }).lines;
  expect(set(spread, { amortCents: 300 }).lines.map(textOf)).toEqual([
    'account AMORT 300',
    '101 none 0',
    '102 none 0',
    '103 none 0',
  ]);
});

test('BUD-81, DEC-262: an episode with a pattern and a part of the amort is refused', () => {
  const both = /^An episode cannot have both/;
  expect(messageOf(() => set([], { patternCents: 1, amortCents: 3, amortPlace: 'EPISODES' }))).toMatch(both);
  const patterned = set([], { patternCents: 100 }).lines;
  expect(messageOf(() => set(patterned, { amortCents: 3, amortPlace: 'EPISODES' }))).toMatch(both);
});

test('BUD-81: nothing to set, no episodes, one twice, an unknown account and too many lines are refused', () => {
  expect(messageOf(() => set([], {}))).toBe('Enter a pattern or an amort.');
  expect(messageOf(() => set([], { patternCents: 1, episodes: [] }))).toBe('Choose the episodes.');
  expect(messageOf(() => set([], { patternCents: 1, episodes: ['1', '1'] }))).toBe(
    'An episode is there twice.',
  );
  expect(messageOf(() => set([], { account: '9', amortCents: 1 }))).toMatch(/^Account 9 is neither/);
  const full = Array.from({ length: maxBudgetLines - 2 }, (_, at) =>
    set([], { amortCents: 1 }).lines.map((line) => ({ ...line, account: String(at) })),
  ).flat();
  expect(messageOf(() => set(full, { patternCents: 1 }))).toBe('A budget has at most 2,000 lines.');
});

test('BUD-80, BUD-82: a line keeps its kind when its amount changes, and totals have pattern and amort', () => {
  const { lines } = set([], { patternCents: 100, amortCents: 70 });
  const change = { account: '6100', codes: codesText({ EPISODE: '102' }), cents: 150 };
  const changed = setAmount(lines, { ...change, description: null, kind: null }, terms.chart).lines;
  expect(changed.map(textOf)).toEqual(['102 PATTERN 150']);
  expect(budgetTotals(lines)).toMatchObject({ patternCents: 300, amortCents: 70, finalCents: 370 });
});
