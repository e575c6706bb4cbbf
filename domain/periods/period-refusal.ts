import { Refusal } from '#domain/codes';
import { peopleWithPermission } from '#domain/identity/people-with-permission';
import type { NamedPeople } from '#domain/identity/people-with-permission';

/** The refusal of an entry without an open period, which names who can open one (PERIOD-07). */
export function noOpenPeriod(
  { day, company }: { day: string; company: string },
  people: NamedPeople,
): Refusal {
  const of = company === '' ? '' : ` of ${company}`;
  return new Refusal('no_open_period', {
    message: `No accounting period${of} is open for ${day} or later. Ask ${peopleWithPermission(people, 'Budget')} to open one under Management, Settings, Periods.`,
    body: { day },
  });
}
