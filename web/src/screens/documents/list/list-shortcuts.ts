import { useShortcut } from '../../../parts/keyboard/shortcuts.ts';

const searchBox = 'main input[type="search"]';
const rows = 'main [role="grid"] tbody [role="row"], main ul li a';
/** The first row in sight: a list that was scrolled, or come back to, goes on from there. */
function rowInSight(): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const top = document.querySelector('main thead th')?.getBoundingClientRect().bottom ?? 0;
  return all.find((row) => row.getBoundingClientRect().top >= top) ?? all[0] ?? null;
}

function searchField(): HTMLElement | null {
  return document.querySelector(searchBox);
}

/** False where there is nothing to go to: the key is then left to others. */
function focusOn(target: HTMLElement | null): boolean {
  target?.focus();
  return target !== null;
}

/** `/` goes to the search; j and k find their way into the list, where the table itself knows them. */
export function useListKeys(): void {
  const enter = () => document.activeElement?.closest('[role="grid"]') === null && focusOn(rowInSight());
  useShortcut('find', () => focusOn(searchField()));
  useShortcut('nextRow', enter);
  useShortcut('previousRow', enter);
}
