import { openAreas } from '../session/management-areas.ts';
import type { Rights } from '../session/api-types.ts';

export interface NavSection {
  id: string;
  text: string;
  /** Label in the bottom bar of a phone. */
  short: string;
  href: string;
  /** Paths at which this tab is the current one. */
  under: readonly string[];
  isShown: (rights: Rights) => boolean;
}

/** The tabs in their order (SH-38). Modules that are off are hidden (SH-39, SH-68). */
const sections: readonly NavSection[] = [
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

export function sectionsFor(rights: Rights): NavSection[] {
  return sections.filter((section) => section.isShown(rights));
}

/** A payment's review belongs to the approver unless it was opened from the creator's list (DEC-78). */
function isApproversReview(pathname: string, search: string): boolean {
  if (/^\/payment\/review\//i.test(pathname))
    return new URLSearchParams(search).get('referrer') !== 'listing';
  return /^\/[a-z]+\/review\/.+\/approver\/?$/i.test(pathname);
}

/** A review in the approver's persona belongs to Approvals, whatever its path starts with (SH-12). */
export function isCurrent(section: NavSection, at: { pathname: string; search: string }): boolean {
  const { pathname, search } = at;
  if (isApproversReview(pathname, search)) return section.id === 'approvals';
  return section.under.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
