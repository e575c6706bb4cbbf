import * as v from 'valibot';
import { findOrAddLine, entryOf, isSameLine, maxBudgetLines, refuseBudget } from '#domain/budget/budget';
import type { BudgetChange, BudgetLine, KnownChart, SeriesKind } from '#domain/budget/budget';
import {
  budgetAccount,
  budgetAmountField,
  budgetLimits,
  budgetRevision,
} from '#domain/budget/budget-request';
import { codesText, noCodes } from '#domain/budget/line-codes';
import { trimmedText } from '#domain/values/schema-fields';
import { divideByShares } from './episode-split.ts';

/** Where the amort of an account is budgeted: in its own line, or in equal parts in those of the episodes. */
export const amortPlaces = ['ACCOUNT', 'EPISODES'] as const;
export type AmortPlace = (typeof amortPlaces)[number];

const maxEpisodes = 100;

/** Pattern and amort of an account; what is null stays as it is (BUD-80). */
export const seriesBudget = v.object({
  revision: budgetRevision,
  account: budgetAccount,
  episodes: v.pipe(
    v.array(
      v.pipe(v.string(), v.maxLength(budgetLimits.code), trimmedText, v.minLength(1, 'This is empty.')),
    ),
    v.maxLength(maxEpisodes),
  ),
  pattern: v.optional(v.nullable(budgetAmountField), null),
  amort: v.optional(v.nullable(budgetAmountField), null),
  amortPlace: v.optional(v.picklist(amortPlaces), 'ACCOUNT'),
});

/** The same in cents. */
export interface SeriesBudget {
  account: string;
  episodes: readonly string[];
  patternCents: number | null;
  amortCents: number | null;
  amortPlace: AmortPlace;
}

/** A line that the change sets. */
interface SetLine {
  codes: string;
  cents: number;
  series: SeriesKind | null;
}

const episodeCodes = (episode: string) => codesText({ EPISODE: episode });

function requireUsable({ episodes, patternCents, amortCents, amortPlace }: SeriesBudget): void {
  const spreadsAmort = amortCents !== null && amortPlace === 'EPISODES';
  if (patternCents === null && amortCents === null) throw refuseBudget('Enter a pattern or an amort.');
  if ((patternCents !== null || spreadsAmort) && episodes.length === 0)
    throw refuseBudget('Choose the episodes.');
  if (new Set(episodes).size < episodes.length) throw refuseBudget('An episode is there twice.');
}

function linesOf(series: SeriesBudget, currency: string): SetLine[] {
  const { episodes, patternCents, amortCents, amortPlace } = series;
  const pattern = episodes.map((episode) => ({
    codes: episodeCodes(episode),
    cents: patternCents ?? 0,
    series: 'PATTERN' as const,
  }));
  const places = amortPlace === 'EPISODES' ? episodes.map(episodeCodes) : [noCodes];
  const shares = divideByShares(
    amortCents ?? 0,
    places.map(() => 1),
    currency,
  );
  const amort = places.map((codes, at) => ({ codes, cents: shares[at] ?? 0, series: 'AMORT' as const }));
  return [...(patternCents === null ? [] : pattern), ...(amortCents === null ? [] : amort)];
}

/**
 * Sets pattern and amort of an account in a working budget. The pattern is the amount of each episode, the amort that of
 * the whole series. Lines that an earlier pattern or amort of the account set, and this one does not, become zero
 * (BUD-80, BUD-81). Throws `invalid_parameter` with the reason.
 */
export function setSeriesBudget(
  lines: readonly BudgetLine[],
  series: SeriesBudget,
  { chart, currency }: { chart: KnownChart; currency: string },
): BudgetChange {
  requireUsable(series);
  const { account, patternCents, amortCents } = series;
  const isReplaced = ({ series: kind }: BudgetLine) =>
    (kind === 'PATTERN' && patternCents !== null) || (kind === 'AMORT' && amortCents !== null);
  const set = linesOf(series, currency);
  const keys = new Set(set.map(({ codes }) => codes));
  const ofAccount = lines.filter((line) => line.account === account);
  const isTaken = (line: BudgetLine) =>
    keys.has(line.codes) && !isReplaced(line) && (line.series ?? null) !== null;
  if (keys.size < set.length || ofAccount.some(isTaken))
    throw refuseBudget(
      'An episode cannot have both a pattern and a part of the amort. Keep the amort in the line of the account.',
    );
  const cleared = ofAccount
    .filter((line) => isReplaced(line) && !keys.has(line.codes))
    .map(({ codes }): SetLine => ({ codes, cents: 0, series: null }));
  const changed = [...set, ...cleared].map(({ codes, cents, series: kind }) => {
    const before = findOrAddLine(lines, { account, codes }, chart);
    const after = { ...before, originalCents: cents, series: kind };
    return { after, entry: entryOf(after, cents - before.originalCents) };
  });
  const added = changed.filter(({ after }) => !lines.some((line) => isSameLine(line, after)));
  if (lines.length + added.length > maxBudgetLines)
    throw refuseBudget(`A budget has at most ${maxBudgetLines.toLocaleString('en-US')} lines.`);
  return { lines: changed.map(({ after }) => after), entries: changed.map(({ entry }) => entry) };
}
