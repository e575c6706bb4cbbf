import { Refusal } from '#domain/codes';
import type { Costing } from '#domain/currency/costing';
import { formatMoney, fromCents, toCents, toHundredths } from '#domain/values/money';
import { isolateDirection } from '#domain/values/safe-text';
import type { Settings } from '#domain/settings';
import { requiredSteps } from '#domain/workflow/workflow';
import type { Instance } from '#domain/workflow/workflow';

/** The amount that an invoice draws from one PO line, or from a whole PO when `lineNumber` is null. In cents. */
export interface ReliefDraw {
  poNumber: string;
  lineNumber: number | null;
  /** The ordered amount. */
  totalCents: number;
  /** The balance without this invoice. */
  balanceCents: number;
  takenCents: number;
  /** By what the PO line is costed; null for a whole PO. */
  taxCode: string | null;
  costing: Costing | null;
  /** Whether nothing more is committed of the PO line; false for a whole PO (BUD-55). */
  isClosed: boolean;
}

/** The allowed excess over a line: the larger of the two. */
export interface ReliefTolerance {
  amountCents: number;
  /** Hundredths of a percent of the ordered amount. */
  percentHundredths: number;
}

/** An excess of an invoice, on the wire (DEC-39). */
export interface ReliefExcess {
  poNumber: string;
  lineNumber: number | null;
  balance: number;
  excess: number;
}

/** Returns the show's tolerance, or null when over-relief only shows as an indicator (DEC-39). */
export function toleranceOf(settings: Settings): ReliefTolerance | null {
  if (!settings.purchaseOrderRelieveResources || settings.overReliefMode === 'WARN') return null;
  return {
    amountCents: toCents(settings.overReliefToleranceAmount),
    percentHundredths: toHundredths(settings.overReliefTolerancePercent),
  };
}

/** True when one of the document's required steps may approve over-relief (DEC-39). */
export function mayApproveOverRelief(instance: Instance): boolean {
  return requiredSteps(instance).some((step) => step.mayApproveOverRelief === true);
}

function allowedCents(totalCents: number, tolerance: ReliefTolerance): number {
  const share = (BigInt(Math.abs(totalCents)) * BigInt(tolerance.percentHundredths)) / 10_000n;
  return Math.max(tolerance.amountCents, Number(share));
}

function signOf({ totalCents }: Pick<ReliefDraw, 'totalCents'>): 1 | -1 {
  return totalCents < 0 ? -1 : 1;
}

/**
 * Returns the cents beyond the balance; a credit line is overdrawn in the other direction. An amount with the opposite
 * sign, such as a credit, exceeds nothing.
 */
function excessCents(draw: ReliefDraw): number {
  const { balanceCents, takenCents } = draw;
  const sign = signOf(draw);
  return takenCents * sign > 0 ? Math.max(0, (takenCents - balanceCents) * sign) : 0;
}

/** Returns the draws that exceed the balance by more than the tolerance (DEC-39). */
export function excessiveDraws(draws: readonly ReliefDraw[], tolerance: ReliefTolerance): ReliefDraw[] {
  return draws.filter((draw) => excessCents(draw) > allowedCents(draw.totalCents, tolerance));
}

const noTolerance: ReliefTolerance = { amountCents: 0, percentHundredths: 0 };

/**
 * Whether an invoice exceeds a purchase order by more than the show tolerates, so that it is to be reviewed by itself;
 * where over-relief only shows as an indicator, by any amount (BULK-03, LINK-03).
 */
export function isOverRelief(draws: readonly ReliefDraw[], settings: Settings): boolean {
  const tolerance = toleranceOf(settings) ?? noTolerance;
  return settings.purchaseOrderRelieveResources && excessiveDraws(draws, tolerance).length > 0;
}

/** Returns a refusal that lists the line, balance and excess of each draw, as text and as fields (DEC-39). */
export function reliefExceeded(draws: readonly ReliefDraw[], currency: string): Refusal {
  const excesses = draws.map((draw): ReliefExcess => ({
    poNumber: draw.poNumber,
    lineNumber: draw.lineNumber,
    balance: fromCents(draw.balanceCents),
    excess: fromCents(excessCents(draw)),
  }));
  const sentences = draws.map((draw) => {
    const line = draw.lineNumber === null ? '' : `Line ${draw.lineNumber} of `;
    const name = `${line}PO ${isolateDirection(draw.poNumber)}`;
    const over = formatMoney(excessCents(draw), currency);
    if (draw.balanceCents * signOf(draw) < 0) {
      const before = formatMoney(Math.abs(draw.balanceCents), currency);
      return `${name} is already exceeded by ${before}; with this invoice by ${over}.`;
    }
    return `${name} has ${formatMoney(draw.balanceCents, currency)} left; this invoice exceeds it by ${over}.`;
  });
  return new Refusal('relief_exceeded', {
    message: sentences.join(' '),
    errors: ['relief_exceeded'],
    body: { excesses },
  });
}
