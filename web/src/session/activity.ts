import { useEffect } from 'react';
import { SCROLL_EVERY_MS } from '#domain/identity/session-clock';
import { recall, remember } from './local-storage.ts';

/** When somebody last worked in any tab of this browser (SE-11), in milliseconds since the epoch; 0 for never. */
export function lastActivity(): number {
  const kept = Number(recall('lastActivityTime'));
  return Number.isFinite(kept) && kept > 0 ? kept : 0;
}

export function markActivity(): void {
  remember('lastActivityTime', String(Date.now()));
}

/** Later than this after the last sign of life, a call is nobody's wish. Scrolling is noted seldom, hence its time. */
const ATTENDED_FOR_MS = SCROLL_EVERY_MS;

/** DEC-07: whether somebody works in any tab, so that calls prolong the session. */
export function isAttended(): boolean {
  return Date.now() - lastActivity() < ATTENDED_FOR_MS;
}

/** Work is noted at most this often. */
const WORK_EVERY_MS = 1000;

/** SE-11, SE-13: work in any tab counts; scrolling counts once in a while. Off while the warning is open. */
export function useActivity(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const noteAfter = (milliseconds: number) => () => {
      if (Date.now() - lastActivity() > milliseconds) markActivity();
    };
    const [work, scroll] = [noteAfter(WORK_EVERY_MS), noteAfter(SCROLL_EVERY_MS)];
    const passive = { passive: true, capture: true };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, work, passive);
    addEventListener('scroll', scroll, passive);
    return () => {
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, work, passive);
      removeEventListener('scroll', scroll, passive);
    };
  }, [on]);
}
