import { isLate, listed, openChangeOrder, owns, type ActorName, type Model } from './model.ts';
import type { ModelLine } from './model.ts';

/** What an action is answered with: done, done before (`same`), or the code with the rules that failed. */
export type Heard = string;

export function done(m: Model, history?: string, reason?: string): Heard {
  m.version += 1;
  if (history) m.history.unshift(history);
  if (reason) m.notes.push(reason);
  return 'done';
}

export function mirror(m: Model, status: string): void {
  m.changeOrder.entries.set(m.changeOrder.current, status);
}

export function lastApprovedOrder(m: Model): number {
  return Math.max(0, ...[...m.changeOrder.entries].filter(([, s]) => s === 'APPROVED').map(([n]) => n));
}

export function close(m: Model, status: 'REVISION' | 'VOID' | 'DENIED'): void {
  if (m.flow === null || m.flow.current === null) return;
  m.flow.statuses[m.flow.current] = status;
  m.flow.current = null;
}

/** The flow of a change order that was pulled back is gone; then the last full approval is the last workflow again. */
export function reinstate(m: Model): void {
  m.flow ??= structuredClone(m.approvedVersions.at(-1)?.flow ?? null);
}

/** DEC-51; `refused` is what an edit of the whole order would hear. */
export function line(m: Model, refused: string | null, index: number, change: Partial<ModelLine>): Heard {
  if (refused) return refused;
  const before = m.lines[index];
  if (!before) return 'NOT_FOUND';
  const onlyCoding = change.cents === undefined || change.cents === before.cents;
  if (index < m.locked || (m.status === 'IN_APPROVAL' && !onlyCoding)) return 'ERROR_PO_NOT_EDITABLE';
  m.lines = m.lines.with(index, { ...before, ...change });
  return done(m);
}

/** DEC-26 request; CO-03: of nothing but an order. */
export function adjust(m: Model, who: ActorName): Heard {
  if (!m.kind.knows.includes('adjust')) return 'NOT_FOUND';
  if (!isLate(m, who) && !listed(m, who)) return 'FORBIDDEN';
  if (m.status !== 'APPROVED') return 'WORKFLOW_CONFLICT';
  const number = m.changeOrder.newest + 1;
  m.changeOrder.current = number;
  m.changeOrder.newest = number;
  mirror(m, 'DRAFT');
  m.locked = m.lines.length;
  m.attachmentsAtRequest = m.attachments;
  Object.assign(m, { status: 'DRAFT', owner: who, revision: 0, submittedBefore: false });
  return done(m, 'CHANGE ORDER', `ADJUSTMENT ${number}`);
}

/** DEC-26: a change order that ends without an approval leaves the order as it was approved last. */
export function restoreApproved(m: Model): void {
  const last = m.approvedVersions.at(-1);
  if (!last) throw new Error('a change order of something never approved');
  const { lines, description, revision } = last;
  Object.assign(m, { status: 'APPROVED', owner: m.kind.creator, locked: 0, lines, description, revision });
  m.attachments = m.attachmentsAtRequest;
  reinstate(m);
}

/** DEC-26 discard. */
export function discard(m: Model, who: ActorName): Heard {
  const here = m.status === 'DRAFT' && openChangeOrder(m) && !m.needsRevision;
  if (!owns(m, who) && (here || !isLate(m, who))) return 'FORBIDDEN';
  if (m.status === 'IN_APPROVAL' || m.status === 'APPROVED') return 'ERROR_PO_NOT_EDITABLE';
  if (!here) return 'WORKFLOW_CONFLICT';
  m.changeOrder.entries.delete(m.changeOrder.current);
  m.changeOrder.current = lastApprovedOrder(m);
  m.changeOrder.newest -= 1;
  restoreApproved(m);
  return done(m);
}

/** DEC-25 row 17, without send-unapproved: the right is the owner's in every state but void. */
export function push(m: Model, who: ActorName): Heard {
  if (!owns(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}

/** DEC-25 row 18. */
export function fetchFromAccounting(m: Model, who: ActorName): Heard {
  if (!isLate(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}
