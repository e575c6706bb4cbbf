import { openAreas } from '../session/management-areas.ts';
import type { Rights } from '../session/api-types.ts';

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

/** The tabs (SH-38), in their order: SH-39, SH-68 hide what is not on. A section is listed here as soon as its screens exist. */
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
    id: 'invoices',
    text: 'Invoices',
    short: 'Invoices',
    href: '/invoice',
    under: ['/invoice'],
    isShown: ({ invoices }) => invoices,
  },
  {
    id: 'payments',
    text: 'Payments',
    short: 'Payments',
    href: '/payment',
    under: ['/payment'],
    isShown: ({ payments }) => payments,
  },
  {
    id: 'approvals',
    text: 'Approvals',
    short: 'Approvals',
    href: '/approvals',
    under: ['/approvals'],
    isShown: () => true,
  },
  {
    id: 'management',
    text: 'Management',
    short: 'Manage',
    href: '/setup',
    under: ['/setup'],
    isShown: (rights) => openAreas(rights).length > 0,
  },
];

export function sectionsFor(rights: Rights): Section[] {
  return sections.filter((section) => section.isShown(rights));
}

/** DEC-78: a payment's review is the approver's unless it was opened from the creator's list. */
function isApproversReview(pathname: string, search: string): boolean {
  if (/^\/payment\/review\//i.test(pathname))
    return new URLSearchParams(search).get('referrer') !== 'listing';
  return /^\/[a-z]+\/review\/.+\/approver\/?$/i.test(pathname);
}

/** A review in the approver's persona belongs to Approvals, whatever its path begins with (SH-12). */
export function isCurrent(section: Section, at: { pathname: string; search: string }): boolean {
  const { pathname, search } = at;
  if (isApproversReview(pathname, search)) return section.id === 'approvals';
  return section.under.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
