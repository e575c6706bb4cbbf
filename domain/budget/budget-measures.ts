import { finalCents } from './budget.ts';
import type { BudgetLine } from './budget.ts';
import { availability, noMeasures } from './measures.ts';
import type { Measures, MeasuresByAccount } from './measures.ts';

/** What counts at one level of a budget. A level without a budget has none available. */
export interface LevelMeasures extends Measures {
  account: string;
  /** The account codes whose lines count here. */
  codes: readonly string[];
  finalCents: number | null;
  availableCents: number | null;
  afterWaitingCents: number | null;
}

/** A header account with the sum of everything that rolls up to it. */
export interface RollupMeasures extends Omit<LevelMeasures, 'codes'> {
  finalCents: number;
}

export interface BudgetMeasures {
  /** The lines of the budget, in their order. */
  lines: readonly (LevelMeasures & { line: BudgetLine })[];
  /** Accounts that count without a budget at any level. */
  notBudgeted: readonly LevelMeasures[];
  rollups: readonly RollupMeasures[];
}

/** Returns the account codes from an account upwards. */
type AncestorsOf = (account: string) => readonly string[];

export function addMeasures(one: Measures, other: Measures): Measures {
  return {
    committedCents: one.committedCents + other.committedCents,
    inProgressCents: one.inProgressCents + other.inProgressCents,
    waitingCents: one.waitingCents + other.waitingCents,
    invoicedCents: one.invoicedCents + other.invoicedCents,
    overReliefCents: one.overReliefCents + other.overReliefCents,
    exchangeDifferenceCents: one.exchangeDifferenceCents + other.exchangeDifferenceCents,
    otherCents: one.otherCents + other.otherCents,
  };
}

/** Returns the nearest level of an account that has a budget; null when it is not budgeted (BUD-21). */
export function budgetedLevel(
  account: string,
  isBudgeted: (account: string) => boolean,
  ancestorsOf: AncestorsOf,
): string | null {
  return [account, ...ancestorsOf(account)].find(isBudgeted) ?? null;
}

function levelOf(
  account: string,
  codes: readonly string[],
  final: number | null,
  measures: Measures,
): LevelMeasures {
  const left =
    final === null ? { availableCents: null, afterWaitingCents: null } : availability(final, measures);
  return { account, codes, finalCents: final, ...measures, ...left };
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
): BudgetMeasures {
  const budgeted = new Set(lines.map(({ account }) => account));
  const counting = [...accounts].filter(([, measures]) => isCounting(measures));
  const byLevel = Map.groupBy(counting, ([account]) =>
    budgetedLevel(account, (code) => budgeted.has(code), ancestorsOf),
  );
  const measuredLines = lines
    .filter(({ account }) => sees(account))
    .map((line) => {
      const own = byLevel.get(line.account) ?? [];
      const measures = own.reduce((sum, [, one]) => addMeasures(sum, one), noMeasures);
      const codes = own.map(([account]) => account).toSorted();
      return { line, ...levelOf(line.account, codes, finalCents(line), measures) };
    });
  const notBudgeted = (byLevel.get(null) ?? [])
    .filter(([account]) => sees(account))
    .map(([account, measures]) => levelOf(account, [account], null, measures))
    .toSorted((one, other) => (one.account < other.account ? -1 : 1));
  return {
    lines: measuredLines,
    notBudgeted,
    rollups: rollUp([...measuredLines, ...notBudgeted], ancestorsOf).filter(({ account }) => sees(account)),
  };
}

/** The accounts above others, each with its own level and all levels below it. */
function rollUp(levels: readonly LevelMeasures[], ancestorsOf: AncestorsOf): RollupMeasures[] {
  const sums = new Map<string, { finalCents: number; measures: Measures; isHeader: boolean }>();
  for (const level of levels)
    for (const [depth, account] of [level.account, ...ancestorsOf(level.account)].entries()) {
      const sum = sums.get(account) ?? { finalCents: 0, measures: noMeasures, isHeader: false };
      sums.set(account, {
        finalCents: sum.finalCents + (level.finalCents ?? 0),
        measures: addMeasures(sum.measures, level),
        isHeader: sum.isHeader || depth > 0,
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
