import type { FieldChange } from '#domain/history/document-changes';
import type { Change } from '#domain/lifecycle/decision';
import type { SubjectRows } from '#store/show/documents/read-document';

/** Whether a change clears the votes. */
export function dropsVotes({ workflow: { kind } }: Change): boolean {
  return kind === 'REPLACE' || kind === 'REMOVE' || kind === 'RESTART';
}

const restarts: readonly string[] = ['edit-in-approval', 'withdraw-file', 'update-temp-vendor', 'restart'];

function votesThatGo({ document, approvals }: SubjectRows, change: Change): SubjectRows['approvals'] {
  if (change.action === 'take-back') return approvals.filter(({ eventSeq }) => eventSeq === document.version);
  return restarts.includes(change.action) && dropsVotes(change) ? approvals : [];
}

/** The approvals that a restart clears, or that is taken back, as a row of the list of changes (DEC-40, RUN-08). */
export function droppedVotes(rows: SubjectRows, change: Change): FieldChange[] {
  const votes = votesThatGo(rows, change);
  if (votes.length === 0) return [];
  const { approvers } = rows;
  const names = votes.map(
    ({ userId }) => approvers.find((approver) => approver.userId === userId)?.name ?? userId,
  );
  const before = [...new Set(names)].join(', ');
  return [{ field: 'approvals', label: 'Approvals', before, after: '', unit: 'text' }];
}
