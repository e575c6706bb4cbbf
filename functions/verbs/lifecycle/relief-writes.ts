import type { Change } from '#domain/lifecycle/change';
import {
  excessiveDraws,
  mayApproveOverRelief,
  reliefExceeded,
  toleranceOf,
} from '#domain/relief/relief-limit';
import type { ReliefDraw, ReliefTolerance } from '#domain/relief/relief-limit';
import type { ShowStore, Write } from '#store/d1/open';
import type { CountTime } from '#store/show/budget/recount';
import type { SubjectRows } from '#store/show/documents/read-document';
import { guardReliefWithinBalances, reliefDrawsQuery } from '#store/show/relief/relief-draws';
import type { MeasuredAgainst } from '#store/show/relief/relief-draws';
import {
  applyRelief,
  closeChosenLines,
  guardReliefUnchanged,
  recomputeRelief,
  resumeRelief,
  reverseRelief,
} from '#store/show/relief/write-relief';
import type { RequestContext } from '#verbs/request/context';

/** Only the submission and the final approval of an invoice are measured. */
function measuredAgainst({ docType, action, to }: Change): MeasuredAgainst | null {
  if (docType !== 'INVOICE') return null;
  if (action === 'submit') return 'COUNTING';
  return action === 'approve' && to.status === 'APPROVED' ? 'APPROVED' : null;
}

function limitOf(
  { settings }: Pick<RequestContext, 'settings'>,
  { workflow }: Change,
): ReliefTolerance | null {
  const tolerance = toleranceOf(settings);
  const isPermitted = 'instance' in workflow && mayApproveOverRelief(workflow.instance);
  return isPermitted ? null : tolerance;
}

/** The relief of an invoice per PO line; null for a change that is not measured. */
export interface ReliefRows {
  draws: readonly ReliefDraw[] | null;
}

/** Reads what the submission or the final approval of an invoice is measured by (DEC-39). */
export const reliefPlan = ({ store }: { store: ShowStore }, id: string, against: MeasuredAgainst) => ({
  draws: reliefDrawsQuery(store, id, against),
});

/**
 * Checks that an invoice relieves no more of a PO line than the show tolerates, and returns the statement that checks
 * it again inside the batch. Throws `relief_exceeded` (DEC-39).
 */
export function requireReliefWithinTolerance(
  context: Pick<RequestContext, 'store' | 'settings'>,
  { document }: Pick<SubjectRows, 'document'>,
  change: Change,
  { draws }: ReliefRows,
): Write[] {
  const { store } = context;
  const against = measuredAgainst(change);
  const tolerance = against && limitOf(context, change);
  if (!against || !tolerance) return [];
  if (draws === null) throw new Error('an invoice that is measured needs its draws');
  const excessive = excessiveDraws(draws, tolerance);
  if (excessive.length > 0) throw reliefExceeded(excessive, document.currencyCode);
  return [guardReliefWithinBalances(store, document.id, against, tolerance)];
}

/**
 * The writes of a change for balances and relieved orders, for the same batch: `before` runs while lines and status are
 * still the old ones, `after` runs after the other statements (DEC-39).
 */
export function reliefWrites(
  { store }: Pick<RequestContext, 'store'>,
  { document, hasRelief }: Pick<SubjectRows, 'document' | 'hasRelief'>,
  change: Change,
  when: CountTime,
  byName: string,
): { before: Write[]; after: Write[] } {
  const { id, type, isRelieved } = document;
  if (type === 'PO') {
    // DEC-25 row 16 and DEC-26 depend on relief, which invoices add without taking this order's lock.
    const dependsOnRelief = change.action === 'void' || change.action === 'adjust';
    return {
      before: dependsOnRelief ? [guardReliefUnchanged(store, id, { isRelieved, hasRelief })] : [],
      after: change.content === 'KEEP' ? [] : [recomputeRelief(store, id)],
    };
  }
  if (change.effects.some(({ kind }) => kind === 'recount-relief')) {
    return { before: reverseRelief(store, id, when), after: applyRelief(store, id) };
  }
  const isFinalApproval =
    type === 'INVOICE' && change.action === 'approve' && change.to.status === 'APPROVED';
  return {
    before: [],
    after: isFinalApproval
      ? [...resumeRelief(store, id), closeChosenLines(store, id, { at: when.at, byName })]
      : [],
  };
}
