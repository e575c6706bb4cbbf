import { startTransition, useEffect, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows all are drawn; of more only those near what is in sight, in steps. */
const ALL_UP_TO = 150;
const STEP = 10;
const NEAR_PX = 1200;
/** The table knows so many rows on either side of those that are drawn: what it knows is dear to change, and to keep. */
const KNOWN_BESIDE = 200;

interface Rows {
  first: number;
  end: number;
}

interface RowWindow extends Rows {
  known: Rows;
  /** Of one row; rows are alike. */
  rowPx: number;
}

const begin: RowWindow = {
  first: 0,
  end: ALL_UP_TO,
  known: { first: 0, end: ALL_UP_TO + KNOWN_BESIDE },
  rowPx: 40,
};

/** What of `count` rows is near the part of the page that is in sight; `table` stands at the top of all of them. */
function windowAt(table: HTMLElement, main: HTMLElement, count: number): Omit<RowWindow, 'known'> {
  const rowPx = table.querySelector<HTMLElement>('tbody > tr')?.offsetHeight || begin.rowPx;
  const passed = main.getBoundingClientRect().top - table.getBoundingClientRect().top;
  const rowAt = (px: number) => Math.floor(px / (rowPx * STEP)) * STEP;
  const first = Math.min(rowAt(passed - NEAR_PX), count - STEP);
  const end = rowAt(passed + main.clientHeight + NEAR_PX) + STEP;
  return { first: Math.max(0, first), end: Math.min(count, end), rowPx };
}

function moved(before: RowWindow, now: Omit<RowWindow, 'known'>): RowWindow {
  const { first, end, rowPx } = now;
  if (before.first === first && before.end === end && before.rowPx === rowPx) return before;
  const isKnown = before.known.first <= first && before.known.end >= end;
  const around = { first: Math.max(0, first - KNOWN_BESIDE), end: end + KNOWN_BESIDE };
  return { ...now, known: isKnown ? before.known : around };
}

/**
 * A row that was scrolled out of sight lets go of the focus: no key acts on what nobody sees, and the table, which hears
 * nothing of a focused row that is no longer drawn, does not bring another one into sight in its place.
 */
function letGoOfUnseen(table: HTMLElement, main: HTMLElement): void {
  const focused = document.activeElement;
  const row = focused?.closest('tbody > tr');
  if (!(focused instanceof HTMLElement) || !row || !table.contains(row)) return;
  const { top, bottom } = row.getBoundingClientRect();
  const sight = main.getBoundingClientRect();
  const head = table.querySelector('thead th')?.getBoundingClientRect().bottom ?? sight.top;
  if (bottom <= Math.max(head, sight.top) || top >= sight.bottom) focused.blur();
}

/** Whether the page is being printed: on paper nothing is out of sight. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as this returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}

/** So long nobody scrolls a list that has just come, or looks for something in it. */
const MOMENT_MS = 1000;
const signs = ['keydown', 'wheel', 'touchmove', 'scroll', 'resize'];

/**
 * How many rows of a table that has just come are drawn before the others: as many as fit into the window. Those beyond it come
 * a moment later, in slices, or as soon as a key or the wheel may ask for them; what leads elsewhere at once is spared them.
 */
function useFirstRows(restComesLater: boolean, hasRows: boolean): number {
  const [isFirst, setFirst] = useState(restComesLater);
  useEffect(() => {
    if (!isFirst || !hasRows) return undefined;
    const all = () => startTransition(() => setFirst(false));
    const moment = setTimeout(all, MOMENT_MS);
    for (const sign of signs) addEventListener(sign, all, { capture: true, passive: true });
    return () => {
      clearTimeout(moment);
      for (const sign of signs) removeEventListener(sign, all, { capture: true });
    };
  }, [isFirst, hasRows]);
  return isFirst ? Math.ceil(innerHeight / begin.rowPx) : Infinity;
}

/**
 * The rows of a long table that are drawn, and the room in px that the others take above and below them: thousands that
 * were scrolled past cost no more than those that can be seen. In a table of any length a row has the focus only while
 * it is in sight.
 */
export function useRowVirtualizer(
  table: RefObject<HTMLElement | null>,
  count: number,
  restComesLater: boolean,
) {
  const [near, setNear] = useState(begin);
  const isPrinting = useIsPrinting();
  const firstRows = useFirstRows(restComesLater, count > 0);
  const isPart = count > ALL_UP_TO && !isPrinting;
  useEffect(() => {
    const box = table.current;
    const main = box?.closest('main');
    if (!box || !main) return undefined;
    const look = () => {
      letGoOfUnseen(box, main);
      if (!isPart) return;
      const now = windowAt(box, main, count);
      setNear((before) => moved(before, now));
    };
    const size = new ResizeObserver(look);
    size.observe(main);
    main.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      main.removeEventListener('scroll', look);
    };
  }, [table, count, isPart]);
  if (!isPart) {
    const drawn = isPrinting ? count : Math.min(count, firstRows);
    const below = (count - drawn) * begin.rowPx;
    return { first: 0, end: drawn, known: { first: 0, end: count }, above: 0, below, isPart: below > 0 };
  }
  const end = Math.min(near.end, count);
  const first = Math.min(near.first, end);
  return {
    first,
    end,
    known: near.known,
    above: first * near.rowPx,
    below: (count - end) * near.rowPx,
    isPart,
  };
}

/** The part of `items` from `first` to `end`: the same value for as long as the same items are in it. */
export function useSlice<Item>(
  items: readonly Item[] | undefined,
  { first, end }: Rows,
): readonly Item[] | undefined {
  const slice = useMemo(() => items?.slice(first, end), [items, first, end]);
  const [kept, keep] = useState(slice);
  const isSame = kept?.length === slice?.length && !slice?.some((item, place) => item !== kept?.[place]);
  if (!isSame) keep(slice);
  return isSame ? kept : slice;
}
