import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Permission } from '#domain/identity/permissions';
import { useSession } from './session.tsx';

/**
 * PE-04: draws its children for people who hold the permission, and nothing for others. With `redirect` it sends people
 * on, to `/` unless `to` names another path: those who lack the permission, or those who have it.
 */
export function Gate(props: {
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
  // Who is sent on for holding it is the one that the children are not for.
  return holds === (redirect !== 'on-presence') ? props.children : null;
}
