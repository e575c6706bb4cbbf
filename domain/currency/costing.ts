import { Refusal } from '#domain/codes';
import { maximumCents } from '#domain/values/money';
import { formatWithCode } from './converted-text.ts';
import { convertCents, unitRate } from './exchange-rate.ts';
import type { Conversion } from './exchange-rate.ts';

/** By what the lines of a document are converted and costed. */
export interface CostTerms {
  /** Units of the base currency for one unit of the document's currency. */
  rate: string;
  /** By tax code, the percentage of the net amount that is not recovered. Codes without any are left out. */
  taxes: Readonly<Record<string, string>>;
}

/**
 * What a document's submit has stored about its costs. It is content, so approvals cover it (CURR-10). `earlier` are the
 * terms of lines that were approved before the change order; `lines` is the number of the last of them.
 */
export interface Costing extends CostTerms {
  /** The currency of the document, for which the rate is. */
  currency: string;
  /** Null in a show without a base currency. */
  base: string | null;
  earlier?: readonly (CostTerms & { lines: number })[];
}

interface StoredCosts {
  costing: Costing | null;
  baseTotalCents: number | null;
}

interface CostedLine {
  lineNumber: number;
  totalCents: number;
}

const isSame = (one: CostTerms, other: CostTerms) =>
  one.rate === other.rate &&
  JSON.stringify(Object.entries(one.taxes).toSorted()) ===
    JSON.stringify(Object.entries(other.taxes).toSorted());

/**
 * Returns the costing after a submit. Lines up to `lockedLineCount` keep the terms by which they were approved; the
 * others get those of this submit (CURR-11).
 */
export function costingAtSubmit(
  previous: Costing | null,
  terms: Omit<Costing, 'earlier'>,
  lockedLineCount: number,
): Costing {
  if (lockedLineCount === 0) return terms;
  const isKnown = previous?.base === terms.base && previous.currency === terms.currency;
  const { earlier = [], ...approved }: Costing = isKnown ? previous : terms;
  const isCovered = earlier.at(-1)?.lines === lockedLineCount;
  if (isCovered) return { ...terms, earlier };
  const { rate, taxes } = approved;
  if (isKnown && earlier.length === 0 && isSame(approved, terms)) return terms;
  return { ...terms, earlier: [...earlier, { lines: lockedLineCount, rate, taxes }] };
}

/** The terms of a line by its number. */
export function termsOfLine(costing: Costing, lineNumber: number): CostTerms {
  return costing.earlier?.find(({ lines }) => lineNumber <= lines) ?? costing;
}

/** The total in the base currency; null without one. `lines` matter only where they have different rates. */
export function baseTotalCents(
  costing: Costing | null,
  totalCents: number,
  lines: readonly CostedLine[],
): number | null {
  if (!costing || costing.base === null) return null;
  const currency = costing.base;
  if (!costing.earlier) return convertCents(totalCents, { rate: costing.rate, currency });
  const byTerms = Map.groupBy(lines, ({ lineNumber }) => termsOfLine(costing, lineNumber));
  return [...byTerms].reduce((sum, [{ rate }, own]) => {
    const cents = own.reduce((total, line) => total + line.totalCents, 0);
    return sum + convertCents(cents, { rate, currency });
  }, 0);
}

/** Throws `invalid_parameter` for a total that is larger in the base currency than amounts may be (CURR-19). */
export function requireStorable({ costing, baseTotalCents: cents }: StoredCosts): void {
  if (cents === null || Math.abs(cents) <= maximumCents) return;
  const base = costing?.base ?? '';
  throw new Refusal('invalid_parameter', {
    message: `The total in ${base} is too large: an amount can be at most ${formatWithCode(maximumCents, base)}. Check the amount and the exchange rate.`,
  });
}

/** The amount that limits compare: the one in the base currency if the document has it (CURR-30). */
export function amountForLimitsCents(document: {
  totalCents: number;
  baseTotalCents: number | null;
}): number {
  return document.baseTotalCents ?? document.totalCents;
}

/** How a line of a document is costed: net plus the tax that is not recoverable, at the stored rate; null as entered (CURR-21). */
export function lineConversion(
  costing: Costing | null,
  { lineNumber, taxCode }: { lineNumber: number; taxCode: string | null },
): Conversion | null {
  if (!costing) return null;
  const { base } = costing;
  const { rate, taxes } = termsOfLine(costing, lineNumber);
  return {
    rate: base === null ? unitRate : rate,
    currency: base ?? costing.currency,
    addedPercent: (taxCode === null ? undefined : taxes[taxCode]) ?? '0',
    ...(base !== null && base !== costing.currency && { original: costing.currency }),
  };
}

/** The cost of an amount from the start of a line: amounts in between are differences of two such costs (CURR-04). */
export function costCents(cents: number, conversion: Conversion | null | undefined): number {
  return conversion ? convertCents(cents, conversion) : cents;
}

/**
 * Returns how much more an amount costs at the rate of the invoice than at that of the order line that it relieves. Other
 * taxes are no difference of rates (CURR-13).
 */
export function exchangeDifferenceCents(
  cents: number,
  invoice: Conversion | null | undefined,
  order: Conversion | null | undefined,
): number {
  if (!invoice || !order || invoice.currency !== order.currency) return 0;
  return convertCents(cents, invoice) - convertCents(cents, { ...invoice, rate: order.rate });
}

/** The rate as it is shown: absent where the lines have different ones. */
export function shownRate({ rate, earlier = [] }: Costing): string | null {
  return earlier.every((one) => one.rate === rate) ? rate : null;
}
