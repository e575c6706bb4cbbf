const focusable = 'input:not([disabled]), button:not([disabled]), textarea:not([disabled])';

/** Scrolls to the field of an error and focuses it. */
export function goToField(field: string): void {
  const box = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  const target = box?.querySelector<HTMLElement>(focusable);
  (target ?? box)?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
