import { useEffect } from 'react';
import { callsUnderWay, watchTraffic } from '../api.ts';
import { firstScreenIsDrawn } from '../parts/later.tsx';

/** A screen that asks again as soon as it has an answer gets this long to begin. */
const QUIET_FOR_MS = 150;
/** What waits for the first screen waits no longer than this. */
const AT_LAST_MS = 4000;

/** The first screen stands once it has what it asked for: then comes what can wait. */
export function useFirstScreen(): void {
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(quiet);
      if (callsUnderWay() === 0) quiet = setTimeout(firstScreenIsDrawn, QUIET_FOR_MS);
    };
    const atLast = setTimeout(firstScreenIsDrawn, AT_LAST_MS);
    const leave = watchTraffic(look);
    look();
    return () => {
      leave();
      clearTimeout(quiet);
      clearTimeout(atLast);
    };
  }, []);
}
