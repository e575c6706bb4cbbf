import type { FocusEvent, KeyboardEvent } from 'react';

/** Maximum number of frames to wait for a row to render. */
const FRAMES = 30;

/** The target of a key at row `at` of `count`, with `visible` rows in view; null for other keys. */
function jumpTo(key: string, { at, count, visible }: { at: number; count: number; visible: number }) {
  const page = Math.max(1, visible - 1);
  const target = { Home: 0, End: count - 1, PageUp: at - page, PageDown: at + page }[key];
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}

function focusOnceDrawn(table: HTMLElement, id: string, frames = FRAMES): void {
  const row = table.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(id)}"]`);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(table, id, frames - 1));
}

/** Scrolls to a row that is not rendered, and focuses it. */
export function scrollToRow(table: HTMLElement, id: string, places: ReadonlyMap<string, number>): void {
  const main = table.closest('main');
  const row = table.querySelector<HTMLElement>('tbody tr[data-key]');
  const [place, at] = [places.get(id), places.get(row?.dataset['key'] ?? '')];
  if (!main || !row || place === undefined || at === undefined) return;
  const above = row.getBoundingClientRect().top - main.getBoundingClientRect().top;
  main.scrollTop += above + (place - at) * row.offsetHeight - main.clientHeight / 2;
  focusOnceDrawn(table, id);
}

/** Tab focuses the first visible row of a virtualized table; the table itself would focus the first row it knows. */
export function focusVisibleRow(event: FocusEvent<HTMLElement>): void {
  const { target, currentTarget, relatedTarget } = event;
  if (target.role !== 'grid' || currentTarget.contains(relatedTarget)) return;
  const head = target.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
  const rows = [...target.querySelectorAll<HTMLElement>('tbody > tr[data-key]')];
  const row = rows.find((one) => one.getBoundingClientRect().top >= head);
  if (!row) return;
  event.stopPropagation();
  row.focus();
}

/**
 * Home, End and the page keys in a virtualized table, which knows no row beyond the rendered part. Returns true if the
 * key led to a row.
 */
export function moveInRows(
  event: KeyboardEvent,
  table: HTMLElement,
  places: ReadonlyMap<string, number>,
): boolean {
  const row = (event.target as Element).closest<HTMLElement>('tbody tr[data-key]');
  const at = places.get(row?.dataset['key'] ?? '');
  const main = table.closest('main');
  if (!row || !main || at === undefined) return false;
  const rowPx = row.offsetHeight;
  const visible = Math.floor(main.clientHeight / rowPx);
  const target = jumpTo(event.key, { at, count: places.size, visible });
  const id = target === null ? undefined : [...places.keys()][target];
  if (target === null || id === undefined) return false;
  // For the first row, scrolls to the very top, including the content above the rows.
  main.scrollTop = target === 0 ? 0 : main.scrollTop + (target - at) * rowPx;
  focusOnceDrawn(table, id);
  return true;
}
