import { useEffect, useState } from 'react';

/** Returns true after the first paint: optional data is requested then, so that nothing waits for it. */
export function useHasPainted(): boolean {
  const [isRendered, setPainted] = useState(false);
  useEffect(() => {
    // The second frame follows the first paint.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isRendered;
}
