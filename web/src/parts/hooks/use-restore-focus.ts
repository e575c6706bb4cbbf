import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const focusable = 'a[href], button:not([disabled]), input:not([disabled])';

function focusableIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(focusable)];
}

function firstAfter(box: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(focusable)].find(
    (element) => box.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

/**
 * A closing menu may move the focus to an element that is then removed, so the focus is checked for this many frames.
 */
const WATCHED_FRAMES = 10;

function restoreFocus(element: HTMLElement | undefined, frames = WATCHED_FRAMES): void {
  if (isFocusLost()) element?.focus();
  if (frames > 0) requestAnimationFrame(() => restoreFocus(element, frames - 1));
}

/** When the focused element is removed (a line, a file), focuses the element in its place instead of the page. */
export function useRestoreFocus(box: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const keep = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement)
        last.current = { element: target, at: focusableIn(element).indexOf(target) };
    };
    element.addEventListener('focusin', keep);
    return () => element.removeEventListener('focusin', keep);
  }, [box]);
  useLayoutEffect(() => {
    const lost = last.current;
    if (!box.current || !lost || lost.element.isConnected) return;
    last.current = null;
    const focusables = focusableIn(box.current);
    if (isFocusLost()) restoreFocus(focusables[lost.at] ?? focusables.at(-1) ?? firstAfter(box.current));
  });
}
