import { useShortcut } from '../../../parts/keyboard/shortcuts.ts';

const searchBox = 'main input[type="search"]';
const rows = 'main [role="grid"] tbody [role="row"], main ul li a';
/** The first visible row, so that navigation in a scrolled list continues from there. */
function firstVisibleRow(): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const top = document.querySelector('main thead th')?.getBoundingClientRect().bottom ?? 0;
  return all.find((row) => row.getBoundingClientRect().top >= top) ?? all[0] ?? null;
}

function searchField(): HTMLElement | null {
  return document.querySelector(searchBox);
}

/** Returns false if there is no target. Other handlers then get the key. */
function focusOn(target: HTMLElement | null): boolean {
  target?.focus();
  return target !== null;
}

/**
 * Shortcuts of a list: `/` focuses the search, j and k enter the rows. Inside the table, the table itself handles j and
 * k.
 */
export function useListKeys(): void {
  const enter = () => document.activeElement?.closest('[role="grid"]') === null && focusOn(firstVisibleRow());
  useShortcut('find', () => focusOn(searchField()));
  useShortcut('nextRow', enter);
  useShortcut('previousRow', enter);
}
