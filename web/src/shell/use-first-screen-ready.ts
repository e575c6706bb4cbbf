import { useEffect, useState } from 'react';
import { callsUnderWay, watchTraffic } from '../api.ts';
import { afterFirstScreen, firstScreenIsDrawn } from '../parts/hooks/lazy-part.tsx';

/** A screen that asks again as soon as it has an answer gets this long to begin. */
const QUIET_FOR_MS = 150;
/** What waits for the first screen waits no longer than this. */
const AT_LAST_MS = 4000;

/** The first screen stands once it has what it asked for: then comes what can wait, as the answer says. */
export function useFirstScreen(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(quiet);
      if (callsUnderWay() === 0) quiet = setTimeout(firstScreenIsDrawn, QUIET_FOR_MS);
    };
    const atLast = setTimeout(firstScreenIsDrawn, AT_LAST_MS);
    afterFirstScreen(() => setOver(true));
    const leave = watchTraffic(look);
    look();
    return () => {
      leave();
      clearTimeout(quiet);
      clearTimeout(atLast);
    };
  }, []);
  return isOver;
}
