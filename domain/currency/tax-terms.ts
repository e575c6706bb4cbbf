import { decimalLimits, decimalText, multiply, parseDecimal } from './exact-decimal.ts';
import type { ExactDecimal } from './exact-decimal.ts';

/** Rate and recoverable share of a tax code, in percent (CURR-20). */
export interface TaxTerms {
  rate: string;
  recoverable: string;
}

/** Returns a percentage in its shortest form; null unless it is 0 to 100 with at most four decimals. */
export function parsePercent(text: string): string | null {
  const percent = parseDecimal(text, decimalLimits.percent);
  if (!percent || percent.digits > 100n * 10n ** BigInt(percent.scale)) return null;
  return decimalText(percent);
}

/** Returns the percentage of the net amount that is not recovered: it is part of the cost (CURR-21). */
export function costPercent({ rate, recoverable }: TaxTerms): string {
  const [tax, share] = [knownPercent(rate), knownPercent(recoverable)];
  const lost = { digits: 100n * 10n ** BigInt(share.scale) - share.digits, scale: share.scale + 2 };
  return decimalText(multiply(tax, lost));
}

function knownPercent(text: string): ExactDecimal {
  const percent = parseDecimal(text, decimalLimits.percent);
  if (!percent) throw new Error('a stored percentage is a decimal');
  return percent;
}
