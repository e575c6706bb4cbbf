const focusable = 'input:not([disabled]), button:not([disabled]), textarea:not([disabled])';

/** Brings the field of a complaint into sight and puts the focus on it. */
export function goToField(field: string): void {
  const box = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  const target = box?.querySelector<HTMLElement>(focusable);
  (target ?? box)?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
