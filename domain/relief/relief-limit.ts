import { Refusal } from '#domain/codes';
import { formatMoney, fromCents, toCents, toHundredths } from '#domain/values/money';
import { isolated } from '#domain/values/safe-text';
import type { Settings } from '#domain/settings';
import { requiredSteps } from '#domain/workflow/workflow';
import type { Instance } from '#domain/workflow/workflow';

/** What an invoice takes of one PO line, or of a PO as a whole where `lineNumber` is null. Cents. */
export interface ReliefDraw {
  poNumber: string;
  lineNumber: number | null;
  /** What was ordered. */
  totalCents: number;
  /** What other invoices leave of it. */
  balanceCents: number;
  takenCents: number;
}

/** How far beyond a line relief may go: the larger of the two. */
export interface ReliefTolerance {
  amountCents: number;
  /** Hundredths of a percent of what was ordered. */
  percentHundredths: number;
}

/** DEC-39: what one invoice takes too much of, on the wire. */
export interface ReliefExcess {
  poNumber: string;
  lineNumber: number | null;
  balance: number;
  excess: number;
}

/** DEC-39: the show's tolerance, or null where relief beyond a line only shows as an indicator. */
export function toleranceOf(settings: Settings): ReliefTolerance | null {
  if (!settings.purchaseOrderRelieveResources || settings.overReliefMode === 'WARN') return null;
  return {
    amountCents: toCents(settings.overReliefToleranceAmount),
    percentHundredths: toHundredths(settings.overReliefTolerancePercent),
  };
}

/** DEC-39: whether one of the steps that the document must pass may approve relief beyond a line. */
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
 * Cents beyond what is left; a credit line is overdrawn in the other direction. What takes nothing in the direction of
 * the line, as a credit does, exceeds nothing.
 */
function excessCents(draw: ReliefDraw): number {
  const { balanceCents, takenCents } = draw;
  const sign = signOf(draw);
  return takenCents * sign > 0 ? Math.max(0, (takenCents - balanceCents) * sign) : 0;
}

/** DEC-39: the draws that go beyond what is left by more than the tolerance. */
export function excessiveDraws(draws: readonly ReliefDraw[], tolerance: ReliefTolerance): ReliefDraw[] {
  return draws.filter((draw) => excessCents(draw) > allowedCents(draw.totalCents, tolerance));
}

/** DEC-39: names the line, its balance and the excess of each draw, in words and in fields. */
export function reliefExceeded(draws: readonly ReliefDraw[], currency: string): Refusal {
  const excesses = draws.map((draw): ReliefExcess => ({
    poNumber: draw.poNumber,
    lineNumber: draw.lineNumber,
    balance: fromCents(draw.balanceCents),
    excess: fromCents(excessCents(draw)),
  }));
  const sentences = draws.map((draw) => {
    const line = draw.lineNumber === null ? '' : `Line ${draw.lineNumber} of `;
    const name = `${line}PO ${isolated(draw.poNumber)}`;
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
