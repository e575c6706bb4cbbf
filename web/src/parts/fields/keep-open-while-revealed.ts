/** A scroll after one of these is the user's own, which closes the list. */
const userInputs = ['pointerdown', 'touchmove', 'wheel', 'keydown'] as const;

/** A browser without `scrollend` (Safari before 26) has finished scrolling after this time without a scroll. */
const settledAfterMs = 150;

/** The keyboard of a phone scrolls the box into view within this time. */
const scrollsWithinMs = 1_000;

/**
 * Keeps the list of a box that has just received the focus open while the browser scrolls the box into view. The library
 * closes lists on any scroll around their box, also on this one, so that on a phone the first tap on a box near the edge
 * showed its list for a moment only (UX-14). Call it before the list opens.
 */
export function keepOpenWhileRevealed(box: Element): void {
  const isAround = ({ target }: Event) => target instanceof Node && target.contains(box);
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', hide, true);
    window.removeEventListener('scrollend', settleAround, true);
    for (const name of userInputs) window.removeEventListener(name, end, true);
    box.removeEventListener('blur', end);
  };
  const settle = () => {
    end();
    // The library positions a list again when the window is resized.
    window.dispatchEvent(new Event('resize'));
  };
  const hide = (event: Event) => {
    if (!isAround(event)) return;
    event.stopImmediatePropagation();
    clearTimeout(timer);
    timer = setTimeout(settle, settledAfterMs);
  };
  const settleAround = (event: Event) => {
    if (isAround(event)) settle();
  };
  let timer = setTimeout(end, scrollsWithinMs);
  window.addEventListener('scroll', hide, true);
  window.addEventListener('scrollend', settleAround, true);
  for (const name of userInputs) window.addEventListener(name, end, true);
  box.addEventListener('blur', end, { once: true });
}
