import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Whether an element is within `margin` px of the viewport; false until known. */
export function useNearViewport<Box extends Element>(margin: number): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${margin}px 0px`,
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [margin]);
  return [box, isNear];
}
