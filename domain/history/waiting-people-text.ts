import type { Waiting } from '#domain/workflow/waiting-response';

/** Such as `Priya Raman` or `Priya Raman and 2 others`. */
export function waitingPeopleText({ with: people }: Pick<Waiting, 'with'>): string {
  const [first, second, ...others] = people;
  if (!first) return 'nobody who can decide';
  if (!second) return first.name;
  return others.length === 0
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${people.length - 1} others`;
}
