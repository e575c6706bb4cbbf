import type { Waiting } from '#domain/workflow/waiting-response';
import { isNudgedOn } from '#domain/workflow/step-reminders';
import { stepKey } from '#domain/workflow/usual-durations';
import { waitingDays } from '#domain/workflow/waiting-clock';
import type { Workflow } from '#domain/workflow/workflow-response';
import type { WorkflowRows } from '#store/show/documents/read-document';
import type { WaitingWith } from '#store/show/lists/waiting-with';
import type { RequestContext } from '#verbs/request/context';

type ClockContext = Pick<RequestContext, 'now' | 'settings' | 'usualDurations'>;

interface WaitingColumns {
  waitingSince: string | null;
  nudgedAt: string | null;
}

/** With whom a document is waiting and for how long; null when it is not in approval (WAIT-05). */
export function waitingOf(
  { now, settings, usualDurations }: ClockContext,
  { waitingSince, nudgedAt }: WaitingColumns,
  waitingWith: WaitingWith | null,
): Waiting | null {
  if (waitingWith === null || waitingSince === null) return null;
  const { step, templateId, people } = waitingWith;
  return {
    since: new Date(waitingSince).toISOString(),
    days: waitingDays(waitingSince, now, settings),
    usualDays: usualDurations[stepKey(templateId, step)] ?? null,
    step,
    with: people,
    isNudgedToday: isNudgedOn(nudgedAt, now, settings.timeZone),
  };
}

/** The same for a review, which has the workflow: the approvers of the step who may decide and have not. */
export function waitingOfWorkflow(
  context: ClockContext,
  { document, workflow: row }: { document: WaitingColumns } & Pick<WorkflowRows, 'workflow'>,
  workflow: Workflow | null,
): Waiting | null {
  const step = workflow?.steps.find(({ id }) => id === workflow.currentStep?.id);
  if (!row || !step) return null;
  const isMissing = (userId: string) => step.missingApprovers.some((one) => one.userId === userId);
  // Nobody decides on behalf of an approver who may not decide (COV-04).
  const mayDecide = ({ userId, onBehalfOf }: (typeof step.approvers)[number]) =>
    !isMissing(userId) && !(onBehalfOf && isMissing(onBehalfOf.userId));
  const people = step.approvers
    .filter((one) => !one.hasApproved && !one.hasUsedVote && mayDecide(one))
    .map(({ userId: id, name }) => ({ id, name }));
  return waitingOf(context, document, { step: step.name, templateId: row.templateId, people });
}
