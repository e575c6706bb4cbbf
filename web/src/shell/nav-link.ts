import { areaOf, openAreas } from '../session/management-areas.ts';
import type { Rights } from '../session/api-types.ts';
import type { Section } from './navigation.ts';

/** A place below a tab, in its sub-menu. */
export interface AreaLink {
  id: string;
  text: string;
  href: string;
  current: boolean;
}

/** A tab as it stands now. */
export interface SectionLink extends Section {
  current: boolean;
  /** What waits there for this user. */
  count: number;
  /** The same for whoever hears it. */
  countText: string;
  /** SH-40, SH-41: the areas of `Management`; other tabs have none. */
  areas: readonly AreaLink[];
}

/** SH-41: the areas of a tab that this person may read, as they stand at this address. */
export function areaLinks(section: Section, rights: Rights, pathname: string): AreaLink[] {
  if (section.id !== 'management') return [];
  const here = areaOf(pathname);
  return openAreas(rights).map(({ id, text, href }) => ({ id, text, href, current: id === here?.id }));
}

/** What the user menu and the drawer offer beside the tabs (SH-46). */
export interface UserActs {
  onSettings: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
}
