import { workingDaysText } from '#domain/workflow/working-days';
import type { Waiting } from '#domain/workflow/waiting-response';

/** Such as `Priya Raman` or `Priya Raman and 2 others`. */
export function waitingPeople({ with: people }: Pick<Waiting, 'with'>): string {
  const [first, second, ...others] = people;
  if (!first) return 'nobody';
  if (!second) return first.name;
  return others.length === 0
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${people.length - 1} others`;
}

/** Such as `3 working days; usually 2`. */
export function waitingTime({ days, usualDays }: Waiting): string {
  const time = workingDaysText(days);
  return usualDays === null ? time : `${time}; usually ${usualDays}`;
}

/** The same for a narrow column. */
export function shortWaitingTime({ days, usualDays }: Pick<Waiting, 'days' | 'usualDays'>): string {
  const time = days === 1 ? '1 day' : `${days} days`;
  return usualDays === null ? time : `${time}; usually ${usualDays}`;
}

/** Such as `With Priya Raman, 3 working days; usually 2` (WAIT-05). */
export function waitingText(waiting: Waiting): string {
  return `With ${waitingPeople(waiting)}, ${waitingTime(waiting)}`;
}
