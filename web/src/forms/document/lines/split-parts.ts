import { availableParts } from '#domain/reference-data/chart-of-accounts';
import type { AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { AccountField } from '#domain/reference-data/reference-data-response';
import { divideByShares } from '#domain/series/episode-split';
import type { LinePart } from '#domain/series/episode-split';
import type { Option } from '../../../parts/fields/select.tsx';

export type SplitMode = 'EQUAL' | 'SHARES' | 'AMOUNTS';

/** How a line is divided, as entered in the dialog. Values are by code; a missing share is 1. */
export interface SplitEntry {
  mode: SplitMode;
  codes: readonly string[];
  shares: Readonly<Record<string, number | null>>;
  amounts: Readonly<Record<string, number | null>>;
}

/** The part of each chosen code, which may be nothing. */
export function enteredParts(entry: SplitEntry, totalCents: number, currency: string): LinePart[] {
  const { mode, codes, shares, amounts } = entry;
  if (mode === 'AMOUNTS') return codes.map((code) => ({ code, cents: amounts[code] ?? 0 }));
  const shareOf = (code: string) => (mode === 'EQUAL' || !(code in shares) ? 1 : (shares[code] ?? 0));
  const cents = divideByShares(totalCents, codes.map(shareOf), currency);
  return codes.map((code, at) => ({ code, cents: cents[at] ?? 0 }));
}

/** Typed codes, separated by commas or spaces, each once, and spelled as the `known` ones. */
export function typedCodes(text: string, known: readonly { id: string }[] | null = null): string[] {
  const spelled = (code: string) =>
    known?.find(({ id }) => id.toLowerCase() === code.toLowerCase())?.id ?? code;
  const codes = text.split(/[\s,;]+/).filter((code) => code !== '');
  return [...new Set(codes.map(spelled))];
}

/** The codes of the chart that may be chosen; null if it has none, so that any code can be typed. */
export function codeOptions(field: AccountField | null | undefined, allowed: AllowedCodes): Option[] | null {
  if (!field || field.account_parts.length === 0) return null;
  return availableParts(field, allowed).map(({ id_code: id, description }) => ({
    id,
    text: description.includes(id) ? description : `${id} ${description}`,
  }));
}
