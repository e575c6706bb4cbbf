import type { ImportError } from '#domain/import/import-response';
import { importLimits } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';
import { formatMoney, fromCents } from '#domain/values/money';
import { parseCents, sumOf } from './account-rows.ts';
import type { AccountAmount } from './account-table.ts';
import type { MovieMagicAccount, MovieMagicCategory, MovieMagicElements } from './movie-magic-elements.ts';

/**
 * The accounts of a Movie Magic Budgeting file (BUD-44), and the total that it states: its grand total, else the sum of
 * its categories; null without either.
 */
export function movieMagicAccounts(
  { accounts, categories, grandTotal }: Pick<MovieMagicElements, 'accounts' | 'categories' | 'grandTotal'>,
  currency: string,
): { rows: AccountAmount[]; statedCents: number | null; faults: ImportError[] } {
  const amounts = accounts.map((account) => ({ ...account, amount: amountOf(account, currency) }));
  const compared = compareCategories(categories, amounts, currency);
  const ofAccounts = amounts.map(({ number, description, amount }) => ({
    account: number,
    description,
    amount,
  }));
  const ofCategories = compared.flatMap((category) => categoryRow(category, currency) ?? []);
  const rows = [...ofAccounts, ...ofCategories].filter(isUsed);
  const statedCents = centsOf(cellOf(grandTotal), currency) ?? sumOfCategories(compared, amounts, currency);
  return { rows, statedCents, faults: fileFaults(Math.max(accounts.length, categories.length), rows) };
}

/** Returns null for an empty cell, and for one that is no amount. */
function centsOf(cell: ImportCell, currency: string): number | null {
  const cents = cell === '' ? null : parseCents(cell, currency);
  return typeof cents === 'number' ? cents : null;
}

/** XML writes numbers in one way, whatever the currency. */
const cellOf = (text: string): ImportCell =>
  /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;

/** The total of an account, else the sum of its details; a text that is no amount stays as it is. */
function amountOf({ total, details }: MovieMagicAccount, currency: string): ImportCell {
  if (total !== '' || details.length === 0) return cellOf(total);
  const amounts = details.map((detail) => ({ detail, cents: centsOf(cellOf(detail), currency) }));
  const wrong = amounts.find(({ cents }) => cents === null);
  return wrong ? wrong.detail : fromCents(sumOf(amounts.map(({ cents }) => ({ cents: cents ?? 0 }))));
}

type Amounts = readonly (MovieMagicAccount & { amount: ImportCell })[];
type ComparedCategory = MovieMagicCategory & { amount: ImportCell; sumOfAccounts: number | null };

/** The categories, each with the sum of its accounts; null without accounts. */
function compareCategories(
  categories: readonly MovieMagicCategory[],
  amounts: Amounts,
  currency: string,
): ComparedCategory[] {
  const byKey = Map.groupBy(amounts, ({ category }) => category);
  return categories.map((category) => {
    const own = category.keys.map((key) => byKey.get(key)).find((group) => group !== undefined);
    const cents = own?.map(({ amount }) => ({ cents: centsOf(amount, currency) ?? 0 }));
    return { ...category, amount: cellOf(category.total), sumOfAccounts: cents ? sumOf(cents) : null };
  });
}

/** A category without accounts is an account, such as a contingency; the others are totals. */
function categoryRow(category: ComparedCategory, currency: string): AccountAmount | null {
  const { number, description, amount, sumOfAccounts } = category;
  if (sumOfAccounts === null) return { account: number, description, amount };
  if (amount === '') return null;
  const text = ['Total', number, description].filter(Boolean).join(' ').slice(0, 150);
  const isSum = centsOf(amount, currency) === sumOfAccounts;
  const sum = `: its accounts add up to ${formatMoney(sumOfAccounts, currency)}`;
  return { account: '', description: isSum ? text : `${text}${sum}`, amount };
}

/** Returns null when a category with accounts states no total. */
function sumOfCategories(
  categories: readonly ComparedCategory[],
  amounts: Amounts,
  currency: string,
): number | null {
  if (categories.some(({ amount, sumOfAccounts }) => amount === '' && sumOfAccounts !== null)) return null;
  const keys = new Set<string | null>(categories.flatMap((category) => category.keys));
  const others = amounts.filter(({ category }) => !keys.has(category));
  const counted = [...categories, ...others].map(({ amount }) => ({ cents: centsOf(amount, currency) ?? 0 }));
  return sumOf(counted);
}

/** Budgets have unused accounts without a number. */
const isUsed = ({ account, amount }: AccountAmount) => account !== '' || (amount !== '' && amount !== 0);

/** `collected` is the number of accounts or of categories, used or not: no more than one above the limit. */
function fileFaults(collected: number, rows: readonly AccountAmount[]): ImportError[] {
  if (Math.max(collected, rows.length) > importLimits.rows) return [fileFault(tooMany)];
  const hasTotals = rows.some(({ amount }) => amount !== '');
  return hasTotals ? [] : [fileFault('The accounts of this file have no totals.')];
}

const tooMany = `There are more than ${importLimits.rows.toLocaleString('en-US')} accounts and categories.`;
const fileFault = (message: string): ImportError => ({ row: null, column: null, message });
