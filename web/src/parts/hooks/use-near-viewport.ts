import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Whether an element is in sight, or will be after a little scrolling; false until that is known. */
export function useNearViewport<Box extends Element>(margin: number): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return undefined;
    const seen = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${margin}px 0px`,
    });
    seen.observe(box.current);
    return () => seen.disconnect();
  }, [margin]);
  return [box, isNear];
}
