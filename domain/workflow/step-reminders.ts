import { dateInZone, startOfDay } from '#domain/values/days';
import { workingDayAfter } from './working-days.ts';
import type { WorkCalendar } from './working-days.ts';
import type { WaitingClock } from './waiting-clock.ts';
import { waitingDays } from './waiting-clock.ts';

/** When a step reminds its approvers, and when its backup approver is added; null is never (NUDGE-05, NUDGE-06). */
export interface StepReminders {
  /** Working days after the arrival. */
  remindAfterDays: number | null;
  escalateAfterDays: number | null;
  backupId: string | null;
}

/** Returns the reminders of a step of a template or a copy; a step without any has nulls. */
export function remindersOf({
  remindAfterDays = null,
  escalateAfterDays = null,
  backupId = null,
}: Partial<StepReminders>): StepReminders {
  return { remindAfterDays, escalateAfterDays, backupId };
}

/** What was sent for the current wait; null when it was not. */
export interface SentReminders {
  remindedAt: string | null;
  escalatedAt: string | null;
}

/** The clock of a document with what was sent for its wait, as stored. */
export type StoredWait = WaitingClock & SentReminders;

export type ReminderAction = 'remind' | 'escalate';

type Waiting = Pick<WaitingClock, 'waitingSince'> & SentReminders;

/** A step with its reminders. `lacksVoters`: too few votes are left for it (COV-22). */
interface ReminderStep extends Partial<StepReminders> {
  lacksVoters?: boolean;
}

/** Returns what a step has not sent yet, with its days, the earliest first. */
function pendingOf(step: ReminderStep, sent: SentReminders) {
  const { remindAfterDays, escalateAfterDays } = remindersOf(step);
  const pending: { action: ReminderAction; days: number }[] = [];
  if (remindAfterDays !== null && sent.remindedAt === null)
    pending.push({ action: 'remind', days: remindAfterDays });
  if (escalateAfterDays !== null && sent.escalatedAt === null)
    pending.push({ action: 'escalate', days: escalateAfterDays });
  return pending.toSorted((a, b) => a.days - b.days);
}

const mustEscalate = (step: ReminderStep, { escalatedAt }: SentReminders): boolean =>
  step.lacksVoters === true && escalatedAt === null;

/**
 * Returns the instant at which a step next reminds or escalates, null for never: the first working day after that many
 * working days have passed (NUDGE-05), at once if too few votes are left (COV-22).
 */
export function nextReminderAt(
  step: ReminderStep,
  { waitingSince, ...sent }: Waiting,
  calendar: WorkCalendar,
): string | null {
  if (waitingSince === null) return null;
  if (mustEscalate(step, sent)) return waitingSince;
  const [first] = pendingOf(step, sent);
  if (!first) return null;
  const day = workingDayAfter(waitingSince.slice(0, 10), first.days + 1, calendar);
  return startOfDay(day, calendar.timeZone);
}

/** Returns what a step is to send now, null for nothing (NUDGE-05). */
export function dueReminder(
  step: ReminderStep,
  { waitingSince, ...sent }: Waiting,
  now: string,
  calendar: WorkCalendar,
): ReminderAction | null {
  if (waitingSince === null) return null;
  if (mustEscalate(step, sent)) return 'escalate';
  const [first] = pendingOf(step, sent);
  if (!first) return null;
  return waitingDays(waitingSince, now, calendar) > first.days ? first.action : null;
}

/**
 * Returns what counts as sent after a move. A wait that goes on after the owner had the document keeps its reminder; the
 * backup approver is added to each copy of the workflow (NUDGE-07).
 */
export function sentAfterMove(
  { remindedAt, escalatedAt }: SentReminders,
  move: { isNewWait: boolean; isPaused: boolean; isNewCopy: boolean },
): SentReminders {
  const keepsReminder = !move.isNewWait || move.isPaused;
  return {
    remindedAt: keepsReminder ? remindedAt : null,
    escalatedAt: move.isNewWait || move.isNewCopy ? null : escalatedAt,
  };
}

/** True when a document was already nudged on this day of the show (NUDGE-02). */
export function isNudgedOn(nudgedAt: string | null, now: string, timeZone: string): boolean {
  return nudgedAt !== null && dateInZone(nudgedAt, timeZone) === dateInZone(now, timeZone);
}
