import { waitingPeopleText } from '#domain/history/waiting-people-text';
import { withUsualDays, workingDaysText } from '#domain/workflow/working-days';
import type { Waiting } from '#domain/workflow/waiting-response';

/** The same for a narrow column, such as `Priya Raman +2`. */
export function shortWaitingPeople({ with: people }: Waiting): string {
  const [first, ...others] = people;
  if (!first) return 'Nobody';
  return others.length === 0 ? first.name : `${first.name} +${others.length}`;
}

/** Such as `3 working days; usually 2`. */
export function waitingTime({ days, usualDays }: Pick<Waiting, 'days' | 'usualDays'>): string {
  return withUsualDays(days === 0 ? 'since today' : workingDaysText(days), usualDays);
}

/** Such as `With Priya Raman, 3 working days; usually 2` (WAIT-05). */
export function waitingText(waiting: Waiting): string {
  return `With ${waitingPeopleText(waiting)}, ${waitingTime(waiting)}`;
}
