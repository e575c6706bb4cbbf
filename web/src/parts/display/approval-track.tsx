import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-aria-components/Link';
import { approvalsNote } from '#domain/purchase-orders/version-before-change';
import { usualDaysText } from '#domain/workflow/working-days';
import { approverLetters, castByText, outdatedApprovalText } from '#domain/workflow/workflow-view';
import {
  approvalCount,
  describePendingStep,
  describeStep,
  stepState,
  stepSummary,
} from './approval-sentence.ts';
import { Avatar } from './avatar.tsx';
import { missingPeople } from './missing-approvers.ts';
import { ChipShape } from './status-shape.tsx';
import { Chip } from './chip.tsx';
import { Time, useWhen } from './date-format.tsx';
import type { Workflow, WorkflowStep } from '#domain/workflow/workflow-response';

type StepState = ReturnType<typeof stepState>;

const stateLooks: Partial<Record<StepState, string>> = {
  done: 'bg-positive text-surface-raised',
  current: 'border-2 border-ink bg-surface-raised text-ink',
  pending: 'border border-line-strong bg-surface-raised text-ink-muted',
};

/** Marks of a step at which the document stopped, with the same shapes as the chips. */
const stopped = {
  REVISION: { look: 'bg-caution-soft text-caution', shape: 'triangle' },
  DENIED: { look: 'bg-negative-soft text-negative', shape: 'cross' },
  VOID: { look: 'bg-ink-soft text-ink-muted', shape: 'cross' },
} as const;

function stopOf({ status }: WorkflowStep) {
  return Object.entries(stopped).find(([name]) => name === status)?.[1] ?? stopped.VOID;
}

function Mark(props: { step: WorkflowStep; state: StepState; order: number }) {
  const { step, state, order } = props;
  const stop = state === 'stopped' ? stopOf(step) : null;
  const look = stop ? stop.look : stateLooks[state];
  return (
    <span
      aria-hidden
      className={`figures z-1 grid size-6 place-items-center rounded-full text-xs font-semibold ${look}`}
    >
      {stop ? (
        <ChipShape shape={stop.shape} />
      ) : state === 'done' ? (
        <Check strokeWidth={3} className="size-3.5" />
      ) : (
        order
      )}
    </span>
  );
}

function People(props: {
  step: WorkflowStep;
  state: StepState;
  meId: string;
  contentVersion: number | null;
  letters: ReadonlyMap<string, string>;
}) {
  const { step, state, meId, contentVersion, letters } = props;
  return (
    <div className={`flex gap-x-4 gap-y-1 pt-1.5 ${step.approvers.length > 4 ? 'flex-wrap' : 'flex-col'}`}>
      {step.approvers.map((approver) => {
        const { userId, name, initials, hasApproved, hasUsedVote, approvedAt, onBehalfOf } = approver;
        const castBy = castByText(approver);
        const earlier = outdatedApprovalText(approver, contentVersion);
        const turn = state === 'current' && !hasApproved && !hasUsedVote;
        return (
          <span
            key={`${userId} ${onBehalfOf?.userId ?? ''}`}
            className="flex min-w-0 items-center gap-2 text-sm"
          >
            <Avatar
              initials={letters.get(userId) ?? initials}
              name={name}
              hideName
              mark={hasApproved ? 'done' : turn ? 'current' : undefined}
            />
            <span className="grid min-w-0">
              <span className={`flex items-center gap-1.5 ${turn || hasApproved ? '' : 'text-ink-muted'}`}>
                <span className="truncate">{userId === meId ? `${name} (you)` : name}</span>
                {hasApproved ? <Check className="size-3.5 shrink-0 text-positive" /> : null}
              </span>
              {approvedAt ? (
                <span className="text-xs text-ink-muted">
                  <Time at={approvedAt} />
                </span>
              ) : null}
              {hasUsedVote ? (
                <span className="text-xs text-ink-muted">has already approved another step</span>
              ) : null}
              {onBehalfOf ? <span className="text-xs text-ink-muted">for {onBehalfOf.name}</span> : null}
              {castBy ? <span className="text-xs text-pretty text-ink-muted">{castBy}</span> : null}
              {earlier ? <span className="text-xs text-caution">{earlier}</span> : null}
            </span>
          </span>
        );
      })}
    </div>
  );
}

/** Who is missing from a step that too few users can approve (DEC-23), with links to their pages (WAIT-15). */
function Missing(props: { step: WorkflowStep; userHref?: ((userId: string) => string) | undefined }) {
  const { step, userHref } = props;
  if (step.missingApprovers.length === 0) return null;
  const { people, end } = missingPeople(step);
  return (
    <p className="pt-1.5 text-sm text-pretty text-caution">
      {'Too few people can approve this step. Missing: '}
      {people.map(({ userId, name, reason }, index) => (
        <Fragment key={userId}>
          {index > 0 ? ', ' : null}
          {userHref ? (
            <Link
              href={userHref(userId)}
              className="rounded-sm font-medium underline underline-offset-2 data-hovered:no-underline"
            >
              {name}
            </Link>
          ) : (
            name
          )}
          {` ${reason}`}
        </Fragment>
      ))}
      {end}
    </p>
  );
}

/** The approval path: every step in order with its approvers, who has approved, and whose turn it is (AP-01). */
export function ApprovalTrack(props: {
  workflow: Workflow;
  meId: string;
  /** A workflow that no document has entered: the track shows what each step requires. */
  isPlan?: boolean;
  contentVersion?: number;
  /** Returns why the document takes a step (ROUTE-02). */
  reasonOf?: (step: WorkflowStep) => string;
  /** Returns how many working days a step usually takes; null if unknown (ROUTE-05). */
  usualDaysOf?: (step: WorkflowStep) => number | null;
  /** The page of a user; absent for those who may not open it. */
  userHref?: ((userId: string) => string) | undefined;
}) {
  const { workflow, meId, isPlan = false, reasonOf, usualDaysOf, userHref } = props;
  // The text above the steps already covers approvals of an earlier version.
  const contentVersion = workflow.approvedVersion ? null : (props.contentVersion ?? null);
  const when = useWhen();
  const currentId = workflow.currentStep?.id ?? null;
  const total = workflow.steps.length;
  const given = approvalsNote(workflow);
  const letters = approverLetters(workflow.steps);
  return (
    <>
      {given ? <p className="pb-3 text-sm text-pretty text-caution">{given}</p> : null}
      <ol aria-label="Approval" className="flex flex-col">
        {workflow.steps.map((step, index) => {
          const state = stepState(step, currentId);
          const reason = reasonOf ? reasonOf(step) : '';
          const usual = usualDaysText(usualDaysOf?.(step) ?? null);
          const mine = step.approvers.find(
            (one) => one.userId === meId && !one.hasApproved && !one.hasUsedVote,
          );
          const myTurn = state === 'current' ? mine : undefined;
          return (
            <li
              key={step.id}
              aria-current={state === 'current' ? 'step' : undefined}
              className="relative flex gap-3 pb-4 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[11.5px] not-last:before:w-px not-last:before:bg-line-strong last:pb-0"
            >
              <Mark step={step} state={state} order={index + 1} />
              {/* Screen readers get one sentence per step instead of the visible parts. */}
              <span className="sr-only">
                {stepSummary(step, {
                  state,
                  place: `Step ${index + 1} of ${total}`,
                  meId,
                  isPlan,
                  when,
                  contentVersion,
                })}
                {reason ? ` ${reason}.` : null}
                {usual ? ` It takes ${usual}.` : null}
              </span>
              <div className="min-w-0 flex-1">
                <div aria-hidden>
                  <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className={state === 'pending' ? 'text-ink-muted' : 'font-medium'}>
                      {step.name}
                    </span>
                    {myTurn ? (
                      <Chip tone="info" shape="dot">
                        {myTurn.onBehalfOf ? `Your turn for ${myTurn.onBehalfOf.name}` : 'Your turn'}
                      </Chip>
                    ) : null}
                  </div>
                  <p className="text-xs text-ink-muted">
                    {reason ? `${reason} · ` : null}
                    {!isPlan
                      ? describeStep(step, state)
                      : reason
                        ? approvalCount(step)
                        : describePendingStep(step)}
                    {usual ? ` · ${usual}` : null}
                  </p>
                  <People {...{ step, state, meId, contentVersion, letters }} />
                </div>
                <Missing step={step} userHref={userHref} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}
