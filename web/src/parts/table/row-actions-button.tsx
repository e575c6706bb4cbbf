import type { SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Presses the button in the row around `target`. Returns false if there is none. */
export function openRowActions(target: Element): boolean {
  const button = target.closest('tr')?.querySelector<HTMLElement>('[aria-haspopup]');
  button?.click();
  return button instanceof HTMLElement;
}

/**
 * The button of a row's menu: a plain element without a component, because there are as many as rows. A press on it
 * neither opens nor selects the row (VIEW-60). In a table it is no tab stop: arrow keys and a key of its own reach it.
 */
export function rowActionsButton(
  className: string,
  onOpen: (button: HTMLElement) => void,
  tabIndex?: number,
) {
  return (
    <button
      tabIndex={tabIndex}
      aria-label="Actions"
      aria-haspopup="menu"
      title="Actions (M)"
      onClick={(event) => {
        stop(event);
        onOpen(event.currentTarget);
      }}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && stop(event)}
      onPointerDown={stop}
      className={`row-actions ${className}`}
    />
  );
}
