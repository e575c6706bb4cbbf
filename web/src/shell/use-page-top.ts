import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Another page begins at its top: pages scroll in `main`, and the router looks after the window alone. */
export function usePageTop(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (main.current) main.current.scrollTop = 0;
  }, [main, pathname]);
}
