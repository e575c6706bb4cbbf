import { dateInZone, localInstant } from '#domain/values/days';
import { workingDayBefore, workingDaysBetween } from './working-days.ts';
import type { WorkCalendar } from './working-days.ts';

/** The clock of a document, as stored. */
export interface WaitingClock {
  /** The arrival at the current step, in local time with its offset; null when the document is not in approval. */
  waitingSince: string | null;
  /** Working days that had passed at the first step before the owner had the document back. */
  waitedDays: number;
}

/** Where a document is: at a step, which may be the first, or with its owner, or at neither. */
export interface Place {
  stepId: string | null;
  isFirstStep: boolean;
}

/** Returns the working days since an arrival, whose day is day 0 (WAIT-02). */
export function waitingDays(since: string, now: string, calendar: WorkCalendar): number {
  return workingDaysBetween(since.slice(0, 10), dateInZone(now, calendar.timeZone), calendar);
}

/**
 * Returns the clock after a move, null when it goes on. While the owner has the document it pauses: back at the first
 * step, it continues with the days that had passed there (WAIT-01, WAIT-04).
 */
export function clockAfterMove(
  clock: WaitingClock,
  from: Place,
  to: Place & { isWithOwner: boolean },
  now: string,
  calendar: WorkCalendar,
): WaitingClock | null {
  if (from.stepId === to.stepId || (from.isFirstStep && to.isFirstStep)) return null;
  if (to.stepId === null) {
    const isPaused = to.isWithOwner && from.isFirstStep && clock.waitingSince !== null;
    const waitedDays = isPaused ? waitingDays(clock.waitingSince ?? now, now, calendar) : 0;
    return { waitingSince: null, waitedDays };
  }
  const arrival = localInstant(now, calendar.timeZone);
  const day = workingDayBefore(arrival.slice(0, 10), clock.waitedDays, calendar);
  return { waitingSince: `${day}${arrival.slice(10)}`, waitedDays: 0 };
}
