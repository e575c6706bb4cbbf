import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Permission } from '#domain/identity/permissions';
import { useSession } from './session.tsx';

/**
 * Renders its children only for users with the permission (PE-04). `redirect` sends users without the permission, or
 * those with it, to `to` (`/` by default).
 */
export function RequirePermission(props: {
  permission: Permission;
  level: 'READ' | 'FULL';
  redirect?: 'on-lack' | 'on-presence';
  to?: string;
  children: ReactNode;
}) {
  const { permission, level, redirect, to = '/' } = props;
  const { can } = useSession();
  const holds = can(permission, level);
  if (redirect === (holds ? 'on-presence' : 'on-lack')) return <Navigate to={to} replace />;
  // With `on-presence` the children are for users without the permission.
  return holds === (redirect !== 'on-presence') ? props.children : null;
}
