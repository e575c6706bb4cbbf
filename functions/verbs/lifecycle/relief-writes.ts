import type { Change } from '#domain/lifecycle/decision';
import type { ShowStore, Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import {
  applyRelief,
  recomputeRelief,
  reverseRelief,
  guardReliefUnchanged,
  resumeRelief,
} from '#store/show/relief/write-relief';

/**
 * What one change means for balances and relieved orders (DEC-39), for the same batch: `before` its other statements,
 * as long as lines and status are the old ones, and `after` them.
 */
export function reliefWrites(
  store: ShowStore,
  { document, hasRelief }: Pick<SubjectRows, 'document' | 'hasRelief'>,
  change: Change,
): { before: Write[]; after: Write[] } {
  const { id, type, isRelieved } = document;
  if (type === 'PO') {
    // DEC-25 row 16 and DEC-26 ask for relief, which invoices bring without taking this order's lock.
    const asks = change.action === 'void' || change.action === 'adjust';
    return {
      before: asks ? [guardReliefUnchanged(store, id, { isRelieved, hasRelief })] : [],
      after: change.content === 'KEEP' ? [] : [recomputeRelief(store, id)],
    };
  }
  if (change.effects.some(({ kind }) => kind === 'recount-relief')) {
    return { before: reverseRelief(store, id), after: applyRelief(store, id) };
  }
  const isFinal = type === 'INVOICE' && change.action === 'approve' && change.to.status === 'APPROVED';
  return { before: [], after: isFinal ? resumeRelief(store, id) : [] };
}
