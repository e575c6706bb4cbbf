import { divideRounded } from '#domain/currency/exact-decimal';
import { minorUnit } from '#domain/currency/minor-unit';
import { fromCents, toCents } from '#domain/values/money';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { lineLimit } from '#domain/documents/document-draft';
import type { LineDraft } from '#domain/documents/line';
import { withAmount } from '#domain/documents/rental';

/** The codes over which a line is split. */
export type SplitCode = 'EPISODE' | 'ACCOUNT';

/** What a code gets of a line. */
export interface LinePart {
  code: string;
  cents: number;
}

/**
 * Divides an amount by shares, which are whole numbers. Rounded cumulatively to the smallest amount of the currency, so
 * that the parts are the whole amount (BUD-78). Without a share above zero, every part is zero.
 */
export function divideByShares(totalCents: number, shares: readonly number[], currency: string): number[] {
  const unit = minorUnit(currency);
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (all === 0) return shares.map(() => 0);
  let [sharesBefore, centsBefore] = [0, 0];
  return shares.map((share) => {
    sharesBefore += share;
    const units = divideRounded(BigInt(totalCents) * BigInt(sharesBefore), BigInt(all) * BigInt(unit));
    // An amount may be finer than the currency.
    const cents = sharesBefore === all ? totalCents : Number(units) * unit;
    const part = cents - centsBefore;
    centsBefore = cents;
    return part;
  });
}

/** How a line is split: over which codes, and what each gets. */
export interface Split {
  over: SplitCode;
  parts: readonly LinePart[];
}

/** Why parts cannot replace a line. */
export type SplitProblem = 'FEW_PARTS' | 'TOO_MANY_LINES' | 'OTHER_TOTAL';

/** Returns why these parts cannot replace a line of `totalCents` in a document of `lineCount` lines, or null. */
export function splitProblem(
  parts: readonly LinePart[],
  { totalCents, lineCount }: { totalCents: number; lineCount: number },
): SplitProblem | null {
  if (parts.length < 2) return 'FEW_PARTS';
  if (lineCount - 1 + parts.length > lineLimit) return 'TOO_MANY_LINES';
  const sum = parts.reduce((cents, part) => cents + part.cents, 0);
  return sum === totalCents ? null : 'OTHER_TOTAL';
}

/**
 * Returns the lines that replace one line: the same except for amount and code. The first one stays the stored line;
 * the others are new (BUD-77).
 */
function splitLine<Line extends LineDraft | InvoiceLineDraft>(
  line: Line,
  { parts, over }: Split,
  newKey: () => string,
  withCents: (line: Line, cents: number) => Line,
): Line[] {
  return parts.map(({ code, cents }, index) => ({
    ...withCents(line, cents),
    ...(index > 0 && { id: null, keyId: newKey() }),
    ...(over === 'EPISODE' && 'episode' in line && { episode: code }),
    coding: { ...line.coding, [over]: code },
  }));
}

/**
 * The lines of a purchase order. They share the quantity where the unit cost gives each a whole number. The quantity of
 * a rental with a length stays where it divides the part. All others have a quantity of one (DEC-261).
 */
export function splitOrderLine(line: LineDraft, split: Split, newKey: () => string): LineDraft[] {
  const { acquisitionType, rentalType } = line;
  const hasLength = acquisitionType === 'RENTAL' && rentalType !== 'EPISODIC';
  const unitCents = toCents(line.unitCost ?? 0);
  const isShared =
    !hasLength && split.parts.every(({ cents }) => cents % unitCents === 0 && cents / unitCents > 0);
  return splitLine(line, split, newKey, (one, cents) => {
    if (isShared) return { ...one, quantity: cents / unitCents };
    return withAmount(hasLength ? one : { ...one, quantity: 1 }, cents);
  });
}

/** The lines of an invoice. Each relieves the same order line, and closes it if the line did (BUD-79). */
export function splitInvoiceLine(
  line: InvoiceLineDraft,
  split: Split,
  newKey: () => string,
): InvoiceLineDraft[] {
  return splitLine(line, split, newKey, (one, cents) => ({ ...one, amount: fromCents(cents) }));
}
