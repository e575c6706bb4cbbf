import { cellText } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';
import { formatMoney, maximumCents, parseAmount, toCents } from '#domain/values/money';
import { nameKey } from '#domain/values/names';
import type { KnownAccounts } from '#domain/budget/budget';

/** The column of the account, under its common headings. */
export const accountColumn = {
  id: 'account',
  heading: 'Account',
  aliases: ['Acct', 'Acct #', 'Acct No', 'Account #', 'Account No', 'Account Number', 'Account Code'],
  isRequired: true,
} as const;

/** What the rows of imported budgets and actuals share: account codes, amounts and totals. */

/** Whether a description is that of the total of the file. */
export const isGrandTotal = (text: string) =>
  /^(grand|budget|overall)?\s*totals?(\s+(budget|cost|costs))?\W*$/i.test(text);

/** Rows such as “Total Above-The-Line” have no account, or their text in its column. */
export function isTotalRow(account: string, label: string): boolean {
  return (account === '' || account === label) && /\btotals?\b/i.test(label);
}

/** Parses an amount; the message when it is none, or too large. */
export function parseCents(cell: ImportCell, currency: string): number | string {
  const cents = centsOf(cell, currency);
  const text = `“${cellText(cell).slice(0, 50)}”`;
  if (cents === null) return `${text} is not an amount. Write it as ${formatMoney(120_000, currency)}.`;
  return Math.abs(cents) > maximumCents ? `${text} is too large.` : cents;
}

/** A number keeps its value, rounded to cents; `(1,200)` is negative, as in accounting. */
function centsOf(cell: ImportCell, currency: string): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? toCents(cell) : null;
  const text = cellText(cell);
  return parseAmount(text.replace(/^\((.*)\)$/, '-$1'), currency);
}

/**
 * Finds the code in a cell such as `2100` or `2100 Set dressing`, whatever its case, and whatever separates its parts where
 * only one code of the chart can be meant: `21-00`.
 */
export function codeReader(known: KnownAccounts): (text: string) => string {
  const exact = new Map<string, string>();
  /** Null for a key of several codes. */
  const compact = new Map<string, string | null>();
  for (const code of known?.keys() ?? []) {
    const key = withoutSeparators(code);
    compact.set(key, compact.has(key) ? null : code);
    exact.set(nameKey(code), code);
  }
  const find = (text: string) => exact.get(nameKey(text)) ?? compact.get(withoutSeparators(text));
  return (text) => {
    const found = find(text);
    return (found === undefined ? find(text.split(/\s/, 1)[0] ?? '') : found) ?? text;
  };
}

const withoutSeparators = (code: string) => nameKey(code).replaceAll(/[\s.-]/g, '');

export const sumOf = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
