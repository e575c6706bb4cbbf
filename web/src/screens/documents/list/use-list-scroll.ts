import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The scroll position of each visited list, by the key of its history entry. */
const scrollTops = new Map<string, number>();

/** The first list of a loaded page is at its top. Setting that would lay out the page once more before its first paint. */
let isFirstList = true;

/**
 * Scrolls to `top` as soon as the list is high enough. Stops when the user scrolls. Returns a function that stops it.
 */
function scrollWhenReady(main: HTMLElement, list: HTMLElement, top: number): () => void {
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
 * Scrolls to the top when the query changes (LS-20), and restores the scroll position after back. `list` is the element
 * that grows with the rows, inside the scrolling page. Returns true if the restored position is not the top.
 */
export function useListScroll(list: RefObject<HTMLElement | null>, shown: string): boolean {
  const { key } = useLocation();
  const arrivedBy = useNavigationType();
  const [savedTop] = useState(() => (arrivedBy === NavigationType.Pop ? (scrollTops.get(key) ?? 0) : 0));
  useEffect(() => {
    const main = list.current?.closest('main');
    if (!list.current || !main) return undefined;
    if (savedTop > 0) return scrollWhenReady(main, list.current, savedTop);
    if (!isFirstList) main.scrollTop = 0;
    isFirstList = false;
    return undefined;
  }, [list, savedTop]);
  useEffect(() => {
    const main = list.current?.closest('main');
    if (!main) return undefined;
    const saveTop = () => void scrollTops.set(key, main.scrollTop);
    main.addEventListener('scroll', saveTop, { passive: true });
    return () => main.removeEventListener('scroll', saveTop);
  }, [list, key]);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    list.current?.closest('main')?.scrollTo({ top: 0 });
  }, [list, shown]);
  return savedTop > 0;
}
