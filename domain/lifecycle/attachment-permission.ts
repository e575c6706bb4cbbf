import type { Code } from '#domain/codes';
import type { Status } from '#domain/document';
import { hasRelation, type Actor, type Subject } from './subject.ts';

const closedStatuses = new Set<Status>(['VOID', 'DENIED', 'CANCELED']);

/** A payment belongs to the user who submitted it (DEC-58); before that, to every user who may submit it (DEC-28). */
function owns(subject: Subject, actor: Actor): boolean {
  if (subject.docType !== 'PAYMENT') return hasRelation('OWNER', subject, actor);
  return subject.status === 'DRAFT' || hasRelation('SUBMITTER', subject, actor);
}

/**
 * Returns why this actor may not change the document's files now, or null (DEC-13). The document may be locked (AT-13).
 */
export function attachRefusal(subject: Subject, actor: Actor): Code | null {
  const isTheirs =
    owns(subject, actor) ||
    hasRelation('ADMIN', subject, actor) ||
    hasRelation('CURRENT_APPROVER', subject, actor);
  if (!isTheirs) return 'FORBIDDEN';
  return closedStatuses.has(subject.status) ? 'WORKFLOW_CONFLICT' : null;
}
