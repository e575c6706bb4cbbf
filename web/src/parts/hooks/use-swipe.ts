import { useEffect, useEffectEvent } from 'react';

/** A swipe is at least this long, and clearly sideways. */
const MIN_LENGTH_PX = 70;
const MAX_SLOPE = 0.5;
const MAX_DURATION_MS = 600;
/** From here the browser's own swipe goes back in the history. */
const EDGE_PX = 24;

const ownGestures = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="slider"]';

/** Whether the finger is on something that moves sideways itself, or that is typed into. */
function hasOwnGesture(target: Element, box: Element): boolean {
  if (target.closest(ownGestures)) return true;
  for (let at: Element | null = target; at && at !== box; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

/**
 * Calls `onSwipe` when a finger was moved sideways across an element that matches `selector`. Nothing moves along with
 * the finger, so there is no motion to reduce.
 */
export function useSwipe(selector: string, onSwipe: (direction: 'left' | 'right') => void): void {
  const swipe = useEffectEvent(onSwipe);
  useEffect(() => {
    let start: { x: number; y: number; at: number } | null = null;
    const begin = ({ touches, target, timeStamp }: TouchEvent) => {
      start = null;
      const [touch] = touches;
      const box = target instanceof Element ? target.closest(selector) : null;
      if (!touch || touches.length > 1 || !box || hasOwnGesture(target as Element, box)) return;
      const { clientX: x, clientY: y } = touch;
      const isAtEdge = x < EDGE_PX || x > innerWidth - EDGE_PX;
      const isZoomed = (visualViewport?.scale ?? 1) > 1;
      if (!isAtEdge && !isZoomed) start = { x, y, at: timeStamp };
    };
    const finish = ({ changedTouches, timeStamp }: TouchEvent) => {
      const [touch] = changedTouches;
      if (!start || !touch || timeStamp - start.at > MAX_DURATION_MS) return;
      const sideways = touch.clientX - start.x;
      const isLevel = Math.abs(touch.clientY - start.y) <= Math.abs(sideways) * MAX_SLOPE;
      start = null;
      if (!isLevel || Math.abs(sideways) < MIN_LENGTH_PX || getSelection()?.isCollapsed === false) return;
      swipe(sideways < 0 ? 'left' : 'right');
    };
    addEventListener('touchstart', begin, { passive: true });
    addEventListener('touchend', finish, { passive: true });
    return () => {
      removeEventListener('touchstart', begin);
      removeEventListener('touchend', finish);
    };
  }, [selector]);
}
