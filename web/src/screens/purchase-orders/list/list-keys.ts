import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

const searchBox = 'main input[type="search"]';
const firstRow = 'main [role="grid"] tbody [role="row"], main ul li a';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]') !== null;
}

/** `/` goes to the search; j and k find their way into the list, where the table itself knows them. */
export function useListKeys(): void {
  const go = useEffectEvent((event: KeyboardEvent, selector: string) => {
    if (isTyping(event.target)) return;
    const inside = event.target instanceof HTMLElement && event.target.closest('[role="grid"]');
    if (inside && selector !== searchBox) return;
    const target = document.querySelector<HTMLElement>(selector);
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
  useEffect(
    () =>
      tinykeys(window, {
        '/': (event) => go(event, searchBox),
        j: (event) => go(event, firstRow),
        k: (event) => go(event, firstRow),
      }),
    [],
  );
}
