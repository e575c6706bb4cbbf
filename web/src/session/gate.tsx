import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Permission } from '#domain/permissions';
import { useSession } from './session.tsx';

/** PE-04: draws its children only for people who hold the permission; others go to `to` (SH-06), or see nothing. */
export function Gate(props: {
  permission: Permission;
  level: 'READ' | 'FULL';
  to?: string;
  children: ReactNode;
}) {
  const { can } = useSession();
  if (can(props.permission, props.level)) return props.children;
  return props.to === undefined ? null : <Navigate to={props.to} replace />;
}
