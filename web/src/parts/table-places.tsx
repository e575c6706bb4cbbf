import { createContext, use } from 'react';
import type { ComponentProps } from 'react';

/** Where the rows of a long table stand among all of them, from 0, by id; null for a table that is drawn whole. */
export const PlacesContext = createContext<ReadonlyMap<string, number> | null>(null);

/** Says how many rows the table has where only some of them are drawn; its head is the first. */
export function CountedTable(props: ComponentProps<'table'>) {
  const places = use(PlacesContext);
  return <table {...props} {...(places && { 'aria-rowcount': places.size + 1 })} />;
}

export function PlacedRow({ rowId, ...props }: ComponentProps<'tr'> & { rowId: string }) {
  const place = use(PlacesContext)?.get(rowId);
  return <tr {...props} {...(place !== undefined && { 'aria-rowindex': place + 2 })} />;
}
