import { Refusal } from '#domain/codes';
import { can, permissionMatrix } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { formatNames } from './format-names.ts';

interface RatePerson {
  role: Role;
  isActive: boolean;
  firstName: string;
  lastName: string;
}

/** Who may add rates: users with the permission Show (CURR-06). */
export function ratePeople(people: readonly RatePerson[]): string[] {
  return people
    .filter(({ role, isActive }) => isActive && can(permissionMatrix[role], 'Show', 'FULL'))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
    .toSorted((a, b) => a.localeCompare(b));
}

/** The refusal of a submit without a rate, which names who can add one (CURR-14). */
export function rateMissing(
  { currency, base, day }: { currency: string; base: string; day: string },
  people: readonly RatePerson[],
): Refusal {
  const names = ratePeople(people);
  const who =
    names.length === 0 ? 'a user with the permission Show' : `${formatNames(names)} (permission Show)`;
  return new Refusal('rate_missing', {
    message: `There is no exchange rate from ${currency} to ${base} for ${day}. Ask ${who} to add it under Management, Settings, Currencies.`,
    body: { currency, baseCurrency: base, day },
  });
}
