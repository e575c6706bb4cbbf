import { useEffect, useRef } from 'react';

/** Marks what scrolls sideways with `data-more` while there is more of it to the right. */
export function useMoreBeside<Box extends HTMLElement>() {
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
