import { Refusal } from '#domain/codes';
import { can, permissionsOf } from '#domain/identity/permissions';
import type { Permission, Permissions } from '#domain/identity/permissions';
import type { MembershipRow, UserRow } from '#store/directory/sessions';

/** PE-04, DEC-11: throws `FORBIDDEN` unless the level is held. */
export function requirePermission(
  permissions: Permissions,
  name: Permission,
  level: 'READ' | 'FULL' = 'FULL',
): void {
  if (!can(permissions, name, level)) throw new Refusal('FORBIDDEN');
}

/**
 * DEC-11: shows are created by FULL Internal in the open show, and by whoever was made the first administrator, who has none
 * before the first is created. Throws `FORBIDDEN`.
 */
export function requireFounder(user: UserRow, membership: MembershipRow | null): void {
  if (mayFound(user)) return;
  if (!membership) throw new Refusal('FORBIDDEN');
  requirePermission(permissionsOf(membership), 'Internal');
}

/** True for whoever may create shows without being a member of any. */
export function mayFound(user: Pick<UserRow, 'isInternal' | 'isActive'>): boolean {
  return user.isInternal && user.isActive;
}
