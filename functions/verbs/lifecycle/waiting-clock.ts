import { clockAfterMove, waitingDays } from '#domain/workflow/waiting-clock';
import type { WaitingClock } from '#domain/workflow/waiting-clock';
import { nextReminderAt, sentAfterMove } from '#domain/workflow/step-reminders';
import type { SentReminders } from '#domain/workflow/step-reminders';
import { lacksVoters } from '#domain/workflow/vote';
import { currentStep } from '#domain/workflow/workflow';
import type { Json } from '#domain/history/history';
import type { Change } from '#domain/lifecycle/change';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { insertStepDuration } from '#store/show/approval/step-durations';
import { todayOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

type ClockContext = Pick<RequestContext, 'now' | 'settings'>;

/** The columns of the clock that a change sets; none when the document stays at its step (WAIT-01, WAIT-04, RUN-07). */
export function clockColumns(
  { now, settings }: ClockContext,
  { document, steps }: Pick<SubjectRows, 'document' | 'steps'>,
  { workflow, to, restoredWait }: Pick<Change, 'workflow' | 'to' | 'restoredWait'>,
): Partial<WaitingClock> {
  if (workflow.kind === 'KEEP') return {};
  if (restoredWait) return { waitingSince: restoredWait.waitingSince, waitedDays: restoredWait.waitedDays };
  const instance = workflow.kind === 'REMOVE' ? null : workflow.instance;
  const step = currentStep(instance);
  const stepId = document.currentStepId;
  const from = { stepId, isFirstStep: stepId !== null && stepId === steps[0]?.id };
  const isFirstStep = step !== null && step.id === instance?.steps[0]?.id;
  const place = { stepId: step?.id ?? null, isFirstStep, isWithOwner: to.status === 'DRAFT' };
  return clockAfterMove(document, from, place, now, settings) ?? {};
}

/** What an approval records of the wait that it may end, for a take-back (RUN-07). */
export function waitPayload(
  { waitingSince, waitedDays, remindedAt, escalatedAt }: SubjectRows['document'],
  { action }: Pick<Change, 'action'>,
): { wait?: Record<string, Json> } {
  return action === 'approve' ? { wait: { waitingSince, waitedDays, remindedAt, escalatedAt } } : {};
}

interface ReminderColumns extends SentReminders {
  reminderDueAt: string | null;
  nudgedAt: string | null;
}

/**
 * The columns of the reminders that a change sets beside those of its clock: what it sends, and what is due next
 * (NUDGE-05).
 */
export function reminderColumns(
  { now, settings }: ClockContext,
  { document, steps }: Pick<SubjectRows, 'document' | 'steps'>,
  { action, workflow, restoredWait }: Pick<Change, 'action' | 'workflow' | 'restoredWait'>,
  clock: Partial<WaitingClock>,
): Partial<ReminderColumns> {
  if (action === 'nudge') return { nudgedAt: now };
  const isSent = action === 'remind' || action === 'escalate';
  if (workflow.kind === 'KEEP' && !isSent) return {};
  const { waitingSince, waitedDays } = { ...document, ...clock };
  const sent = restoredWait
    ? { remindedAt: restoredWait.remindedAt, escalatedAt: restoredWait.escalatedAt }
    : sentAfterMove(document, {
        isNewWait: clock.waitingSince !== undefined,
        isPaused: document.waitedDays > 0 || waitedDays > 0,
        isNewCopy: workflow.kind === 'START' || workflow.kind === 'NEW_COPY',
      });
  if (action === 'remind') sent.remindedAt = now;
  if (action === 'escalate') sent.escalatedAt = now;
  const instance = workflow.kind === 'KEEP' || workflow.kind === 'REMOVE' ? null : workflow.instance;
  const step =
    workflow.kind === 'KEEP' ? steps.find(({ id }) => id === document.currentStepId) : currentStep(instance);
  const stepWithReminders = { ...step, lacksVoters: instance !== null && lacksVoters(instance) };
  const next = step ? nextReminderAt(stepWithReminders, { waitingSince, ...sent }, settings) : null;
  // Never in the past: the job of that time has run (NUDGE-08).
  const reminderDueAt = next !== null && next < now ? now : next;
  const columns = { ...sent, reminderDueAt };
  const isChanged = ([name, value]: [string, string | null]) =>
    value !== document[name as keyof typeof columns];
  return Object.fromEntries(Object.entries(columns).filter(isChanged));
}

/** Stores how long a step took that this approval finishes, for its usual duration (WAIT-03). */
export function stepDurationWrites(
  { store, now, settings }: ClockContext & Pick<RequestContext, 'store'>,
  { document }: Pick<SubjectRows, 'document'>,
  { action, workflow }: Pick<Change, 'action' | 'workflow'>,
): Write[] {
  if (action !== 'approve' || workflow.kind !== 'UPDATE' || document.waitingSince === null) return [];
  const { templateId, steps } = workflow.instance;
  const step = steps.find(({ id }) => id === document.currentStepId);
  if (step?.status !== 'APPROVED') return [];
  const day = todayOf({ settings, now });
  const workingDays = waitingDays(document.waitingSince, now, settings);
  return [insertStepDuration(store, { day, stepId: step.id, templateId, stepName: step.name, workingDays })];
}
