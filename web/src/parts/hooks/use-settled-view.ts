import { useEffect, useState } from 'react';

/** Longer than between the two presses of a hurried finger. */
const MOMENT_MS = 500;

/**
 * Whether what was drawn has been in view for a moment. Until then a press was meant for what stood there before, and
 * nothing may come of it; one that comes meanwhile, which `again` tells, lets the moment begin anew.
 */
export function useSettled(atOnce = false): { isSettled: boolean; again: () => void } {
  // Which wait this is; none any more is 0.
  const [wait, setWait] = useState(atOnce ? 0 : 1);
  useEffect(() => {
    if (wait === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame after the next: what was drawn is on the screen by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setWait(0), MOMENT_MS);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wait]);
  return { isSettled: wait === 0, again: () => setWait((last) => last && last + 1) };
}
