import { useSyncExternalStore } from 'react';

/** From this width of the window in pixels a table has all of its columns and headers. */
export const wideTable = 1440;
/** Widths from which a table has room for more columns, the largest first (VIEW-41). */
const listWidths = [wideTable, 1221, 1024, 900] as const;
export type ListWidth = (typeof listWidths)[number];

// Reading `innerWidth` would lay out the page, at every render.
const queryOf = (width: ListWidth) => matchMedia(`(width >= ${width}px)`);

function watchWidth(notify: () => void): () => void {
  const lists = listWidths.map(queryOf);
  for (const list of lists) list.addEventListener('change', notify);
  return () => {
    for (const list of lists) list.removeEventListener('change', notify);
  };
}

/** The largest of these widths that the window has, or 0. */
export function useListWidth(): ListWidth | 0 {
  return useSyncExternalStore(watchWidth, () => listWidths.find((width) => queryOf(width).matches) ?? 0);
}
