import { startTransition, useEffect, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Tables up to this number of rows render all of them; longer ones render only those near the viewport, in steps. */
const ALL_UP_TO = 150;
const STEP = 10;
const NEAR_PX = 1200;
/** Number of additional rows that the table knows on each side of the rendered ones. Changing them is expensive. */
const KNOWN_BESIDE = 200;

interface Rows {
  first: number;
  end: number;
}

interface RowWindow extends Rows {
  known: Rows;
  /** Height of a row; all rows have the same. */
  rowPx: number;
}

const initialWindow: RowWindow = {
  first: 0,
  end: ALL_UP_TO,
  known: { first: 0, end: ALL_UP_TO + KNOWN_BESIDE },
  rowPx: 40,
};

/** The rows of `count` that are near the viewport; `table` starts at the first row. */
function windowAt(table: HTMLElement, main: HTMLElement, count: number): Omit<RowWindow, 'known'> {
  const rowPx = table.querySelector<HTMLElement>('tbody > tr')?.offsetHeight || initialWindow.rowPx;
  const passed = main.getBoundingClientRect().top - table.getBoundingClientRect().top;
  const rowAt = (px: number) => Math.floor(px / (rowPx * STEP)) * STEP;
  const first = Math.min(rowAt(passed - NEAR_PX), count - STEP);
  const end = rowAt(passed + main.clientHeight + NEAR_PX) + STEP;
  return { first: Math.max(0, first), end: Math.min(count, end), rowPx };
}

function updateWindow(before: RowWindow, now: Omit<RowWindow, 'known'>): RowWindow {
  const { first, end, rowPx } = now;
  if (before.first === first && before.end === end && before.rowPx === rowPx) return before;
  const isKnown = before.known.first <= first && before.known.end >= end;
  const around = { first: Math.max(0, first - KNOWN_BESIDE), end: end + KNOWN_BESIDE };
  return { ...now, known: isKnown ? before.known : around };
}

/**
 * Blurs a row that was scrolled out of view: no key acts on an invisible row, and the table, which does not notice that
 * a focused row is no longer rendered, does not scroll another one into view.
 */
function blurHiddenRow(table: HTMLElement, main: HTMLElement): void {
  const focused = document.activeElement;
  const row = focused?.closest('tbody > tr');
  if (!(focused instanceof HTMLElement) || !row || !table.contains(row)) return;
  const { top, bottom } = row.getBoundingClientRect();
  const sight = main.getBoundingClientRect();
  const head = table.querySelector('thead th')?.getBoundingClientRect().bottom ?? sight.top;
  if (bottom <= Math.max(head, sight.top) || top >= sight.bottom) focused.blur();
}

/** Whether the page is being printed: then every row is rendered. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page as soon as this handler returns.
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

/** Time in which a user does not scroll or search a list that has just loaded. */
const IDLE_MS = 1000;
const activityEvents = ['keydown', 'wheel', 'touchmove', 'scroll', 'resize'];

/**
 * Number of rows that render first: as many as fit into the window. The others render a moment later as a transition,
 * or on the first key or scroll, and not at all if the user leaves at once.
 */
function useFirstRows(deferOffscreenRows: boolean, hasRows: boolean): number {
  const [isFirst, setFirst] = useState(deferOffscreenRows);
  useEffect(() => {
    if (!isFirst || !hasRows) return undefined;
    const renderAll = () => startTransition(() => setFirst(false));
    const timer = setTimeout(renderAll, IDLE_MS);
    for (const event of activityEvents) addEventListener(event, renderAll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of activityEvents) removeEventListener(event, renderAll, { capture: true });
    };
  }, [isFirst, hasRows]);
  return isFirst ? Math.ceil(innerHeight / initialWindow.rowPx) : Infinity;
}

/**
 * The rendered rows of a long table, and the height in px of the others above and below. In a table of any length a row
 * has the focus only while it is visible.
 */
export function useRowVirtualizer(
  table: RefObject<HTMLElement | null>,
  count: number,
  deferOffscreenRows: boolean,
) {
  const [near, setNear] = useState(initialWindow);
  const isPrinting = useIsPrinting();
  const firstRows = useFirstRows(deferOffscreenRows, count > 0);
  const isPart = count > ALL_UP_TO && !isPrinting;
  useEffect(() => {
    const box = table.current;
    const main = box?.closest('main');
    if (!box || !main) return undefined;
    const update = () => {
      blurHiddenRow(box, main);
      if (!isPart) return;
      const now = windowAt(box, main, count);
      setNear((before) => updateWindow(before, now));
    };
    const size = new ResizeObserver(update);
    size.observe(main);
    main.addEventListener('scroll', update, { passive: true });
    return () => {
      size.disconnect();
      main.removeEventListener('scroll', update);
    };
  }, [table, count, isPart]);
  if (!isPart) {
    const rendered = isPrinting ? count : Math.min(count, firstRows);
    const below = (count - rendered) * initialWindow.rowPx;
    return { first: 0, end: rendered, known: { first: 0, end: count }, above: 0, below, isPart: below > 0 };
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

/** The part of `items` from `first` to `end`: the same array while it contains the same items. */
export function useSlice<Item>(
  items: readonly Item[] | undefined,
  { first, end }: Rows,
): readonly Item[] | undefined {
  const slice = useMemo(() => items?.slice(first, end), [items, first, end]);
  const [stable, setStable] = useState(slice);
  const isSame = stable?.length === slice?.length && !slice?.some((item, place) => item !== stable?.[place]);
  if (!isSame) setStable(slice);
  return isSame ? stable : slice;
}
