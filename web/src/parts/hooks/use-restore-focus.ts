import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';

function inList(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(focusable)];
}

function after(box: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(focusable)].find(
    (element) => box.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/** A menu that is just closing may take the focus back, and lose it with itself: so many frames is looked after it. */
const WATCHED_FRAMES = 10;

function giveFocus(element: HTMLElement | undefined, frames = WATCHED_FRAMES): void {
  if (isFocusLost()) element?.focus();
  if (frames > 0) requestAnimationFrame(() => giveFocus(element, frames - 1));
}

/** When what has the focus is removed (a line, a file), the focus goes to what takes its place, not to the top of the page. */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const keep = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement)
        last.current = { element: target, at: inList(element).indexOf(target) };
    };
    element.addEventListener('focusin', keep);
    return () => element.removeEventListener('focusin', keep);
  }, [box]);
  useLayoutEffect(() => {
    const was = last.current;
    if (!box.current || !was || was.element.isConnected) return;
    last.current = null;
    const there = inList(box.current);
    if (isFocusLost()) giveFocus(there[was.at] ?? there.at(-1) ?? after(box.current));
  });
}
