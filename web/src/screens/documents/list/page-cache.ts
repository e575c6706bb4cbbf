/**
 * Up to this many pages are all refreshed after a change. Of more pages only the visible ones are, and the others when
 * they become visible.
 */
const MAX_FULL_REFRESH_PAGES = 4;
/** Rows this close to the viewport count as visible, because row heights differ a little. */
const MARGIN_ROWS = 10;

interface CachedPage {
  rows: readonly unknown[];
  /** The request that it answers, as JSON. */
  requestKey: string;
  /** The time of the request, on the clock of `performance`. */
  requestedAt: number;
}

interface VisiblePages {
  first: number;
  last: number;
}

/** The pages near the part of `list` that is scrolled into view. Null without a scrolling page. */
export function visiblePages(
  list: HTMLElement | null,
  { rows, count }: { rows: number; count: number },
): VisiblePages | null {
  const main = list?.closest('main');
  if (!list || !main || rows === 0) return null;
  const rowPx = list.offsetHeight / rows;
  const scrolledPx = main.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const pageAt = (px: number, margin: number) => Math.floor((px / rowPx + margin) / count) + 1;
  return {
    first: pageAt(scrolledPx, -MARGIN_ROWS),
    last: pageAt(scrolledPx + main.clientHeight, MARGIN_ROWS),
  };
}

/**
 * The loaded pages of a list, and which of them to refresh after a change: a list that was scrolled through thousands
 * of rows refreshes only the visible ones. `findVisible` returns the visible pages for a number of loaded rows.
 */
export function createPageCache<Page extends CachedPage>(findVisible: (rows: number) => VisiblePages | null) {
  let cached: readonly Page[] = [];
  let changedAt = -1;
  const isVisible = (page: number) => {
    if (cached.length <= MAX_FULL_REFRESH_PAGES) return true;
    const visible = findVisible(cached.reduce((sum, { rows }) => sum + rows.length, 0));
    return visible === null || (page >= visible.first && page <= visible.last);
  };
  const isStale = ({ requestedAt }: Page) => requestedAt <= changedAt;
  return {
    store: (pages: readonly Page[]) => {
      cached = pages;
    },
    markStale: (at: number) => {
      changedAt = at;
    },
    /** A page, starting at 1, that need not be requested again. Null if it must be. */
    fresh: (page: number, requestKey: string): Page | null => {
      const stored = cached[page - 1];
      if (!stored || stored.requestKey !== requestKey) return null;
      return isStale(stored) && isVisible(page) ? null : stored;
    },
    hasVisibleStalePages: () => cached.some((page, index) => isStale(page) && isVisible(index + 1)),
  };
}
