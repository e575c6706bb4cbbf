import { useEffect, useRef } from 'react';

/** Sets `data-more` on a horizontally scrolling element while there is more to the right. */
export function useHorizontalOverflow<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-more', rest > 1);
    };
    const sizes = new ResizeObserver(mark);
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return box;
}
