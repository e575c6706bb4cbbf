import { useSyncExternalStore } from 'react';

/** From this width of the window in pixels a table has all of its columns and headers. */
export const wideTable = 1440;
/** Widths from which a table has room for more columns, the largest first (VIEW-41). */
const listWidths = [wideTable, 1221, 1024, 900] as const;
export type ListWidth = (typeof listWidths)[number];

function watchWindow(notify: () => void): () => void {
  addEventListener('resize', notify);
  return () => removeEventListener('resize', notify);
}

/** The largest of these widths that the window has, or 0. */
export function useListWidth(): ListWidth | 0 {
  return useSyncExternalStore(watchWindow, () => listWidths.find((width) => width <= innerWidth) ?? 0);
}
