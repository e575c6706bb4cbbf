import { useCallback, useEffect, useRef } from 'react';
import type { createBrowserRouter } from 'react-router';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state'>;

let router: Router | null = null;

/**
 * Sets the router that `isLeaving` reads. React Router's own hook reports a navigation only on render, which may be too
 * late.
 */
export function watchNavigation(watched: Router): void {
  router = watched;
}

/** Whether a navigation is pending: the address is still the old one until the next screen has loaded. */
export function isLeaving(): boolean {
  return router !== null && router.state.navigation.state !== 'idle';
}

/** Returns whether the user is still on the page of the caller. Check it before a slow response navigates elsewhere. */
export function useIsSamePage(): () => boolean {
  const mountedPath = useRef<string | null>(null);
  useEffect(() => {
    mountedPath.current = location.pathname;
    return () => {
      mountedPath.current = null;
    };
  }, []);
  // The address changes before the next screen renders.
  return useCallback(() => mountedPath.current === location.pathname && !isLeaving(), []);
}
