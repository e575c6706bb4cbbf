import type { Section } from './sections.ts';

/** A tab as it stands now. */
export interface SectionLink extends Section {
  current: boolean;
  /** What waits there for this user. */
  count: number;
}

/** What the user menu and the drawer offer beside the tabs (SH-46). */
export interface UserActs {
  onSettings: () => void;
  onLogOut: () => void;
}
