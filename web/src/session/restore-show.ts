/** Show ids known at startup, each may be null. */
export interface ShowHints {
  /** The server's own selection, already honouring `restoreShow` (DEC-06). */
  selected: string | null;
  /** Saved when a session expired (SE-19). */
  beforeLogin: string | null;
  /** The `s` parameter of the URL (SH-31). */
  fromUrl: string | null;
  recent: readonly string[];
  all: readonly string[];
}

const RECENT_AT_MOST = 5;

/** Returns the show to open after sign-in; ignores hints at shows that the user is not a member of (SE-15). */
export function showToOpen(hints: ShowHints): string | null {
  const memberships = new Set([...hints.all, ...hints.recent]);
  const candidates = [hints.selected, hints.beforeLogin, hints.fromUrl, hints.recent[0], hints.all[0]];
  return candidates.find((id) => id !== null && id !== undefined && memberships.has(id)) ?? null;
}

/** At most 5 recently viewed shows, filled up from the list of shows (SE-16). */
export function recentlyViewed<Show extends { id: string }>(
  recent: readonly Show[],
  all: readonly Show[],
): Show[] {
  const chosen = new Map<string, Show>();
  for (const show of [...recent, ...all]) {
    if (chosen.size === RECENT_AT_MOST) break;
    if (!chosen.has(show.id)) chosen.set(show.id, show);
  }
  return [...chosen.values()];
}

/** Removes the two show parameters, which apply only once (SH-30, SH-31). */
export function withoutShowHints(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('restoreShow');
  url.searchParams.delete('s');
  return `${url.pathname}${url.search}${url.hash}`;
}
