import { Refusal } from '#domain/codes';
import { can, permissionsOf } from '#domain/identity/permissions';
import type { Permission, Permissions } from '#domain/identity/permissions';
import type { MembershipRow, UserRow } from '#store/directory/sessions';

/** Throws `FORBIDDEN` unless the user has the permission at this level (PE-04, DEC-11). */
export function requirePermission(
  permissions: Permissions,
  name: Permission,
  level: 'READ' | 'FULL' = 'FULL',
): void {
  if (!can(permissions, name, level)) throw new Refusal('FORBIDDEN');
}

/**
 * Shows are created by users with FULL Internal in the open show, and by the first administrator, who is not a member
 * of any show at first (DEC-11). Throws `FORBIDDEN`.
 */
export function requireShowCreator(user: UserRow, membership: MembershipRow | null): void {
  if (mayCreateShows(user)) return;
  if (!membership) throw new Refusal('FORBIDDEN');
  requirePermission(permissionsOf(membership), 'Internal');
}

/** Whether the user may create shows without being a member of one. */
export function mayCreateShows(user: Pick<UserRow, 'isInternal' | 'isActive'>): boolean {
  return user.isInternal && user.isActive;
}
