import { parseAmount, toCents } from './money.ts';

/** An exact amount in cents; the denominator is not zero. */
interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** A number as in `parseAmount`, in thousands when it ends in `k`. */
function operand(text: string, isoCode: string): Fraction | null {
  const thousands = /^(.*\d)\s*k$/i.exec(text);
  const cents = parseAmount(thousands?.[1] ?? text, isoCode);
  return cents === null ? null : { top: BigInt(cents) * (thousands ? 1000n : 1n), bottom: 1n };
}

/** A product such as `184*3` or `1200/7`: operators from left to right. The text begins with a number. */
function product(text: string, isoCode: string): Fraction | null {
  const [first = '', ...rest] = text.split(/([*×/÷])/);
  let result = operand(first.trim(), isoCode);
  for (let index = 0; index < rest.length && result; index += 2) {
    const factor = operand((rest[index + 1] ?? '').trim(), isoCode);
    if (!factor) return null;
    const isDivision = rest[index] === '/' || rest[index] === '÷';
    if (isDivision && factor.top === 0n) return null;
    result = isDivision
      ? { top: result.top * 100n * factor.bottom, bottom: result.bottom * factor.top }
      : { top: result.top * factor.top, bottom: result.bottom * factor.bottom * 100n };
  }
  return result;
}

/** Rounds half away from zero. */
function rounded({ top, bottom }: Fraction): number {
  const negative = top < 0n !== bottom < 0n;
  const [size, unit] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const cents = Number((size * 2n + unit) / (unit * 2n));
  return negative ? -cents + 0 : cents;
}

/**
 * Parses what people type into an amount field to cents: an amount (LI-22), thousands such as `1.2k`, and sums and
 * products of them such as `184*3` or `1,200 + 80/2`, rounded once at the end (ENTRY-01). Returns null when it is none.
 */
export function amountFromEntry(typed: string, isoCode: string): number | null {
  const plain = parseAmount(typed, isoCode);
  if (plain !== null) return plain;
  // A minus after an operator is a sign, not a difference.
  const terms = typed.trim().split(/(?<=[\dk.])\s*([+-])\s*/i);
  let sum: Fraction = { top: 0n, bottom: 1n };
  for (let index = 0; index < terms.length; index += 2) {
    const term = product(terms[index] ?? '', isoCode);
    if (!term) return null;
    const top = terms[index - 1] === '-' ? -term.top : term.top;
    sum = { top: sum.top * term.bottom + top * sum.bottom, bottom: sum.bottom * term.bottom };
  }
  const cents = rounded(sum);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Largest amount of a field: beyond it no line total is valid, so cents stay exact (LI-22). */
export const largestEntryCents = 99_999_999_999_999;

interface AmountProblem {
  /** Too large, digits in another format, or no digits at all. */
  kind: 'size' | 'form' | 'words';
  /** Cents of digits that are unambiguous in another currency's separators. */
  suggestedCents?: number;
}

/** Parses `1.234,56` or `1234,5` with the separators of another currency; returns null when that is ambiguous. */
function foreignCents(typed: string): number | null {
  const figures = typed.replace(/^[^\d-]*(-?)\D*(?=\d)/, '$1');
  const match = /^-?(?:\d+|\d{1,3}(?:([.,' ])\d{3})+)([.,])\d{1,2}$/.exec(figures);
  if (!match || match[1] === match[2]) return null;
  const whole = figures.slice(0, figures.lastIndexOf(match[2] ?? '.')).replace(/[^\d-]/g, '');
  const cents = toCents(Number(`${whole}.${figures.slice(figures.lastIndexOf(match[2] ?? '.') + 1)}`));
  return Math.abs(cents) > largestEntryCents ? null : cents;
}

/** Returns why a text is not an amount of this currency, or null for a valid one (LI-22). */
export function amountProblem(typed: string, isoCode: string): AmountProblem | null {
  const cents = amountFromEntry(typed, isoCode);
  if (cents !== null) return Math.abs(cents) > largestEntryCents ? { kind: 'size' } : null;
  if (!/\d/.test(typed)) return { kind: 'words' };
  if (/^\D*[\d.,' ]*$/.test(typed) && /\d{16}/.test(typed.replace(/[^\d]/g, ''))) return { kind: 'size' };
  const suggestedCents = foreignCents(typed.trim());
  return { kind: 'form', ...(suggestedCents !== null && { suggestedCents }) };
}
