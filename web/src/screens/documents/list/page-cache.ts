/** So many pages are read again whole when something changed; of more those in sight, and the others as they come into it. */
const FEW = 4;
/** So near to what can be seen, in rows, counts as seen: rows differ a little in height. */
const ROWS_BESIDE = 10;

interface HeldPage {
  rows: readonly unknown[];
  /** The question that it answers. */
  asked: string;
  /** When it was asked, on the clock of `performance`. */
  askedAt: number;
}

/** The pages, from 1, of which something can be seen. */
interface PagesInSight {
  first: number;
  last: number;
}

/** Which pages, of so many rows each, are near the part of `list` that its scrolling page shows; null without one. */
export function visiblePages(
  list: HTMLElement | null,
  { rows, count }: { rows: number; count: number },
): PagesInSight | null {
  const main = list?.closest('main');
  if (!list || !main || rows === 0) return null;
  const rowPx = list.offsetHeight / rows;
  const passed = main.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const pageAt = (px: number, beside: number) => Math.floor((px / rowPx + beside) / count) + 1;
  return { first: pageAt(passed, -ROWS_BESIDE), last: pageAt(passed + main.clientHeight, ROWS_BESIDE) };
}

/**
 * The pages that a list holds, and which of them are to be read again after a change: a list that was scrolled through
 * thousands of rows asks for those in sight, not for all. `lookAt` tells of so many rows which pages those are.
 */
export function createPageCache<Page extends HeldPage>(lookAt: (rows: number) => PagesInSight | null) {
  let held: readonly Page[] = [];
  let changedAt = -1;
  const isSeen = (page: number) => {
    if (held.length <= FEW) return true;
    const seen = lookAt(held.reduce((sum, { rows }) => sum + rows.length, 0));
    return seen === null || (page >= seen.first && page <= seen.last);
  };
  const isOld = ({ askedAt }: Page) => askedAt <= changedAt;
  return {
    hold: (pages: readonly Page[]) => {
      held = pages;
    },
    /** All that is held may say something else now. */
    markOld: (at: number) => {
      changedAt = at;
    },
    /** A page, from 1, that need not be asked for; null where it must. */
    kept: (page: number, asked: string): Page | null => {
      const one = held[page - 1];
      if (!one || one.asked !== asked) return null;
      return isOld(one) && isSeen(page) ? null : one;
    },
    hasOldInSight: () => held.some((one, at) => isOld(one) && isSeen(at + 1)),
  };
}
