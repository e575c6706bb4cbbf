import { formatMoney, toCents } from '#domain/values/money';
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

/**
 * Formats a limit that compares totals in the base currency (CURR-30): `USD 250.00`, without a base currency `250.00 in
 * the currency of each document`.
 */
export function formatLimit(cents: number, baseCurrency: string | null): string {
  return baseCurrency === null
    ? `${formatMoney(cents, '')} in the currency of each document`
    : formatWithCode(cents, baseCurrency);
}

/** The currency in which a limit is entered. */
export function limitHint(baseCurrency: string | null): string {
  return baseCurrency === null
    ? 'In the currency of each document.'
    : `In ${baseCurrency}. Documents in other currencies are converted at the rate of the day they were submitted.`;
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
