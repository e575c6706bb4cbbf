import { availableParts } from '#domain/reference-data/chart-of-accounts';
import type { AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { AccountField } from '#domain/reference-data/reference-data-response';
import { divideByShares } from '#domain/series/episode-split';
import type { EpisodePart } from '#domain/series/episode-split';
import type { Option } from '../../../parts/fields/select.tsx';

export type SplitMode = 'EQUAL' | 'SHARES' | 'AMOUNTS';

/** How a line is divided, as entered in the dialog. Values are by episode; a missing share is 1. */
export interface SplitEntry {
  mode: SplitMode;
  episodes: readonly string[];
  shares: Readonly<Record<string, number | null>>;
  amounts: Readonly<Record<string, number | null>>;
}

/** The part of each chosen episode, which may be nothing. */
export function enteredParts(entry: SplitEntry, totalCents: number, currency: string): EpisodePart[] {
  const { mode, episodes, shares, amounts } = entry;
  if (mode === 'AMOUNTS') return episodes.map((episode) => ({ episode, cents: amounts[episode] ?? 0 }));
  const shareOf = (episode: string) =>
    mode === 'EQUAL' || !(episode in shares) ? 1 : (shares[episode] ?? 0);
  const cents = divideByShares(totalCents, episodes.map(shareOf), currency);
  return episodes.map((episode, at) => ({ episode, cents: cents[at] ?? 0 }));
}

/** The codes of a chart without episodes, as typed: separated by commas or spaces, each once. */
export function typedEpisodes(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ''))];
}

/** The episodes of the chart that may be chosen; null if it has no codes of them, so that they are typed. */
export function episodeOptions(
  field: AccountField | null | undefined,
  allowed: AllowedCodes,
): Option[] | null {
  if (!field || field.account_parts.length === 0) return null;
  return availableParts(field, allowed).map(({ id_code: id, description }) => ({
    id,
    text: description.includes(id) ? description : `${id} ${description}`,
  }));
}
