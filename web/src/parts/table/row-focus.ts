import type { FocusEvent, KeyboardEvent } from 'react';

/** How often a row is looked for that is being drawn, once a frame. */
const FRAMES = 30;

/** Where a key leads from row `at` of `count`, when so many are in sight; null for a key that leads nowhere. */
function jumpTo(key: string, { at, count, inSight }: { at: number; count: number; inSight: number }) {
  const page = Math.max(1, inSight - 1);
  const wanted = { Home: 0, End: count - 1, PageUp: at - page, PageDown: at + page }[key];
  return wanted === undefined ? null : Math.min(count - 1, Math.max(0, wanted));
}

function focusOnceDrawn(table: HTMLElement, id: string, frames = FRAMES): void {
  const row = table.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(id)}"]`);
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(table, id, frames - 1));
}

/** Brings a row that is not drawn into sight, and the focus to it. */
export function scrollToRow(table: HTMLElement, id: string, places: ReadonlyMap<string, number>): void {
  const main = table.closest('main');
  const row = table.querySelector<HTMLElement>('tbody tr[data-key]');
  const [place, at] = [places.get(id), places.get(row?.dataset['key'] ?? '')];
  if (!main || !row || place === undefined || at === undefined) return;
  const above = row.getBoundingClientRect().top - main.getBoundingClientRect().top;
  main.scrollTop += above + (place - at) * row.offsetHeight - main.clientHeight / 2;
  focusOnceDrawn(table, id);
}

/**
 * Tab comes to the first row in sight of a table of which only a part is drawn; the table itself would go to the first
 * that it knows.
 */
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
 * Home, End and the page keys in a long table of which only a part is drawn: the table itself knows no row beyond that
 * part. True when the key was one of them, and led to a row.
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
  const inSight = Math.floor(main.clientHeight / rowPx);
  const wanted = jumpTo(event.key, { at, count: places.size, inSight });
  const id = wanted === null ? undefined : [...places.keys()][wanted];
  if (wanted === null || id === undefined) return false;
  // What is above the rows, and the head that stands still over them, go with the first of them.
  main.scrollTop = wanted === 0 ? 0 : main.scrollTop + (wanted - at) * rowPx;
  focusOnceDrawn(table, id);
  return true;
}
