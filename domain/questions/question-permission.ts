import type { Code } from '#domain/codes';
import { inApproval } from '#domain/document';
import type { Action } from '#domain/lifecycle/transition';
import { couldHaveRelation, hasRelation, standInFor } from '#domain/lifecycle/subject';
import type { Actor, Subject } from '#domain/lifecycle/subject';

/** Who may decide on behalf of an absent approver may also put a question. */
const decision: Action = 'approve';

/**
 * Returns why this user may not ask a question about the document, or null: approvers of the current step, also while
 * they cover one, and approvers whose vote counts, while the document is in approval (ASK-01).
 */
export function askRefusal(subject: Subject, actor: Actor): Code | null {
  const isLate = couldHaveRelation('CURRENT_APPROVER', subject, actor);
  if (!inApproval(subject.status)) return isLate ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
  const isApprover =
    hasRelation('CURRENT_APPROVER', subject, actor) ||
    hasRelation('APPROVED_IT', subject, actor) ||
    standInFor(subject, decision, actor) !== null;
  return isApprover ? null : 'FORBIDDEN';
}

/** Whether this user may withdraw an open question: who asked it, and administrators of the type (ASK-05). */
export function mayWithdrawQuestion(askerId: string, subject: Subject, actor: Actor): boolean {
  return actor.userId === askerId || hasRelation('ADMIN', subject, actor);
}
