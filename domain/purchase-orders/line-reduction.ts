import { systemNames } from '#domain/accounting-systems';
import type { AccountingSystem } from '#domain/document';
import { Refusal } from '#domain/codes';
import type { LineDraft } from '#domain/documents/line';
import { draftTotalCents } from '#domain/documents/line';
import { formatMoney, fromCents, fromHundredths, toCents, toHundredths } from '#domain/values/money';
import { isolateDirection } from '#domain/values/safe-text';

/** The amounts of a line in the newest approved version, while the open change order lowers it. */
export interface ApprovedAmounts {
  quantityHundredths: number;
  unitCostCents: number;
  totalCents: number;
}

/**
 * Whether an accounting system takes a lower amount of a line that it already has (the accounting contract, "Lower
 * amounts"). Without it a change order that lowers a line cannot be submitted (CHANGE-06).
 */
export const acceptsLowerLines: Readonly<Record<AccountingSystem, boolean>> = {
  SA: true,
  V5: true,
  GV: false,
};

/** An approved line of a purchase order with an open change order. */
export interface ApprovedLine extends ApprovedAmounts {
  id: string;
  /** What invoices have taken of it, submitted and approved: a reduction stops there. */
  invoicedCents: number;
}

/** The lowest amount that a change order may leave of the line (CHANGE-05). */
export function floorCents({ invoicedCents }: Pick<ApprovedLine, 'invoicedCents'>): number {
  return Math.max(0, invoicedCents);
}

/** True if a change order may lower the line at all: a credit cannot be lowered. */
export function isReducible({ totalCents, invoicedCents }: ApprovedLine): boolean {
  return totalCents > 0 && totalCents > floorCents({ invoicedCents });
}

/** The line with its approved amounts. */
function asApproved(line: LineDraft, { quantityHundredths, unitCostCents }: ApprovedAmounts): LineDraft {
  return { ...line, quantity: fromHundredths(quantityHundredths), unitCost: fromCents(unitCostCents) };
}

/** The approved amounts of a stored or shown line, whether or not the change order lowers it. */
export function approvedAmountsOf(
  line: ApprovedAmounts & { approvedAmounts?: ApprovedAmounts | null },
): ApprovedAmounts {
  const { quantityHundredths, unitCostCents, totalCents } = line.approvedAmounts ?? line;
  return { quantityHundredths, unitCostCents, totalCents };
}

/**
 * Returns a locked line of a change order as it is saved: with the quantity and unit cost of `sent` if they lower its
 * amount and the show allows that, else as it was approved. Everything else stays locked (CO-06, CHANGE-05).
 */
export function reducedLine(
  stored: LineDraft,
  approved: ApprovedAmounts,
  sent: Pick<LineDraft, 'quantity' | 'unitCost'> | null,
  mayReduce: boolean,
): LineDraft {
  const locked = asApproved(stored, approved);
  if (!mayReduce || !sent || approved.totalCents <= 0) return locked;
  const isUnchanged = sent.quantity === locked.quantity && sent.unitCost === locked.unitCost;
  const total = draftTotalCents(sent);
  // A value that is no number is left to the rules of a line.
  const isRaised = total >= approved.totalCents;
  return isUnchanged || isRaised ? locked : { ...locked, quantity: sent.quantity, unitCost: sent.unitCost };
}

/** Whether the line, as it is saved, is below its approved amount. */
export function isReduced(
  line: Pick<LineDraft, 'quantity' | 'unitCost'>,
  approved: ApprovedAmounts,
): boolean {
  return draftTotalCents(line) < approved.totalCents;
}

/** A line that a change order lowers beyond what invoices have taken of it. */
export interface ReductionExcess {
  id: string;
  lineNumber: number;
  floorCents: number;
}

/** Returns the lines that are lowered too far; `lines` are the saved ones in order, `approved` the locked ones. */
export function excessiveReductions(
  lines: readonly Pick<LineDraft, 'id' | 'quantity' | 'unitCost'>[],
  approved: readonly ApprovedLine[],
): ReductionExcess[] {
  const byId = new Map(approved.map((line) => [line.id, line]));
  return lines.flatMap((line, index) => {
    const before = line.id === null ? undefined : byId.get(line.id);
    if (!before || !isReduced(line, before) || draftTotalCents(line) >= floorCents(before)) return [];
    return [{ id: before.id, lineNumber: index + 1, floorCents: floorCents(before) }];
  });
}

/** An invoice line that counts against a PO line; without a number the user may not see the invoice. */
export interface CountedInvoice {
  poLineItemId: string;
  number: string;
  amount: number;
  isApproved: boolean;
}

/** Returns `B-12 ($4,000.00) and B-13 ($1,000.00, in approval)`. */
function invoicesText(invoices: readonly CountedInvoice[], currency: string): string {
  const texts = invoices.map(({ number, amount, isApproved }) => {
    const money = formatMoney(toCents(amount), currency);
    return `${isolateDirection(number)} (${isApproved ? money : `${money}, in approval`})`;
  });
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}

/**
 * Returns a refusal that names each line, its lowest amount and its invoices (CHANGE-05). `invoices` are those that the
 * user may see.
 */
export function reductionExceeded(
  excesses: readonly ReductionExcess[],
  invoices: readonly CountedInvoice[],
  currency: string,
): Refusal {
  const ofLine = (id: string) => invoices.filter(({ poLineItemId }) => poLineItemId === id);
  const sentences = excesses.map(({ id, lineNumber, floorCents: floor }) => {
    const counted = ofLine(id);
    const hidden = floor - counted.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const others = hidden > 0 ? [`other invoices (${formatMoney(hidden, currency)})`] : [];
    const names = [invoicesText(counted, currency), ...others].filter((text) => text !== '');
    const reason = names.length > 0 ? `: invoiced by ${names.join(' and ')}` : '';
    return `Line ${lineNumber} cannot be lower than ${formatMoney(floor, currency)}${reason}.`;
  });
  return new Refusal('reduction_exceeded', {
    message: sentences.join(' '),
    errors: ['reduction_exceeded'],
    body: {
      reductions: excesses.map(({ id, lineNumber, floorCents: floor }) => ({
        lineNumber,
        floor: fromCents(floor),
        invoices: ofLine(id).map(({ number, amount }) => ({ number, amount })),
      })),
    },
  });
}

/** Why a change order that lowers lines cannot be submitted in this show; null if it can (CHANGE-05, CHANGE-06). */
export function reductionRefusal(
  { changeOrdersMayReduce }: { changeOrdersMayReduce: boolean },
  system: AccountingSystem,
): string | null {
  if (!changeOrdersMayReduce)
    return 'Change orders of this show may not lower approved lines. Save it again to return to the approved amounts.';
  return acceptsLowerLines[system]
    ? null
    : `${systemNames[system]} does not accept a lower amount of a line that it already has. Return the lines to their approved amounts.`;
}

/** In cents, what will be left of a shown line once its open change order is approved; without one, its balance. */
export function balanceAfterChangeCents(line: {
  totalCost: number;
  remainingBalance: number;
  approved?: { totalCost: number } | undefined;
}): number {
  const lowered = line.approved ? toCents(line.approved.totalCost) - toCents(line.totalCost) : 0;
  return toCents(line.remainingBalance) - lowered;
}

/** The approved line of a shown order; its balance tells what invoices have taken (CHANGE-05). */
export function approvedLineOf(line: {
  id: string;
  quantity: number;
  unitCost: number;
  totalCost: number;
  remainingBalance: number;
  approved?: { quantity: number; unitCost: number; totalCost: number } | undefined;
}): ApprovedLine {
  const { quantity, unitCost, totalCost } = line.approved ?? line;
  return {
    id: line.id,
    quantityHundredths: toHundredths(quantity),
    unitCostCents: toCents(unitCost),
    totalCents: toCents(totalCost),
    invoicedCents: toCents(totalCost) - toCents(line.remainingBalance),
  };
}
