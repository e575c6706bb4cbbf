import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How far each visited list was scrolled, by the key of its entry in the browser's history. */
const kept = new Map<string, number>();

/** Goes to `top` as soon as the rows are there to go to; a hand on the page is stronger. Answers how to give up. */
function goTo(main: HTMLElement, list: HTMLElement, top: number): () => void {
  const growth = new ResizeObserver(() => {
    main.scrollTop = top;
    if (main.scrollTop >= top - 1) stop();
  });
  const stop = () => {
    growth.disconnect();
    for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      main.removeEventListener(name, stop);
  };
  for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    main.addEventListener(name, stop, { passive: true });
  }
  growth.observe(list);
  return stop;
}

/**
 * The list begins at its top again when what it shows changes (LS-20), and is found where it was left when one comes
 * back to it. `list` is the element that grows with the rows, inside the scrolling page. True when that is further down.
 */
export function useListScroll(list: RefObject<HTMLElement | null>, shown: string): boolean {
  const { key } = useLocation();
  const arrivedBy = useNavigationType();
  const [left] = useState(() => (arrivedBy === NavigationType.Pop ? (kept.get(key) ?? 0) : 0));
  useEffect(() => {
    const main = list.current?.closest('main');
    if (!list.current || !main) return undefined;
    if (left > 0) return goTo(main, list.current, left);
    main.scrollTop = 0;
    return undefined;
  }, [list, left]);
  useEffect(() => {
    const main = list.current?.closest('main');
    if (!main) return undefined;
    const keep = () => void kept.set(key, main.scrollTop);
    main.addEventListener('scroll', keep, { passive: true });
    return () => main.removeEventListener('scroll', keep);
  }, [list, key]);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    list.current?.closest('main')?.scrollTo({ top: 0 });
  }, [list, shown]);
  return left > 0;
}
