import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

const searchBox = 'main input[type="search"]';
const rows = 'main [role="grid"] tbody [role="row"], main ul li a';
/** Where letters have a meaning of their own. */
const ownKeys = 'input, textarea, [role="dialog"], [role="menu"], [role="listbox"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(ownKeys) !== null;
}

/** The first row in sight: a list that was scrolled, or come back to, goes on from there. */
function rowInSight(): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(rows)];
  const top = document.querySelector('main thead th')?.getBoundingClientRect().bottom ?? 0;
  return all.find((row) => row.getBoundingClientRect().top >= top) ?? all[0] ?? null;
}

function searchField(): HTMLElement | null {
  return document.querySelector(searchBox);
}

/** `/` goes to the search; j and k find their way into the list, where the table itself knows them. */
export function useListKeys(): void {
  const go = useEffectEvent((event: KeyboardEvent, find: () => HTMLElement | null) => {
    if (isTyping(event.target)) return;
    const inside = event.target instanceof HTMLElement && event.target.closest('[role="grid"]');
    if (inside && find === rowInSight) return;
    const target = find();
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
  useEffect(
    () =>
      tinykeys(window, {
        '/': (event) => go(event, searchField),
        j: (event) => go(event, rowInSight),
        k: (event) => go(event, rowInSight),
      }),
    [],
  );
}
