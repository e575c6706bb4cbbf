import { finalCents } from './budget.ts';
import type { BudgetLine } from './budget.ts';
import { noCodes } from './line-codes.ts';
import type { CodedMeasures } from './coded-measures.ts';
import type { LineKey } from './line-codes.ts';
import { availability, noMeasures } from './measures.ts';
import type { Measures, MeasuresByAccount } from './measures.ts';
import { nearestLineOf } from './nearest-line.ts';
import type { AncestorsOf } from './nearest-line.ts';

/** What counts at one level of a budget. A level without a budget has none available. */
export interface LevelMeasures extends Measures {
  account: string;
  /** The codes of the line of the budget; `noCodes` for the whole account. */
  lineCodes: string;
  /** The accounts whose lines count here. */
  accounts: readonly string[];
  finalCents: number | null;
  availableCents: number | null;
  afterWaitingCents: number | null;
}

/** A header account with the sum of everything that rolls up to it. */
export interface RollupMeasures extends Omit<LevelMeasures, 'accounts' | 'lineCodes'> {
  finalCents: number;
}

export interface BudgetMeasures {
  /** The lines of the budget, in their order. */
  lines: readonly (LevelMeasures & { line: BudgetLine })[];
  /** Accounts that count without a budget at any level. */
  notBudgeted: readonly LevelMeasures[];
  rollups: readonly RollupMeasures[];
}

export function addMeasures(one: Measures, other: Measures): Measures {
  return {
    committedCents: one.committedCents + other.committedCents,
    inProgressCents: one.inProgressCents + other.inProgressCents,
    waitingCents: one.waitingCents + other.waitingCents,
    invoicedCents: one.invoicedCents + other.invoicedCents,
    paidCents: one.paidCents + other.paidCents,
    overReliefCents: one.overReliefCents + other.overReliefCents,
    exchangeDifferenceCents: one.exchangeDifferenceCents + other.exchangeDifferenceCents,
    otherCents: one.otherCents + other.otherCents,
  };
}

const subtractMeasures = (one: Measures, other: Measures): Measures =>
  addMeasures(one, {
    committedCents: -other.committedCents,
    inProgressCents: -other.inProgressCents,
    waitingCents: -other.waitingCents,
    invoicedCents: -other.invoicedCents,
    paidCents: -other.paidCents,
    overReliefCents: -other.overReliefCents,
    exchangeDifferenceCents: -other.exchangeDifferenceCents,
    otherCents: -other.otherCents,
  });

/** Returns the nearest level of an account that has a budget; null when it is not budgeted (BUD-21). */
export function budgetedLevel(
  account: string,
  isBudgeted: (account: string) => boolean,
  ancestorsOf: AncestorsOf,
): string | null {
  return [account, ...ancestorsOf(account)].find(isBudgeted) ?? null;
}

function levelOf(
  { account, codes: lineCodes }: LineKey,
  accounts: readonly string[],
  final: number | null,
  measures: Measures,
): LevelMeasures {
  const left =
    final === null ? { availableCents: null, afterWaitingCents: null } : availability(final, measures);
  return { account, lineCodes, accounts, finalCents: final, ...measures, ...left };
}

const isCounting = (measures: Measures) => Object.values(measures).some((cents) => cents !== 0);

/**
 * Returns what counts at each line of a budget, at the nearest level, once, and rolled up (BUD-21). Levels that the user
 * does not see are left out of the sums, too (BUD-36).
 */
export function measureBudget(
  lines: readonly BudgetLine[],
  accounts: MeasuresByAccount['accounts'],
  ancestorsOf: AncestorsOf,
  sees: (account: string) => boolean = () => true,
  coded: readonly CodedMeasures[] = [],
): BudgetMeasures {
  const nearest = nearestLineOf(lines, ancestorsOf);
  const counting = measuredKeys(accounts, coded).filter(({ measures }) => isCounting(measures));
  const byLevel = Map.groupBy(counting, nearest);
  const sumOf = (own: readonly CodedMeasures[]) =>
    own.reduce((sum, { measures }) => addMeasures(sum, measures), noMeasures);
  const measuredLines = lines
    .filter(({ account }) => sees(account))
    .map((line) => {
      const own = byLevel.get(line) ?? [];
      const ownAccounts = [...new Set(own.map(({ account }) => account))].toSorted();
      return { line, ...levelOf(line, ownAccounts, finalCents(line), sumOf(own)) };
    });
  const notBudgeted = [...Map.groupBy(byLevel.get(null) ?? [], ({ account }) => account)]
    .filter(([account]) => sees(account))
    .map(([account, own]) => levelOf({ account, codes: noCodes }, [account], null, sumOf(own)))
    .toSorted((one, other) => (one.account < other.account ? -1 : 1));
  return {
    lines: measuredLines,
    notBudgeted,
    rollups: rollUp([...measuredLines, ...notBudgeted], ancestorsOf).filter(({ account }) => sees(account)),
  };
}

/** What counts for each account, split by its codes; the rest has none. */
function measuredKeys(
  accounts: MeasuresByAccount['accounts'],
  coded: readonly CodedMeasures[],
): CodedMeasures[] {
  const byAccount = Map.groupBy(coded, ({ account }) => account);
  const whole = [...accounts].map(([account, measures]) => {
    const parts = byAccount.get(account) ?? [];
    const rest = parts.reduce((left, part) => subtractMeasures(left, part.measures), measures);
    return { account, codes: noCodes, measures: rest };
  });
  return [...whole, ...coded];
}

/** The accounts with levels below them, each with its own level and all levels below it. */
function rollUp(levels: readonly LevelMeasures[], ancestorsOf: AncestorsOf): RollupMeasures[] {
  const sums = new Map<string, { finalCents: number; measures: Measures; isHeader: boolean }>();
  for (const level of levels)
    for (const [depth, account] of [level.account, ...ancestorsOf(level.account)].entries()) {
      const sum = sums.get(account) ?? { finalCents: 0, measures: noMeasures, isHeader: false };
      sums.set(account, {
        finalCents: sum.finalCents + (level.finalCents ?? 0),
        measures: addMeasures(sum.measures, level),
        isHeader: sum.isHeader || depth > 0 || level.lineCodes !== noCodes,
      });
    }
  return [...sums]
    .filter(([, { isHeader }]) => isHeader)
    .map(([account, sum]) => ({
      account,
      finalCents: sum.finalCents,
      ...sum.measures,
      ...availability(sum.finalCents, sum.measures),
    }))
    .toSorted((one, other) => (one.account < other.account ? -1 : 1));
}
