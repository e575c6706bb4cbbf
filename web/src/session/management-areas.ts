import { can, canReadWorkflows } from '#domain/identity/permissions';
import type { Rights } from './api-types.ts';

/** One area of the management screens (MG-01, SH-40). */
export interface ManagementArea {
  id: 'departments' | 'users' | 'flows' | 'shows' | 'settings' | 'budget' | 'health';
  text: string;
  href: string;
  /** PE-09: read access to it. */
  isOpen: (rights: Rights) => boolean;
}

/** In the order of SH-40. */
const areas: readonly ManagementArea[] = [
  {
    id: 'departments',
    text: 'Departments',
    href: '/setup/departments',
    isOpen: ({ permissions }) => can(permissions, 'Departments', 'READ'),
  },
  {
    id: 'users',
    text: 'Users',
    href: '/setup/users',
    isOpen: ({ permissions }) => can(permissions, 'UserManagement', 'READ'),
  },
  {
    id: 'flows',
    text: 'Approval Flows',
    href: '/setup/shows/workflows',
    isOpen: canReadWorkflows,
  },
  {
    id: 'shows',
    text: 'Shows',
    href: '/setup/shows',
    isOpen: ({ permissions }) => can(permissions, 'Internal', 'READ'),
  },
  {
    id: 'settings',
    text: 'Settings',
    href: '/setup/settings',
    isOpen: ({ permissions }) => can(permissions, 'Show', 'READ'),
  },
  // Beyond SH-40 (BUD-17).
  {
    id: 'budget',
    text: 'Budget',
    href: '/setup/budget',
    isOpen: ({ permissions }) => can(permissions, 'Budget', 'READ'),
  },
  // Beyond SH-40: the health of the shows that the user administers.
  {
    id: 'health',
    text: 'Health',
    href: '/setup/health',
    isOpen: ({ permissions }) => can(permissions, 'Show', 'FULL'),
  },
];

/** The areas that the user may read in the open show (SH-41). */
export function openAreas(rights: Rights): ManagementArea[] {
  return areas.filter((area) => area.isOpen(rights));
}

/** The area of a path, or null outside management. The longest address wins: approval flows are below shows. */
export function areaOf(pathname: string): ManagementArea | null {
  const holding = areas.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  return holding.toSorted((a, b) => b.href.length - a.href.length)[0] ?? null;
}
