import type { FocusEvent, MouseEvent } from 'react';

// The box that a press is coming to.
let comeTo: HTMLInputElement | null = null;

/**
 * What is typed into a box that was just come to replaces what it held, by key or by click: a figure put into the midst
 * of another is another amount. A second click places the caret, and a drag selects.
 */
export const takesAll = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (comeTo !== currentTarget) currentTarget.select();
  },
  onMouseDown: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    comeTo = document.activeElement === currentTarget ? null : currentTarget;
  },
  // Only now: the browser places the caret with the press, and again at its end where it began on a selection.
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = currentTarget;
    if (comeTo === currentTarget && selectionStart === selectionEnd) currentTarget.select();
    comeTo = null;
  },
};
