import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows all are drawn; of more only those near what is in sight, in steps. */
const ALL_UP_TO = 150;
const STEP = 20;
const NEAR_PX = 1200;

interface RowWindow {
  first: number;
  end: number;
  /** Of one row; rows are alike. */
  rowPx: number;
}

const begin: RowWindow = { first: 0, end: ALL_UP_TO, rowPx: 40 };

/** What of `count` rows is near the part of the page that is in sight; `table` stands at the top of all of them. */
function windowAt(table: HTMLElement, main: HTMLElement, count: number): RowWindow {
  const rowPx = table.querySelector<HTMLElement>('tbody > tr')?.offsetHeight || begin.rowPx;
  const passed = main.getBoundingClientRect().top - table.getBoundingClientRect().top;
  const rowAt = (px: number) => Math.floor(px / (rowPx * STEP)) * STEP;
  const first = Math.min(rowAt(passed - NEAR_PX), count - STEP);
  const end = rowAt(passed + main.clientHeight + NEAR_PX) + STEP;
  return { first: Math.max(0, first), end: Math.min(count, end), rowPx };
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

/**
 * The rows of a long table that are drawn, and the room in px that the others take above and below them: thousands that
 * were scrolled past cost no more than those that can be seen. In a table of any length a row has the focus only while
 * it is in sight.
 */
export function useRowWindow(table: RefObject<HTMLElement | null>, count: number) {
  const [near, setNear] = useState(begin);
  const isPrinting = useIsPrinting();
  const isPart = count > ALL_UP_TO && !isPrinting;
  useEffect(() => {
    const box = table.current;
    const main = box?.closest('main');
    if (!box || !main) return undefined;
    const look = () => {
      letGoOfUnseen(box, main);
      if (!isPart) return;
      const now = windowAt(box, main, count);
      setNear((before) =>
        before.first === now.first && before.end === now.end && before.rowPx === now.rowPx ? before : now,
      );
    };
    const size = new ResizeObserver(look);
    size.observe(main);
    main.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      main.removeEventListener('scroll', look);
    };
  }, [table, count, isPart]);
  if (!isPart) return { first: 0, end: count, above: 0, below: 0, isPart };
  const end = Math.min(near.end, count);
  const first = Math.min(near.first, end);
  return { first, end, above: first * near.rowPx, below: (count - end) * near.rowPx, isPart };
}
