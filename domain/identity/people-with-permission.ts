import { formatNames } from './format-names.ts';
import { can, permissionMatrix } from './permissions.ts';
import type { Permission, Role } from './permissions.ts';

interface Person {
  role: Role;
  isActive: boolean;
  firstName: string;
  lastName: string;
}

/** `A, B or C (permission Show)`: whom a refusal names who can help. */
export function peopleWithPermission(people: readonly Person[], permission: Permission): string {
  const names = people
    .filter(({ role, isActive }) => isActive && can(permissionMatrix[role], permission, 'FULL'))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
    .toSorted((a, b) => a.localeCompare(b));
  return names.length === 0
    ? `a user with the permission ${permission}`
    : `${formatNames(names)} (permission ${permission})`;
}

export type NamedPeople = readonly Person[];
