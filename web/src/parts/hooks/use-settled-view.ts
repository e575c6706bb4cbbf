import { useEffect, useState } from 'react';

/** Longer than the pause of an accidental double press. */
const SETTLE_MS = 500;

/**
 * Returns whether the view has been visible for a moment. A press before that was meant for the previous view and must
 * have no effect; `again` restarts the wait after such a press.
 */
export function useSettledView(atOnce = false): { isSettled: boolean; again: () => void } {
  // Number of the current wait; 0 when it is over.
  const [wait, setWait] = useState(atOnce ? 0 : 1);
  useEffect(() => {
    if (wait === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The second frame follows the paint of the view.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setWait(0), SETTLE_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wait]);
  return { isSettled: wait === 0, again: () => setWait((last) => last && last + 1) };
}
