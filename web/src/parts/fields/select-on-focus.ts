import type { FocusEvent, MouseEvent } from 'react';

// The input that is being focused by a press.
let pressed: HTMLInputElement | null = null;

/**
 * Selects the text of an input on focus by key or click, so that typing replaces it: a digit inserted into an amount
 * makes a wrong amount. A second click places the caret, and a drag selects.
 */
export const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (pressed !== currentTarget) currentTarget.select();
  },
  onMouseDown: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    pressed = document.activeElement === currentTarget ? null : currentTarget;
  },
  // The browser places the caret on mouse down and again on mouse up, so the text is selected on click.
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = currentTarget;
    if (pressed === currentTarget && selectionStart === selectionEnd) currentTarget.select();
    pressed = null;
  },
};
