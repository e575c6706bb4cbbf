import { useEffect, useState } from 'react';

/** Whether what was drawn is on the screen: what only adds to it is asked for then, and nothing waits for that answer. */
export function useHasPainted(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    // The frame after the next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isDrawn;
}
