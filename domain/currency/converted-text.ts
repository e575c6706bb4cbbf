import { toCents } from '#domain/values/money';
import type { BaseTotal } from './currency-response.ts';
import { minorUnit } from './minor-unit.ts';

function digitsOf(cents: number, currency: string): string {
  const text = String(Math.abs(cents)).padStart(3, '0');
  const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  const decimals = minorUnit(currency) === 1 || !text.endsWith('00') ? `.${text.slice(-2)}` : '';
  return `${cents < 0 ? '-' : ''}${whole}${decimals}`;
}

/** Formats an amount with the code of its currency: `CAD 13,600.00`, `JPY 1,360`. */
export function formatWithCode(cents: number, currency: string): string {
  return `${currency} ${digitsOf(cents, currency)}`;
}

/** Formats `CAD 13,600.00 (USD 10,000.00 at 1.36)`; without the part in parentheses for a base-currency document. */
export function formatConverted(amount: {
  baseCurrency: string;
  baseCents: number;
  currency: string;
  cents: number;
  rate: string | null;
}): string {
  const base = formatWithCode(amount.baseCents, amount.baseCurrency);
  if (amount.currency === amount.baseCurrency) return base;
  const at = amount.rate === null ? 'at several rates' : `at ${amount.rate}`;
  return `${base} (${formatWithCode(amount.cents, amount.currency)} ${at})`;
}

/** The same of a document or row on the wire; null without a total in the base currency. */
export function convertedText(document: {
  baseTotal?: BaseTotal | undefined;
  totalCost: number;
  currency: string;
}): string | null {
  const { baseTotal, totalCost, currency } = document;
  if (!baseTotal) return null;
  return formatConverted({
    baseCurrency: baseTotal.currency,
    baseCents: toCents(baseTotal.total),
    currency,
    cents: toCents(totalCost),
    rate: baseTotal.rate,
  });
}
