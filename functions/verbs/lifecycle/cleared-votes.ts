import { boundedText } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import type { Change } from '#domain/lifecycle/change';
import type { SubjectRows } from '#store/show/documents/read-document';

/** Whether a change clears all votes. */
export function clearsAllVotes({ workflow: { kind } }: Change): boolean {
  return kind === 'NEW_COPY' || kind === 'REMOVE' || kind === 'CLEAR_VOTES';
}

const restarts: readonly string[] = ['edit-in-approval', 'withdraw-file', 'update-temp-vendor', 'restart'];

function clearedVotes({ document, approvals }: SubjectRows, change: Change): SubjectRows['approvals'] {
  const { dropped = [] } = change.votes ?? {};
  const isOwn = (seq: number) => change.action === 'take-back' && seq === document.version;
  if (change.action === 'take-back' || change.action === 'send-back')
    return approvals.filter(({ eventSeq }) => isOwn(eventSeq) || dropped.includes(eventSeq));
  return restarts.includes(change.action) && clearsAllVotes(change) ? approvals : [];
}

function nameOf({ approvers }: SubjectRows, userId: string): string {
  return approvers.find((approver) => approver.userId === userId)?.name ?? userId;
}

/** The approvals that a restart clears, or that is taken back, as a row of the list of changes (DEC-40, RUN-08). */
export function clearedVotesChange(rows: SubjectRows, change: Change): FieldChange[] {
  const names = clearedVotes(rows, change).map(({ userId }) => nameOf(rows, userId));
  const before = [...new Set(names)].join(', ');
  return before === '' ? [] : [textChange('approvals', 'Approvals', { before })];
}

/** The steps, the reason and the kept approvals of a send back, or of the approval that ends it (BACK-04). */
export function sendBackFields(rows: SubjectRows, { action, workflow, votes }: Change): FieldChange[] {
  if (workflow.kind !== 'UPDATE' || votes === null || action === 'take-back') return [];
  const { steps, sendBacks = [] } = workflow.instance;
  const stepName = (order?: number | null) => steps.find((step) => step.order === order)?.name ?? '';
  const sent = action === 'send-back' ? sendBacks.at(-1) : undefined;
  const kept = steps
    .flatMap(({ approvals }) => approvals)
    .filter(({ version }) => version !== undefined && votes.kept.includes(version))
    .map(({ userId, contentVersion }) => `${nameOf(rows, userId)} (version ${contentVersion ?? 1})`);
  return [
    ...(sent
      ? [
          textChange('step', 'Approval step', {
            before: stepName(sent.fromOrder),
            after: stepName(sent.toOrder),
          }),
          textChange('reason', 'Reason', { after: sent.reason }),
        ]
      : []),
    ...(kept.length > 0 ? [textChange('keptApprovals', 'Approvals kept', { after: kept.join(', ') })] : []),
  ];
}

function textChange(
  field: string,
  label: string,
  { before = '', after = '' }: { before?: string; after?: string },
): FieldChange {
  return { field, label, before: boundedText(before), after: boundedText(after), unit: 'text' };
}
