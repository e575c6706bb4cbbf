import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Scrolls a new page to its top: pages scroll in `main`, and the router only resets the window. */
export function useScrollReset(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.scrollTo({ top: 0 });
  }, [main, pathname]);
}
