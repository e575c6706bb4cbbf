import { Refusal } from '#domain/codes';
import { peopleWithPermission } from '#domain/identity/people-with-permission';
import type { NamedPeople } from '#domain/identity/people-with-permission';

/** The refusal of a submit without a rate, which names who can add one (CURR-06, CURR-14). */
export function rateMissing(
  { currency, base, day }: { currency: string; base: string; day: string },
  people: NamedPeople,
): Refusal {
  return new Refusal('rate_missing', {
    message: `There is no exchange rate from ${currency} to ${base} for ${day}. Ask ${peopleWithPermission(people, 'Show')} to add it under Management, Settings, Currencies.`,
    body: { currency, baseCurrency: base, day },
  });
}
