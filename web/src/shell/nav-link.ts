import { areaOf, openAreas } from '../session/management-areas.ts';
import type { Rights } from '../session/api-types.ts';
import type { NavSection } from './navigation.ts';

/** An area in the sub-menu of a tab. */
export interface AreaLink {
  id: string;
  text: string;
  href: string;
  current: boolean;
}

/** A tab with its current state. */
export interface SectionLink extends NavSection {
  current: boolean;
  /** Number of documents that wait for the user there. */
  count: number;
  /** The count for screen readers. */
  countText: string;
  /** The areas of `Management`; other tabs have none (SH-40, SH-41). */
  areas: readonly AreaLink[];
}

/** The areas of a tab that the user may read, with the current one marked (SH-41). */
export function areaLinks(section: NavSection, rights: Rights, pathname: string): AreaLink[] {
  if (section.id !== 'management') return [];
  const here = areaOf(pathname);
  return openAreas(rights).map(({ id, text, href }) => ({ id, text, href, current: id === here?.id }));
}

/** Actions of the user menu and the drawer (SH-46). */
export interface UserActions {
  onSettings: () => void;
  /** Null for users who approve nothing. */
  onSetCover: (() => void) | null;
  /** Null where there are none. */
  onShortcuts: (() => void) | null;
  onLogOut: () => void;
}
