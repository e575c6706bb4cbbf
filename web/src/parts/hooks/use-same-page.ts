import { useCallback, useEffect, useRef } from 'react';
import type { createBrowserRouter } from 'react-router';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state'>;

let router: Router | null = null;

/** Names the router that `isLeaving` asks; its own hook tells of a navigation only when React draws it, which may be too late. */
export function watchNavigation(watched: Router): void {
  router = watched;
}

/** Whether the user has opened another page whose screen is still loading: until it is there the address is the old one. */
export function isLeaving(): boolean {
  return router !== null && router.state.navigation.state !== 'idle';
}

/** Returns whether the user is still on the page that the caller was drawn on; ask it before a slow answer leads elsewhere. */
export function useIsHere(): () => boolean {
  const here = useRef<string | null>(null);
  useEffect(() => {
    here.current = location.pathname;
    return () => {
      here.current = null;
    };
  }, []);
  // The address tells before the next screen is drawn.
  return useCallback(() => here.current === location.pathname && !isLeaving(), []);
}
