import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Another page begins at its top: pages scroll in `main`, and the router looks after the window alone. */
export function usePageTop(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.scrollTo({ top: 0 });
  }, [main, pathname]);
}
