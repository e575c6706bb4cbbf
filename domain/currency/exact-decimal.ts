/** An exact decimal: `digits` / 10^`scale`. Rates and percentages are never floating-point numbers (CURR-02). */
export interface ExactDecimal {
  digits: bigint;
  scale: number;
}

/** Decimals of a rate, digits before its point, and decimals of a percentage. */
export const decimalLimits = { whole: 9, rate: 10, percent: 4 } as const;

/** Parses plain digits such as `1.36`; returns null for anything else. */
export function parseDecimal(text: string, decimals: number): ExactDecimal | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (whole.length > decimalLimits.whole || fraction.length > decimals) return null;
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

/** Writes a decimal with as few digits as it needs. */
export function decimalText({ digits, scale }: ExactDecimal): string {
  const text = String(digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

export function multiply(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** Divides and rounds half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (size * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}
