import { Refusal } from '#domain/codes';
import { codesName, noCodes, parseCodes, unknownCode } from './line-codes.ts';
import type { KnownCodes, LineKey } from './line-codes.ts';

export const budgetStatuses = ['WORKING', 'LOCKED'] as const;
export type BudgetStatus = (typeof budgetStatuses)[number];

/** Fringes and contingency have lines of their own, with or without an account of the chart (BUD-11). */
export const lineKinds = ['ACCOUNT', 'FRINGES', 'CONTINGENCY'] as const;
export type LineKind = (typeof lineKinds)[number];
export const kindNames = {
  ACCOUNT: 'Account',
  FRINGES: 'Fringes',
  CONTINGENCY: 'Contingency',
} as const satisfies Record<LineKind, string>;

/** In a series: the amount of an episode that recurs, or a part of what the whole series costs (BUD-80). */
export const seriesKinds = ['PATTERN', 'AMORT'] as const;
export type SeriesKind = (typeof seriesKinds)[number];
export const seriesNames = { PATTERN: 'Pattern', AMORT: 'Amort' } as const satisfies Record<
  SeriesKind,
  string
>;

export const changeKinds = ['CREATED', 'AMOUNT', 'LOCKED', 'TRANSFER', 'OVERAGE'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Maximum budgets of a show, and lines of a budget. */
export const maxBudgets = 100;
export const maxBudgetLines = 2000;

/** A line of a budget, in cents. The original amount never changes after locking. */
export interface BudgetLine extends LineKey {
  description: string;
  kind: LineKind;
  /** Absent like null: neither of them. */
  series?: SeriesKind | null;
  originalCents: number;
  transferCents: number;
  overageCents: number;
}

/** A change of one line; `finalCents` is its final budget after the change. */
export interface ChangedLine {
  account: string;
  /** Absent for a line of a whole account. */
  codes?: string;
  cents: number;
  finalCents: number;
}

/** The lines that a change saves, and their entries in the history. */
export interface BudgetChange {
  lines: BudgetLine[];
  entries: ChangedLine[];
}

/** The final budget: original, transfers and overages (BUD-09). */
export function finalCents(
  line: Pick<BudgetLine, 'originalCents' | 'transferCents' | 'overageCents'>,
): number {
  return line.originalCents + line.transferCents + line.overageCents;
}

/** Returns the totals of a budget, with and without contingency (BUD-11). */
export function budgetTotals(lines: readonly BudgetLine[]) {
  const sum = (amountOf: (line: BudgetLine) => number) =>
    lines.reduce((total, line) => total + amountOf(line), 0);
  const total = sum(finalCents);
  const contingency = sum((line) => (line.kind === 'CONTINGENCY' ? finalCents(line) : 0));
  const ofSeries = (kind: SeriesKind) => sum((line) => (line.series === kind ? finalCents(line) : 0));
  return {
    originalCents: sum(({ originalCents }) => originalCents),
    transferCents: sum(({ transferCents }) => transferCents),
    overageCents: sum(({ overageCents }) => overageCents),
    finalCents: total,
    contingencyCents: contingency,
    withoutContingencyCents: total - contingency,
    patternCents: ofSeries('PATTERN'),
    amortCents: ofSeries('AMORT'),
  };
}

/** Returns the id of the budget that counts: the newest locked one, else the newest working one (BUD-08). */
export function countingBudget(
  budgets: readonly { id: string; number: number; status: BudgetStatus }[],
): string | null {
  const newest = budgets.toSorted((a, b) => b.number - a.number);
  return (newest.find(({ status }) => status === 'LOCKED') ?? newest[0])?.id ?? null;
}

export const refuseBudget = (message: string) => new Refusal('invalid_parameter', { message });

/** Throws `WORKFLOW_CONFLICT` when the budget was changed since the user saw it (BUD-10). */
export function requireRevision(current: number, seen: number): void {
  if (current !== seen) throw budgetConflict();
}

export function budgetConflict(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', {
    message: 'The budget has changed in the meantime. Load it again.',
  });
}

/** Throws unless amounts may still change (BUD-08). */
export function requireWorking(status: BudgetStatus): void {
  if (status === 'LOCKED')
    throw refuseBudget(
      'A locked budget never changes. Transfer between accounts, or enter an approved overage.',
    );
}

/** Throws unless transfers and overages belong to this budget: the newest locked one (BUD-09). */
export function requireCountingLocked(status: BudgetStatus, isCounting: boolean): void {
  if (status === 'WORKING') throw refuseBudget('This budget is not locked yet. Change its amounts instead.');
  if (!isCounting) throw refuseBudget('A newer budget is locked. Change that one.');
}

/** A code of the chart of accounts; null when the show's chart lists no accounts, which allows every code. */
export type KnownAccounts = ReadonlyMap<string, string> | null;

/** What a new line may be of. */
export interface KnownChart {
  known: KnownAccounts;
  codes: KnownCodes;
}

export const isSameLine = (one: LineKey, other: LineKey) =>
  one.account === other.account && one.codes === other.codes;

/** Returns a line of the budget, or an empty one of an account and codes of the chart. Throws for any other. */
export function findOrAddLine(
  lines: readonly BudgetLine[],
  key: LineKey,
  { known, codes: chart }: KnownChart,
): BudgetLine {
  const line = lines.find((one) => isSameLine(one, key));
  if (line) return line;
  const { account, codes } = key;
  const sibling = lines.find((one) => one.account === account);
  if (known && !known.has(account) && !sibling)
    throw refuseBudget(`Account ${account} is neither in this budget nor in the chart of accounts.`);
  const unknown = unknownCode(parseCodes(codes), chart);
  if (unknown !== null) throw refuseBudget(unknown);
  if (lines.length >= maxBudgetLines)
    throw refuseBudget(`A budget has at most ${maxBudgetLines.toLocaleString('en-US')} lines.`);
  const description = known?.get(account) ?? '';
  return {
    account,
    codes,
    description,
    kind: sibling?.kind ?? 'ACCOUNT',
    originalCents: 0,
    transferCents: 0,
    overageCents: 0,
  };
}

/** The key of a line in the history. */
export const entryKey = ({ account, codes }: LineKey): Pick<ChangedLine, 'account' | 'codes'> =>
  codes === noCodes ? { account } : { account, codes };

/** The entry of a changed line in the history. */
export const entryOf = (line: BudgetLine, cents: number): ChangedLine => ({
  ...entryKey(line),
  cents,
  finalCents: finalCents(line),
});

type KindOfLine = Pick<BudgetLine, 'account' | 'codes' | 'kind'>;

/** Returns another line of the account that is of another kind: totals would count the account as both (BUD-11). */
export const lineOfOtherKind = <Line extends KindOfLine>(lines: readonly Line[], line: KindOfLine) =>
  lines.find((one) => one.account === line.account && one.codes !== line.codes && one.kind !== line.kind);

/** Throws when the account has lines of another kind (BUD-11). */
export function requireOneKind(lines: readonly KindOfLine[], line: KindOfLine): void {
  const other = lineOfOtherKind(lines, line);
  if (other)
    throw refuseBudget(
      `Account ${line.account} has lines of the kind ${kindNames[other.kind]}. All lines of an account are of one kind: choose ${kindNames[other.kind]}, or another account.`,
    );
}

/** Sets the amount of a line while the budget is working, and adds the line if it is new (BUD-08). */
export function setAmount(
  lines: readonly BudgetLine[],
  change: LineKey & { cents: number; description: string | null; kind: LineKind | null },
  chart: KnownChart,
): BudgetChange {
  const isOfAccount = change.kind === 'ACCOUNT' || change.kind === null;
  const before = findOrAddLine(lines, change, isOfAccount ? chart : { ...chart, known: null });
  const line = {
    ...before,
    originalCents: change.cents,
    description: change.description ?? before.description,
    kind: change.kind ?? before.kind,
  };
  if (line.kind !== before.kind) requireOneKind(lines, line);
  return { lines: [line], entries: [entryOf(line, change.cents - before.originalCents)] };
}

/** A line without an account of the chart is named by its description (DEC-177). */
export function lineName({
  account,
  description,
  kind,
}: Pick<BudgetLine, 'account' | 'description' | 'kind'>) {
  return account === kind && description !== '' ? description : account;
}

/** A line with its codes: `5210, Episode 103`. */
const fullName = (line: BudgetLine) =>
  [lineName(line), codesName(parseCodes(line.codes))].filter(Boolean).join(', ');

/** The parts of the final budget of an account that are a pattern and an amort; null without such a line (BUD-85). */
export interface SeriesAmounts {
  patternCents: number | null;
  amortCents: number | null;
}

/** The budget by account: one line for those of the same account, which add up (BUD-63). */
export function linesByAccount(lines: readonly BudgetLine[]): (BudgetLine & SeriesAmounts)[] {
  return [...Map.groupBy(lines, ({ account }) => account).values()].flatMap((ofAccount) => {
    const [first] = ofAccount;
    const own = ofAccount.find(({ codes }) => codes === noCodes) ?? first;
    if (!own) return [];
    const sum = (amountOf: (line: BudgetLine) => number) =>
      ofAccount.reduce((total, line) => total + amountOf(line), 0);
    const ofSeries = (kind: SeriesKind) =>
      ofAccount.some(({ series }) => series === kind)
        ? sum((line) => (line.series === kind ? finalCents(line) : 0))
        : null;
    return {
      ...own,
      codes: noCodes,
      originalCents: sum(({ originalCents }) => originalCents),
      transferCents: sum(({ transferCents }) => transferCents),
      overageCents: sum(({ overageCents }) => overageCents),
      patternCents: ofSeries('PATTERN'),
      amortCents: ofSeries('AMORT'),
    };
  });
}

/** Throws when a change takes a line below zero that was not below it before. */
function requireNotBelowZero(before: BudgetLine, after: BudgetLine): void {
  if (finalCents(after) < 0 && finalCents(after) < finalCents(before))
    throw refuseBudget(`${fullName(before)} does not have that much budget left.`);
}

/** Moves budget from one line to another; the total of the budget stays (BUD-09). */
export function transfer(
  lines: readonly BudgetLine[],
  { from, to, cents }: { from: LineKey; to: LineKey; cents: number },
  chart: KnownChart,
): BudgetChange {
  if (isSameLine(from, to)) throw refuseBudget('Choose two different accounts.');
  if (cents <= 0) throw refuseBudget('Enter an amount above zero.');
  const [source, target] = [findOrAddLine(lines, from, chart), findOrAddLine(lines, to, chart)];
  const reduced = { ...source, transferCents: source.transferCents - cents };
  const raised = { ...target, transferCents: target.transferCents + cents };
  requireNotBelowZero(source, reduced);
  return { lines: [reduced, raised], entries: [entryOf(reduced, -cents), entryOf(raised, cents)] };
}

/** Raises the final budget of a line; a negative amount takes an earlier overage back (BUD-09). */
export function approveOverage(
  lines: readonly BudgetLine[],
  { cents, ...key }: LineKey & { cents: number },
  chart: KnownChart,
): BudgetChange {
  if (cents === 0) throw refuseBudget('Enter an amount other than zero.');
  const before = findOrAddLine(lines, key, chart);
  const after = { ...before, overageCents: before.overageCents + cents };
  if (after.overageCents < 0)
    throw refuseBudget(`Account ${fullName(before)} has no approved overage of that amount.`);
  requireNotBelowZero(before, after);
  return { lines: [after], entries: [entryOf(after, cents)] };
}

/** Returns the base currency that all companies share; null without one (BUD-06). */
export function commonBaseCurrency(
  companies: readonly {
    project_company_currencies: readonly { iso_currency_code: string; is_base: boolean }[];
  }[],
): string | null {
  const bases = companies.map(
    ({ project_company_currencies: currencies }) =>
      currencies.find(({ is_base }) => is_base)?.iso_currency_code ?? null,
  );
  const [first = null] = bases;
  return bases.every((base) => base === first) ? first : null;
}
