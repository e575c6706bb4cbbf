/** What start-up knows about shows, each an id or null. */
export interface ShowHints {
  /** The server's own selection, already honouring `restoreShow` (DEC-06). */
  selected: string | null;
  /** Kept when a session ran out (SE-19). */
  beforeLogin: string | null;
  /** The `s` parameter of the URL (SH-31). */
  fromUrl: string | null;
  recent: readonly string[];
  all: readonly string[];
}

const RECENT_AT_MOST = 5;

/** SE-15: which show opens after sign-in; a hint at a show the user does not belong to is passed over. */
export function showToOpen(hints: ShowHints): string | null {
  const mine = new Set([...hints.all, ...hints.recent]);
  const wishes = [hints.selected, hints.beforeLogin, hints.fromUrl, hints.recent[0], hints.all[0]];
  return wishes.find((id) => id !== null && id !== undefined && mine.has(id)) ?? null;
}

/** SE-16: at most 5 recently viewed shows, filled up from the list of shows. */
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

/** SH-30, SH-31: the URL without the two parameters, which are honoured once. */
export function withoutShowHints(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('restoreShow');
  url.searchParams.delete('s');
  return `${url.pathname}${url.search}${url.hash}`;
}
