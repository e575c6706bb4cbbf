import { parseAmount } from '#domain/values/money';

/** Bounds of the search over a whole show: what is typed, and how much comes back of each kind. */
export const showSearch = { maximumLength: 100, documents: 20, vendors: 5, people: 5 } as const;

/** Parts of fewer letters are in no index. */
const indexed = 3;
const mostWords = 8;

/** What was typed into the search, taken apart. Every word must be found, wherever it stands. */
export interface SearchTerms {
  /** Words that the index knows; empty: only `number` can find something. */
  words: readonly string[];
  /** Shorter ones, which narrow what the index found. */
  shortWords: readonly string[];
  /** What may be a whole document number, in capitals and without leading zeros; null when several words were typed. */
  number: string | null;
  /** A PO's number behind its prefix, as it is printed (DEC-17), without leading zeros; null when it cannot be one. */
  order: { prefix: string; number: string } | null;
  /** What may be an amount as it is printed, in cents. */
  cents: number | null;
}

/** `PO #SD-00131`: how the product itself names a document. */
const named = /^\s*(?:po|invoice|payment)\s*#\s*/i;
const prefixed = /^#?([a-z0-9]{1,12})-0*(\d{1,10})$/i;
/** How amounts are written, in all currencies that differ in it. */
const spellings = ['USD', 'CAD', 'GBP', 'EUR'] as const;

function orderIn(word: string): SearchTerms['order'] {
  const [, prefix, number] = prefixed.exec(word) ?? [];
  return prefix !== undefined && number !== undefined ? { prefix, number } : null;
}

function centsIn(typed: string): number | null {
  const amounts = spellings.map((currency) => parseAmount(typed, currency));
  return amounts.find((cents) => cents !== null && cents > 0) ?? null;
}

/** Null when nothing can be looked for: less than three letters that are no number either. */
export function searchTerms(typed: string): SearchTerms | null {
  const text = typed.slice(0, showSearch.maximumLength).replace(named, '');
  const all = text
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, mostWords);
  const [only] = all;
  if (only === undefined) return null;
  const words = all.filter((word) => [...word].length >= indexed);
  const digits = only.replace(/^#/, '').replace(/^0+(?=.)/, '');
  const number = all.length === 1 && /\d/.test(digits) ? digits.toUpperCase() : null;
  if (words.length === 0 && number === null) return null;
  const shortWords = all.filter((word) => [...word].length < indexed);
  return { words, shortWords, number, order: number === null ? null : orderIn(only), cents: centsIn(text) };
}
