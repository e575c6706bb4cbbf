import { can, readsFlows } from '#domain/identity/permissions';
import type { Rights } from './api-types.ts';

/** One area of the management screens (MG-01, SH-40). */
export interface ManagementArea {
  id: 'departments' | 'users' | 'flows' | 'shows' | 'settings' | 'health';
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
    isOpen: readsFlows,
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
  // Beyond SH-40: how the shows are that somebody looks after.
  {
    id: 'health',
    text: 'Health',
    href: '/setup/health',
    isOpen: ({ permissions }) => can(permissions, 'Show', 'FULL'),
  },
];

/** SH-41: the areas that this person may read in the open show. */
export function openAreas(rights: Rights): ManagementArea[] {
  return areas.filter((area) => area.isOpen(rights));
}

/** The area that a path belongs to; null outside management. The longest address wins: flows stand below shows. */
export function areaOf(pathname: string): ManagementArea | null {
  const holding = areas.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  return holding.toSorted((a, b) => b.href.length - a.href.length)[0] ?? null;
}
