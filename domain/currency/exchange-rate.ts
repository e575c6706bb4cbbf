import { minorUnit } from './minor-unit.ts';
import { decimalLimits, decimalText, divideRounded, parseDecimal } from './exact-decimal.ts';
import type { ExactDecimal } from './exact-decimal.ts';

/** The rate of the base currency itself. */
export const unitRate = '1';

/** Returns a rate in its shortest form; null unless it is a decimal above zero with at most ten decimals (CURR-02). */
export function parseRate(text: string): string | null {
  const rate = parseDecimal(text, decimalLimits.rate);
  return rate && rate.digits > 0n ? decimalText(rate) : null;
}

function knownDecimal(text: string): ExactDecimal {
  const decimal = parseDecimal(text, decimalLimits.rate);
  if (!decimal) throw new Error('a stored rate is a decimal');
  return decimal;
}

/** How amounts are converted: by a rate, to a currency, with a percentage on top. */
export interface Conversion {
  rate: string;
  /** The currency of the result. */
  currency: string;
  /** Percent of the amount that is added before it is converted, such as tax that is not recoverable. */
  addedPercent?: string;
  /** The currency of the amount, where it is not that of the result. */
  original?: string;
}

/** Converts cents exactly and rounds once, half away from zero, to the smallest unit of the result (CURR-03). */
export function convertCents(cents: number, { rate, currency, addedPercent = '0' }: Conversion): number {
  const [by, added] = [knownDecimal(rate), knownDecimal(addedPercent)];
  const hundred = 100n * 10n ** BigInt(added.scale);
  const unit = minorUnit(currency);
  const numerator = BigInt(cents) * by.digits * (hundred + added.digits);
  const denominator = 10n ** BigInt(by.scale) * hundred * BigInt(unit);
  return Number(divideRounded(numerator, denominator)) * unit;
}

/**
 * Converts the next part of an amount, after `beforeCents` of it. The running sum is rounded, not each part, so that the
 * parts add up to the converted amount to the cent (CURR-04).
 */
export function convertPart(beforeCents: number, cents: number, conversion: Conversion): number {
  return convertCents(beforeCents + cents, conversion) - convertCents(beforeCents, conversion);
}

/** A rate that applies from a day on, until a later one. */
export interface DatedRate {
  day: string;
  rate: string;
}

/** Returns the rate that applies on a day: the newest one that is not later (CURR-05). */
export function rateOn(rates: readonly DatedRate[], day: string): string | null {
  const [newest] = rates.filter((one) => one.day <= day).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  return newest?.rate ?? null;
}
