/** Money is integer cents, quantity integer hundredths; both are decimals only on the wire and on the screen. */

/** PO-31: 9999999999.99. */
export const maximumCents = 999_999_999_999;

/** Moves the decimal point two places, half away from zero, without the error that a product with 100 has. */
function shifted(amount: number): number {
  const text = String(Math.abs(amount));
  const cents = text.includes('e') ? Math.abs(amount) * 100 : Number(`${text}e2`);
  // `+ 0` turns -0 into 0.
  return Math.sign(amount) * Math.round(cents) + 0;
}

/** A wire amount in cents; NaN stays NaN. */
export function toCents(amount: number): number {
  return shifted(amount);
}

/** A wire quantity in hundredths; NaN stays NaN. */
export function toHundredths(quantity: number): number {
  return shifted(quantity);
}

/** Cents as the wire carries them: a number with at most two decimals. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Hundredths as the wire carries them. */
export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** LI-04, DEC-48: quantity times unit cost, half away from zero, in cents. The product may pass 2^53. */
export function lineTotalCents(quantityHundredths: number, unitCostCents: number): number {
  if (!Number.isInteger(quantityHundredths) || !Number.isInteger(unitCostCents)) return Number.NaN;
  const product = BigInt(quantityHundredths) * BigInt(unitCostCents);
  const away = product < 0n ? -50n : 50n;
  return Number((product + away) / 100n);
}

interface Style {
  symbol: string;
  thousands: string;
  decimal: string;
}

const us = { thousands: ',', decimal: '.' };
const styles: Readonly<Record<string, Style>> = {
  USD: { symbol: '$', ...us },
  CAD: { symbol: 'CA$', ...us },
  GBP: { symbol: '£', ...us },
  EUR: { symbol: '€', thousands: '.', decimal: ',' },
};

function styleOf(isoCode: string): Style {
  return styles[isoCode] ?? { symbol: `${isoCode} `, ...us };
}

/** LI-34, DEC-48, UX-10: `$1,234.50`, `€1.234,50`, `-CA$0.05`, `JPY 10.00`. */
export function formatMoney(cents: number, isoCode: string): string {
  const { symbol, thousands, decimal } = styleOf(isoCode);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${symbol}${whole}${decimal}${digits.slice(-2)}`;
}

function escaped(literal: string): string {
  return literal.replace(/[.$]/g, String.raw`\$&`);
}

/**
 * LI-22, LS-29: what somebody typed, in cents; null when it is no amount. Takes a sign, the currency's symbol or code,
 * its thousands separators, and two decimals; a plain `1234.5` is read in every currency, and so is an amount whose two
 * separators leave no doubt which is which, as `1.200,00`.
 */
export function parseAmount(typed: string, isoCode: string): number | null {
  const { symbol, thousands, decimal } = styleOf(isoCode);
  const prefix = `(?:${escaped(symbol.trim())}|${isoCode})`;
  const match = new RegExp(`^(-?)\\s*${prefix}?\\s*(-?)(.+)$`).exec(typed.trim());
  const [, before = '', after = '', number = ''] = match ?? [];
  if (before !== '' && after !== '') return null;
  const [group, point] = [escaped(thousands), escaped(decimal)];
  const own = new RegExp(`^(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${point}\\d{0,2})?$`);
  const foreign = new RegExp(`^\\d{1,3}(?:${point}\\d{3})+${group}\\d{2}$`);
  let plain = number;
  if (own.test(number)) plain = number.replaceAll(thousands, '').replace(decimal, '.');
  else if (foreign.test(number)) plain = number.replaceAll(decimal, '').replace(thousands, '.');
  if (!/^\d{1,15}(?:\.\d{0,2})?$/.test(plain)) return null;
  const cents = toCents(Number(plain));
  return before + after === '-' ? -cents + 0 : cents;
}

/** What a field of an amount takes at most: beyond it no legal line total exists, so that cents stay exact (LI-22). */
export const largestEntryCents = 99_999_999_999_999;

interface AmountProblem {
  /** Too large, figures that are written otherwise, or no figures at all. */
  kind: 'size' | 'form' | 'words';
  /** The cents that figures in another currency's separators leave no doubt about. */
  meant?: number;
}

/** `1.234,56` or `1234,5` read with the separators of another currency; null where that is in doubt. */
function foreignCents(typed: string): number | null {
  const figures = typed.replace(/^[^\d-]*(-?)\D*(?=\d)/, '$1');
  const match = /^-?(?:\d+|\d{1,3}(?:([.,' ])\d{3})+)([.,])\d{1,2}$/.exec(figures);
  if (!match || match[1] === match[2]) return null;
  const whole = figures.slice(0, figures.lastIndexOf(match[2] ?? '.')).replace(/[^\d-]/g, '');
  const cents = toCents(Number(`${whole}.${figures.slice(figures.lastIndexOf(match[2] ?? '.') + 1)}`));
  return Math.abs(cents) > largestEntryCents ? null : cents;
}

/** LI-22: why a text is no amount of this currency; null for one that is. */
export function amountProblem(typed: string, isoCode: string): AmountProblem | null {
  const cents = parseAmount(typed, isoCode);
  if (cents !== null) return Math.abs(cents) > largestEntryCents ? { kind: 'size' } : null;
  if (!/\d/.test(typed)) return { kind: 'words' };
  if (/^\D*[\d.,' ]*$/.test(typed) && /\d{16}/.test(typed.replace(/[^\d]/g, ''))) return { kind: 'size' };
  const meant = foreignCents(typed.trim());
  return { kind: 'form', ...(meant !== null && { meant }) };
}
