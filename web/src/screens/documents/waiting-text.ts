import { workingDaysText } from '#domain/workflow/working-days';
import type { Waiting } from '#domain/workflow/waiting-response';

/** Such as `Priya Raman` or `Priya Raman and 2 others`. */
export function waitingPeople({ with: people }: Pick<Waiting, 'with'>): string {
  const [first, second, ...others] = people;
  if (!first) return 'nobody who can decide';
  if (!second) return first.name;
  return others.length === 0
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${people.length - 1} others`;
}

/** The same for a narrow column, such as `Priya Raman +2`. */
export function shortWaitingPeople({ with: people }: Waiting): string {
  const [first, ...others] = people;
  if (!first) return 'nobody';
  return others.length === 0 ? first.name : `${first.name} +${others.length}`;
}

function withUsual(time: string, { usualDays }: Pick<Waiting, 'usualDays'>): string {
  return usualDays === null ? time : `${time}; usually ${usualDays}`;
}

/** Such as `3 working days; usually 2`. */
function waitingTime(waiting: Waiting): string {
  return withUsual(waiting.days === 0 ? 'since today' : workingDaysText(waiting.days), waiting);
}

/** The same for a narrow column. */
export function shortWaitingTime(waiting: Pick<Waiting, 'days' | 'usualDays'>): string {
  const { days } = waiting;
  return withUsual(days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`, waiting);
}

/** Such as `With Priya Raman, 3 working days; usually 2` (WAIT-05). */
export function waitingText(waiting: Waiting): string {
  return `With ${waitingPeople(waiting)}, ${waitingTime(waiting)}`;
}
