import { approverName, outdatedApprovalText } from '#domain/workflow/workflow-view';
import type { WorkflowStep } from '#domain/workflow/workflow-response';

type StepState = 'done' | 'current' | 'pending' | 'stopped';

const stopTexts: Partial<Record<WorkflowStep['status'], string>> = {
  REVISION: 'Sent back',
  VOID: 'Voided',
  DENIED: 'Denied',
};

export function stepState(step: WorkflowStep, currentId: string | null): StepState {
  if (step.status === 'APPROVED') return 'done';
  // Any other status is pending (AP-02).
  if (stopTexts[step.status]) return 'stopped';
  return step.id === currentId ? 'current' : 'pending';
}

export function approvalCount({ approvalsNeeded }: Pick<WorkflowStep, 'approvalsNeeded'>): string {
  return approvalsNeeded === 1 ? '1 approval' : `${approvalsNeeded} approvals`;
}

export function describePendingStep(step: WorkflowStep): string {
  const many = approvalCount(step);
  return step.kind === 'DEPARTMENT' ? `${many} from the document’s department` : many;
}

/** The state of a step in a few words. */
export function describeStep(step: WorkflowStep, state: StepState): string {
  const approvals = step.approvers.filter(({ hasApproved }) => hasApproved).length;
  if (state === 'done') return 'Approved';
  if (state === 'stopped') return stopTexts[step.status] ?? '';
  const need = step.approvalsNeeded > 1 ? `${approvals} of ${step.approvalsNeeded} approvals` : '';
  if (state === 'current') return need || 'Waiting for approval';
  return need ? `Needs ${step.approvalsNeeded} approvals` : 'Not yet';
}

function joinNames(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

interface StepSummaryOptions {
  state: StepState;
  /** `Step 2 of 3`. */
  place: string;
  meId: string;
  /** No document has entered the workflow: describes what the step requires. */
  isPlan: boolean;
  /** Formats an instant for the user. */
  when: (at: string) => string;
  /** The displayed content version; null without a document. */
  contentVersion?: number | null;
}

/** `Your turn.`, `Waiting for you or Ada.` or `Waiting for Ada.` */
function turnOf(open: WorkflowStep['approvers'], meId: string): string {
  const others = open.filter(({ userId }) => userId !== meId).map(approverName);
  const isMine = others.length < open.length;
  if (open.length === 0) return 'Waiting for more approvals.';
  const absent = open.find(({ userId }) => userId === meId)?.onBehalfOf?.name;
  if (absent) return `Your turn for ${absent}. Waiting for ${joinNames(['you', ...others], 'or')}.`;
  if (isMine && others.length === 0) return 'Your turn.';
  return `Waiting for ${joinNames(isMine ? ['you', ...others] : others, 'or')}.`;
}

/** A step as one sentence: position, state, who approved it and when, and whose turn it is. */
export function stepSummary(step: WorkflowStep, options: StepSummaryOptions): string {
  const { state, meId, when } = options;
  const start = `${options.place}, ${step.name}`;
  const nameOf = (one: WorkflowStep['approvers'][number]) =>
    approverName(one.userId === meId ? { ...one, name: 'you' } : one);
  const joinFacts = (...facts: string[]) => facts.filter(Boolean).join(', ');
  const open = step.approvers.filter(({ hasApproved, hasUsedVote }) => !hasApproved && !hasUsedVote);
  const openNames = joinNames(open.map(nameOf), 'or');
  if (options.isPlan) return `${start}: ${joinFacts(describePendingStep(step), openNames)}.`;
  const approvals = step.approvers
    .filter(({ hasApproved }) => hasApproved)
    .map((one) => {
      const outdated = outdatedApprovalText(one, options.contentVersion ?? null);
      const by = one.castBy ? ` (given by ${one.castBy.userId === meId ? 'you' : one.castBy.name})` : '';
      const vote = one.approvedAt ? `${nameOf(one)}${by} on ${when(one.approvedAt)}` : `${nameOf(one)}${by}`;
      return outdated ? `${vote} (${outdated.toLowerCase()})` : vote;
    });
  const approved = approvals.length > 0 ? `approved by ${joinNames(approvals, 'and')}` : '';
  const stateText = describeStep(step, state).toLowerCase();
  if (state === 'done') return `${start}: ${approved || stateText}.`;
  if (state === 'stopped') return `${start}: ${joinFacts(stateText, approved)}.`;
  if (state === 'pending') return `${start}: ${joinFacts(stateText, openNames)}.`;
  const need = step.approvalsNeeded > 1 ? stateText : '';
  return `${joinFacts(start, 'current step', need, approved)}. ${turnOf(open, meId)}`;
}
