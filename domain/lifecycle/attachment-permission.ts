import type { Code } from '#domain/codes';
import type { Status } from '#domain/document';
import { holds, type Actor, type Subject } from './subject.ts';

const closed = new Set<Status>(['VOID', 'DENIED', 'CANCELED']);

/** A payment belongs to whoever submitted it (DEC-58); before that, to everybody who may submit it (DEC-28). */
function owns(subject: Subject, actor: Actor): boolean {
  if (subject.docType !== 'PAYMENT') return holds('OWNER', subject, actor);
  return subject.status === 'DRAFT' || holds('SUBMITTER', subject, actor);
}

/** DEC-13: why this actor may not change the files of the document now, or null. It may be locked (AT-13). */
export function attachRefusal(subject: Subject, actor: Actor): Code | null {
  const isTheirs =
    owns(subject, actor) || holds('ADMIN', subject, actor) || holds('CURRENT_APPROVER', subject, actor);
  if (!isTheirs) return 'FORBIDDEN';
  return closed.has(subject.status) ? 'WORKFLOW_CONFLICT' : null;
}
