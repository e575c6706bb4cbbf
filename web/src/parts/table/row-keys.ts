import type { KeyboardEvent } from 'react';
import { shortcuts } from '../keyboard/shortcuts.ts';
import { resizeByKey } from './column-resizer.tsx';
import { openRowActions } from './row-actions-button.tsx';
import { moveInRows } from './row-focus.ts';

const arrows: Readonly<Record<string, string>> = {
  [shortcuts.nextRow.keys]: 'ArrowDown',
  [shortcuts.previousRow.keys]: 'ArrowUp',
};
const textInputs = 'input:not([type="checkbox"]), textarea';

/**
 * j and k act as the arrow keys; m opens the actions; x selects, and so does Space on a row. `places` are the row
 * positions of a virtualized table.
 */
export function rowKeys(
  event: KeyboardEvent<HTMLElement>,
  places: ReadonlyMap<string, number> | null,
  pick: (rowKey: string) => void,
): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.matches(textInputs)) return;
  if (event.metaKey || event.altKey) return;
  if (
    (event.shiftKey && resizeByKey(target, event.key)) ||
    (places && moveInRows(event, event.currentTarget, places)) ||
    (!event.ctrlKey && event.key === shortcuts.rowActions.keys && openRowActions(target))
  ) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.ctrlKey) return;
  const key = arrows[event.key];
  const row = target.closest<HTMLElement>('[role="row"]')?.dataset['key'];
  const picks = event.key === shortcuts.pick.keys || (event.key === ' ' && target.role === 'row');
  if (key === undefined && !(picks && row)) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === undefined) return pick(row ?? '');
  target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
