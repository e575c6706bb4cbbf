import { useEffect } from 'react';
import { SCROLL_EVERY_MS } from '#domain/identity/session-clock';
import { readStored, writeStored } from './local-storage.ts';

/**
 * Time of the user's last activity in any tab of this browser, in milliseconds since the epoch; 0 for never (SE-11).
 */
export function lastActivity(): number {
  const stored = Number(readStored('lastActivityTime'));
  return Number.isFinite(stored) && stored > 0 ? stored : 0;
}

export function markActivity(): void {
  writeStored('lastActivityTime', String(Date.now()));
}

/**
 * A call later than this after the last activity does not come from the user. It is the scroll interval, the longest
 * one.
 */
const ATTENDED_FOR_MS = SCROLL_EVERY_MS;

/** Whether the user is active in any tab, so that calls prolong the session (DEC-07). */
export function isUserActive(): boolean {
  return Date.now() - lastActivity() < ATTENDED_FOR_MS;
}

/** Minimum interval between two recordings of activity. */
const WORK_EVERY_MS = 1000;

/**
 * Records activity: all of it in any tab, scrolling at a longer interval. Off while the warning is open (SE-11, SE-13).
 */
export function useActivity(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const recordAfter = (milliseconds: number) => () => {
      if (Date.now() - lastActivity() > milliseconds) markActivity();
    };
    const [recordWork, recordScroll] = [recordAfter(WORK_EVERY_MS), recordAfter(SCROLL_EVERY_MS)];
    const passive = { passive: true, capture: true };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, recordWork, passive);
    addEventListener('scroll', recordScroll, passive);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, recordWork, passive);
      removeEventListener('scroll', recordScroll, passive);
    };
  }, [on]);
}
