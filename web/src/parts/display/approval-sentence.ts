import { keptVote } from '#domain/workflow/workflow-view';
import type { WorkflowStep } from '#domain/workflow/workflow-view';
import { missingText } from './missing-approvers.ts';

type Stand = 'done' | 'current' | 'ahead' | 'stopped';

const stops: Partial<Record<WorkflowStep['status'], string>> = {
  REVISION: 'Sent back',
  VOID: 'Voided',
  DENIED: 'Denied',
};

/** Where a step of the track stands. */
export function standOf(step: WorkflowStep, currentId: string | null): Stand {
  if (step.status === 'APPROVED') return 'done';
  // AP-02: anything else is pending.
  if (stops[step.status]) return 'stopped';
  return step.id === currentId ? 'current' : 'ahead';
}

/** What a step will ask for, of nobody in particular yet. */
export function asking({ approvalsNeeded, kind }: WorkflowStep): string {
  const many = approvalsNeeded === 1 ? '1 approval' : `${approvalsNeeded} approvals`;
  return kind === 'DEPARTMENT' ? `${many} from the document’s department` : many;
}

/** How a step stands, in the few words under its name. */
export function saying(step: WorkflowStep, stand: Stand): string {
  const given = step.approvers.filter(({ hasApproved }) => hasApproved).length;
  if (stand === 'done') return 'Approved';
  if (stand === 'stopped') return stops[step.status] ?? '';
  const need = step.approvalsNeeded > 1 ? `${given} of ${step.approvalsNeeded} approvals` : '';
  if (stand === 'current') return need || 'Waiting for approval';
  return need ? `Needs ${step.approvalsNeeded} approvals` : 'Not yet';
}

function listed(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

interface Told {
  stand: Stand;
  /** `Step 2 of 3`. */
  place: string;
  meId: string;
  /** Nothing has entered it: it says what it asks for. */
  isPlan: boolean;
  /** An instant in the user's format. */
  when: (at: string) => string;
  /** Of the content that is shown; null where no document is. */
  contentVersion?: number | null;
}

/** `Your turn.`, `Waiting for you or Ada.` or `Waiting for Ada.` */
function turnOf(open: WorkflowStep['approvers'], meId: string): string {
  const others = open.filter(({ userId }) => userId !== meId).map(({ name }) => name);
  const isMine = others.length < open.length;
  if (open.length === 0) return 'Waiting for more approvals.';
  if (isMine && others.length === 0) return 'Your turn.';
  return `Waiting for ${listed(isMine ? ['you', ...others] : others, 'or')}.`;
}

/** A step as a sentence: which it is, how it stands, who has approved it and when, and whose turn it is. */
export function stepSummary(step: WorkflowStep, told: Told): string {
  const { stand, meId, when } = told;
  const start = `${told.place}, ${step.name}`;
  if (told.isPlan) return `${start}: ${asking(step)}.`;
  const named = (one: { userId: string; name: string }) => (one.userId === meId ? 'you' : one.name);
  const given = step.approvers
    .filter(({ hasApproved }) => hasApproved)
    .map((one) => {
      const kept = keptVote(one, told.contentVersion ?? null);
      const vote = one.approvedAt ? `${named(one)} on ${when(one.approvedAt)}` : named(one);
      return kept ? `${vote} (${kept.toLowerCase()})` : vote;
    });
  const open = step.approvers.filter(({ hasApproved }) => !hasApproved);
  const approved = given.length > 0 ? `approved by ${listed(given, 'and')}` : '';
  const stands = saying(step, stand).toLowerCase();
  const joined = (...facts: string[]) => facts.filter(Boolean).join(', ');
  if (stand === 'done') return `${start}: ${approved || stands}.`;
  if (stand === 'stopped') return `${start}: ${joined(stands, approved)}.`;
  if (stand === 'ahead') return `${start}: ${joined(stands, listed(open.map(named), 'or'))}.`;
  const need = step.approvalsNeeded > 1 ? stands : '';
  const missing = step.missingApprovers.length > 0 ? ` Too few people can approve. ${missingText(step)}` : '';
  return `${joined(start, 'current step', need, approved)}. ${turnOf(open, meId)}${missing}`;
}
