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
}

/** Null when nothing can be looked for: less than three letters that are no number either. */
export function searchTerms(typed: string): SearchTerms | null {
  const all = typed
    .slice(0, showSearch.maximumLength)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, mostWords);
  const [only] = all;
  if (only === undefined) return null;
  const words = all.filter((word) => [...word].length >= indexed);
  const digits = only.replace(/^#/, '').replace(/^0+(?=.)/, '');
  const number = all.length === 1 && /\d/.test(digits) ? digits.toUpperCase() : null;
  if (words.length === 0 && number === null) return null;
  return { words, shortWords: all.filter((word) => [...word].length < indexed), number };
}
