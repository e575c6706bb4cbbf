import type { Rights } from '../session/wire.ts';

export interface Section {
  id: string;
  text: string;
  /** For the bar at the foot of a phone. */
  short: string;
  href: string;
  /** Paths under which this tab is the present one. */
  under: readonly string[];
  isShown: (rights: Rights) => boolean;
}

/** The tabs (SH-38), in their order. A section is listed here as soon as its screens exist. */
const sections: readonly Section[] = [
  {
    id: 'purchase-orders',
    text: 'Purchase Orders',
    short: 'POs',
    href: '/po',
    under: ['/po'],
    isShown: () => true,
  },
  {
    id: 'approvals',
    text: 'Approvals',
    short: 'Approvals',
    href: '/approvals',
    under: ['/approvals'],
    isShown: () => true,
  },
];

export function sectionsFor(rights: Rights): Section[] {
  return sections.filter((section) => section.isShown(rights));
}

/** A review in the approver's persona belongs to Approvals, whatever its path begins with (SH-12). */
export function isCurrent(section: Section, pathname: string): boolean {
  const reviewing = /^\/[a-z]+\/review\/.+\/approver\/?$/i.test(pathname);
  if (reviewing) return section.id === 'approvals';
  return section.under.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
