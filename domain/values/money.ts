/** Money is integer cents, quantity integer hundredths; both are decimals only on the wire and on the screen. */

/** 9999999999.99 (PO-31). */
export const maximumCents = 999_999_999_999;

/** Multiplies by 100 on the decimal text and rounds half away from zero, without floating-point error. */
function timesHundred(amount: number): number {
  const text = String(Math.abs(amount));
  const cents = text.includes('e') ? Math.abs(amount) * 100 : Number(`${text}e2`);
  // `+ 0` turns -0 into 0.
  return Math.sign(amount) * Math.round(cents) + 0;
}

/** Converts a wire amount to cents; NaN stays NaN. */
export function toCents(amount: number): number {
  return timesHundred(amount);
}

/** Converts a wire quantity to hundredths; NaN stays NaN. */
export function toHundredths(quantity: number): number {
  return timesHundred(quantity);
}

/** Converts cents to a wire amount with at most two decimals. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Converts hundredths to a wire quantity. */
export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/**
 * Returns quantity times unit cost in cents, rounded half away from zero. The product may exceed 2^53 (LI-04, DEC-48).
 */
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

/** Formats such as `$1,234.50`, `€1.234,50`, `-CA$0.05`, `JPY 10.00` (LI-34, DEC-48, UX-10). */
export function formatMoney(cents: number, isoCode: string): string {
  const { symbol, thousands, decimal } = styleOf(isoCode);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${symbol}${whole}${decimal}${digits.slice(-2)}`;
}

function escapeRegExp(literal: string): string {
  return literal.replace(/[.$]/g, String.raw`\$&`);
}

/**
 * Parses a typed amount to cents; returns null when it is none (LI-22, LS-29). Accepts a sign, the currency's symbol or
 * code, its thousands separators, and two decimals. A plain `1234.5` is accepted in every currency, and so is an amount
 * with two unambiguous separators such as `1.200,00`.
 */
export function parseAmount(typed: string, isoCode: string): number | null {
  const { symbol, thousands, decimal } = styleOf(isoCode);
  const prefix = `(?:${escapeRegExp(symbol.trim())}|${isoCode})`;
  const match = new RegExp(`^(-?)\\s*${prefix}?\\s*(-?)(.+)$`).exec(typed.trim());
  const [, before = '', after = '', number = ''] = match ?? [];
  if (before !== '' && after !== '') return null;
  const [group, point] = [escapeRegExp(thousands), escapeRegExp(decimal)];
  const own = new RegExp(`^(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${point}\\d{0,2})?$`);
  const foreign = new RegExp(`^\\d{1,3}(?:${point}\\d{3})+${group}\\d{2}$`);
  let plain = number;
  if (own.test(number)) plain = number.replaceAll(thousands, '').replace(decimal, '.');
  else if (foreign.test(number)) plain = number.replaceAll(decimal, '').replace(thousands, '.');
  if (!/^\d{1,15}(?:\.\d{0,2})?$/.test(plain)) return null;
  const cents = toCents(Number(plain));
  return before + after === '-' ? -cents + 0 : cents;
}
