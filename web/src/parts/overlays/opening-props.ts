import type { ButtonProps } from 'react-aria-components/Button';

type PressEvent = Parameters<NonNullable<ButtonProps['onPress']>>[0];

/** What gets the focus in an overlay that opens; true for the overlay itself. */
export type OverlayFocus = 'first' | 'last' | true;

const openingKeys: Readonly<Record<string, OverlayFocus>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/**
 * The props of a button that opens a menu or a list of options. Like a native one it opens when the mouse goes down, or
 * when a finger goes up. Without the library's own triggers, because their code contains the overlay.
 */
export function openingProps(open: (focus: OverlayFocus) => void): ButtonProps {
  const press = ({ target }: PressEvent, focus: OverlayFocus) => {
    // The focus returns to the button when the overlay closes.
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    open(focus);
  };
  return {
    preventFocusOnPress: true,
    onPressStart: (event) => {
      if (event.pointerType === 'virtual') press(event, 'first');
      else if (event.pointerType !== 'touch' && event.pointerType !== 'keyboard') press(event, true);
    },
    onPress: (event) => {
      if (event.pointerType === 'touch') press(event, true);
    },
    onKeyDown: (event) => {
      const focus = openingKeys[event.key];
      if (focus === undefined) return event.continuePropagation();
      event.preventDefault();
      return open(focus);
    },
  };
}
