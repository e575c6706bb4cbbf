import type { Change } from '#domain/lifecycle/decision';
import type { Write } from '#store/d1/open';
import type { CountTime } from '#store/show/budget/recount';
import type { SubjectRows } from '#store/show/documents/read-document';
import {
  applyRelief,
  recomputeRelief,
  reverseRelief,
  guardReliefUnchanged,
  resumeRelief,
} from '#store/show/relief/write-relief';
import type { RequestContext } from '#verbs/request/context';

/**
 * The writes of a change for balances and relieved orders, for the same batch: `before` runs while lines and status are
 * still the old ones, `after` runs after the other statements (DEC-39).
 */
export function reliefWrites(
  { store }: Pick<RequestContext, 'store'>,
  { document, hasRelief }: Pick<SubjectRows, 'document' | 'hasRelief'>,
  change: Change,
  when: CountTime,
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
  return { before: [], after: isFinalApproval ? resumeRelief(store, id) : [] };
}
