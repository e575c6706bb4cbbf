import { isLate, listed, openChangeOrder, owns, type ActorName, type Model } from './model.ts';
import type { ModelLine } from './model.ts';

/** The expected answer: done, done before (`same`), or the code with the violated rules. */
export type ExpectedAnswer = string;

export function done(m: Model, history?: string, reason?: string): ExpectedAnswer {
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

/** The workflow of a pulled change order is deleted; the last workflow is then that of the last full approval. */
export function reinstate(m: Model): void {
  m.flow ??= structuredClone(m.approvedVersions.at(-1)?.flow ?? null);
}

/** `refused` is the refusal of an edit of the whole order (DEC-51). */
export function line(
  m: Model,
  refused: string | null,
  index: number,
  change: Partial<ModelLine>,
): ExpectedAnswer {
  if (refused) return refused;
  const before = m.lines[index];
  if (!before) return 'NOT_FOUND';
  const onlyCoding = change.cents === undefined || change.cents === before.cents;
  if (index < m.locked || (m.status === 'IN_APPROVAL' && !onlyCoding)) return 'ERROR_PO_NOT_EDITABLE';
  m.lines = m.lines.with(index, { ...before, ...change });
  return done(m);
}

/** Only orders have change orders (CO-03, DEC-26 request). */
export function adjust(m: Model, who: ActorName): ExpectedAnswer {
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

/** A change order that ends without an approval restores the last approved order (DEC-26). */
export function restoreApproved(m: Model): void {
  const last = m.approvedVersions.at(-1);
  if (!last) throw new Error('a change order of something never approved');
  const { lines, description, revision } = last;
  Object.assign(m, { status: 'APPROVED', owner: m.kind.creator, locked: 0, lines, description, revision });
  m.attachments = m.attachmentsAtRequest;
  reinstate(m);
}

/** DEC-26 discard. */
export function discard(m: Model, who: ActorName): ExpectedAnswer {
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

/** Row 17, without send-unapproved: the owner may push in every state but void (DEC-25). */
export function push(m: Model, who: ActorName): ExpectedAnswer {
  if (!owns(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}

/** DEC-25 row 18. */
export function fetchFromAccounting(m: Model, who: ActorName): ExpectedAnswer {
  if (!isLate(m, who) && !listed(m, who)) return 'FORBIDDEN';
  return m.status === 'APPROVED' ? done(m) : 'WORKFLOW_CONFLICT';
}
