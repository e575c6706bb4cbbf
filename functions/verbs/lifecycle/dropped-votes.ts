import type { FieldChange } from '#domain/history/document-changes';
import type { Change } from '#domain/lifecycle/decision';
import type { SubjectRows } from '#store/show/documents/read-document';

/** Whether a change clears the votes. */
export function dropsVotes({ workflow: { kind } }: Change): boolean {
  return kind === 'REPLACE' || kind === 'REMOVE' || kind === 'RESTART';
}

const restarts: readonly string[] = ['edit-in-approval', 'withdraw-file', 'update-temp-vendor', 'restart'];

/** The approvals that a restart clears, as a row of its list of changes (DEC-40). */
export function droppedVotes({ approvers, approvals }: SubjectRows, change: Change): FieldChange[] {
  if (!restarts.includes(change.action) || !dropsVotes(change) || approvals.length === 0) return [];
  const names = approvals.map(
    ({ userId }) => approvers.find((approver) => approver.userId === userId)?.name ?? userId,
  );
  const before = [...new Set(names)].join(', ');
  return [{ field: 'approvals', label: 'Approvals', before, after: '', unit: 'text' }];
}
