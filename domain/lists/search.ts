import { foldText } from '#domain/values/fold-text';
import { parseAmount } from '#domain/values/money';

/** Limits of the search over a whole show: characters typed, and results of each kind. */
export const showSearch = { maximumLength: 100, documents: 20, vendors: 5, people: 5 } as const;

/** What a document has the words in when its own columns do not, in the order of the results (VIEW-71). */
export const searchSources = ['LINE', 'NOTE', 'FILE', 'ACCOUNT'] as const;
export type SearchSource = (typeof searchSources)[number];

/** Minimum letters of an indexed word. */
const minIndexedLetters = 3;
const maxWords = 8;

/** A parsed search. Every word must match, in any order. */
export interface SearchTerms {
  /** Words long enough for the index; when empty, only `number` can match. */
  words: readonly string[];
  /** Shorter words, which filter the index results. */
  shortWords: readonly string[];
  /** A possible whole document number, in capitals without leading zeros; null for several words. */
  number: string | null;
  /** A possible PO number with its prefix as printed (DEC-17), without leading zeros; null when it cannot be one. */
  order: { prefix: string; number: string } | null;
  /** A possible printed amount, in cents: one total, or for a whole number those up to the next one (VIEW-70). */
  cents: { from: number; to: number } | null;
}

/** The product's own form of a document name, such as `PO #SD-00131`. */
const documentNamePrefix = /^\s*(?:po|invoice|payment)\s*#\s*/i;
const prefixedNumber = /^#?([a-z0-9]{1,12})-0*(\d{1,10})$/i;
/** One currency for each format of amounts. */
const amountCurrencies = ['USD', 'CAD', 'GBP', 'EUR'] as const;

function parseOrderNumber(word: string): SearchTerms['order'] {
  const [, prefix, number] = prefixedNumber.exec(word) ?? [];
  return prefix !== undefined && number !== undefined ? { prefix, number } : null;
}

const decimals = /[.,]\d{1,2}$/;

function parseCents(typed: string): SearchTerms['cents'] {
  const amounts = amountCurrencies.map((currency) => parseAmount(typed, currency));
  const from = amounts.find((cents) => cents !== null && cents > 0);
  if (from === undefined || from === null) return null;
  return { from, to: decimals.test(typed.trim()) ? from : from + 99 };
}

/** Returns null when nothing can be searched: fewer than three letters that are not a number either. */
export function searchTerms(typed: string): SearchTerms | null {
  const text = typed.slice(0, showSearch.maximumLength).replace(documentNamePrefix, '');
  const all = text
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => foldText(word) !== '')
    .slice(0, maxWords);
  const [firstWord] = all;
  if (firstWord === undefined) return null;
  const words = all.filter((word) => [...word].length >= minIndexedLetters);
  const digits = firstWord.replace(/^#/, '').replace(/^0+(?=.)/, '');
  const number = all.length === 1 && /\d/.test(digits) ? digits.toUpperCase() : null;
  if (words.length === 0 && number === null) return null;
  const shortWords = all.filter((word) => [...word].length < minIndexedLetters);
  return {
    words,
    shortWords,
    number,
    order: number === null ? null : parseOrderNumber(firstWord),
    cents: parseCents(text),
  };
}
