import { Check } from 'lucide-react';
import type { Workflow, WorkflowStep } from '#domain/workflow-view';
import { Avatar } from './avatar.tsx';
import { Chip } from './chip.tsx';
import type { Tone } from './chip.tsx';

type Stand = 'done' | 'current' | 'ahead' | 'stopped';

const stops: Partial<Record<WorkflowStep['status'], { tone: Tone; text: string }>> = {
  REVISION: { tone: 'caution', text: 'Sent back' },
  VOID: { tone: 'neutral', text: 'Voided' },
  DENIED: { tone: 'negative', text: 'Denied' },
};

function standOf(step: WorkflowStep, currentId: string | null): Stand {
  if (step.status === 'APPROVED') return 'done';
  // AP-02: anything else is pending.
  if (stops[step.status]) return 'stopped';
  return step.id === currentId ? 'current' : 'ahead';
}

function Mark(props: { stand: Stand; order: number }) {
  const looks: Record<Stand, string> = {
    done: 'bg-positive text-surface-raised',
    current: 'border-2 border-ink bg-surface-raised text-ink',
    ahead: 'border border-line-strong bg-surface-raised text-ink-muted',
    stopped: 'bg-ink-soft text-ink-muted',
  };
  return (
    <span
      aria-hidden
      className={`figures z-1 grid size-6 place-items-center rounded-full text-xs font-semibold ${looks[props.stand]}`}
    >
      {props.stand === 'done' ? <Check strokeWidth={3} className="size-3.5" /> : props.order}
    </span>
  );
}

/** What a step will ask for, of nobody in particular yet. */
function asking({ approvalsNeeded, kind }: WorkflowStep): string {
  const many = approvalsNeeded === 1 ? '1 approval' : `${approvalsNeeded} approvals`;
  return kind === 'DEPARTMENT' ? `${many} from the document’s department` : many;
}

function saying(step: WorkflowStep, stand: Stand): string {
  const given = step.approvers.filter(({ hasApproved }) => hasApproved).length;
  if (stand === 'done') return 'Approved';
  if (stand === 'stopped') return stops[step.status]?.text ?? '';
  const need = step.approvalsNeeded > 1 ? `${given} of ${step.approvalsNeeded} approvals` : '';
  if (stand === 'current') return need || 'Waiting for approval';
  return need ? `Needs ${step.approvalsNeeded} approvals` : 'Not yet';
}

function People(props: { step: WorkflowStep; stand: Stand; meId: string }) {
  const { step, stand, meId } = props;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1.5">
      {step.approvers.map(({ userId, name, initials, hasApproved }) => {
        const turn = stand === 'current' && !hasApproved;
        return (
          <li key={userId} className="flex min-w-0 items-center gap-2 text-sm">
            <Avatar
              initials={initials}
              name={name}
              hideName
              mark={hasApproved ? 'done' : turn ? 'current' : undefined}
            />
            <span className={`truncate ${turn || hasApproved ? '' : 'text-ink-muted'}`}>
              {userId === meId ? `${name} (you)` : name}
            </span>
            {hasApproved ? <Check aria-label="approved" className="size-3.5 shrink-0 text-positive" /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** AP-01: the approval path as a track: every step in order, who stands on it, who has approved, whose turn it is. */
export function ApprovalTrack(props: {
  workflow: Workflow;
  meId: string;
  /** A plan that no document has entered: says what each step asks for. */
  isPlan?: boolean;
}) {
  const { workflow, meId, isPlan = false } = props;
  const currentId = workflow.currentStep?.id ?? null;
  return (
    <ol aria-label="Approval" className="flex flex-col">
      {workflow.steps.map((step, index) => {
        const stand = standOf(step, currentId);
        const myTurn =
          stand === 'current' && step.approvers.some((one) => one.userId === meId && !one.hasApproved);
        return (
          <li
            key={step.id}
            aria-current={stand === 'current' ? 'step' : undefined}
            className="relative flex gap-3 pb-4 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[11.5px] not-last:before:w-px not-last:before:bg-line-strong last:pb-0"
          >
            <Mark stand={stand} order={index + 1} />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className={stand === 'ahead' ? 'text-ink-muted' : 'font-medium'}>{step.name}</span>
                {myTurn ? (
                  <Chip tone="info" shape="dot">
                    Your turn
                  </Chip>
                ) : null}
              </div>
              <p className="text-xs text-ink-muted">{isPlan ? asking(step) : saying(step, stand)}</p>
              <People step={step} stand={stand} meId={meId} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
