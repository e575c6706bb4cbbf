import { useEffect, useState } from 'react';
import { callsInFlight, watchTraffic } from '../api.ts';
import { afterFirstScreen, markFirstScreenRendered } from '../parts/hooks/lazy-part.tsx';

/**
 * How long no call may be in flight before the first screen counts as loaded: a screen may send calls one after the
 * other.
 */
const QUIET_FOR_MS = 150;
/** Deferred code loads after this time at the latest. */
const MAX_WAIT_MS = 4000;

/** Returns whether the first screen has its data, and then starts loading deferred code. */
export function useFirstScreenReady(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(quiet);
      if (callsInFlight() === 0) quiet = setTimeout(markFirstScreenRendered, QUIET_FOR_MS);
    };
    const maxWait = setTimeout(markFirstScreenRendered, MAX_WAIT_MS);
    afterFirstScreen(() => setOver(true));
    const leave = watchTraffic(check);
    check();
    return () => {
      leave();
      clearTimeout(quiet);
      clearTimeout(maxWait);
    };
  }, []);
  return isOver;
}
