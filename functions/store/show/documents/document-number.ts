import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';

/**
 * Allocates the next number of the show's own counter (DEC-17). It runs in the same batch as the document, so that a
 * number is neither lost nor used twice; `start` is the show's setting poNumberStart.
 */
export function allocateNumber({ showId }: ShowStore, start: number): Write {
  return sql`INSERT INTO counters (show_id, name, value) VALUES (${showId}, 'po', ${start})
    ON CONFLICT (show_id, name) DO UPDATE SET value = max(value + 1, ${start})`;
}

/** The allocated number, padded to `width` digits, for the statements that follow. */
export function allocatedNumber({ showId }: ShowStore, width: number): SQL<string> {
  return sql<string>`(SELECT printf(${`%0${width}d`}, value) FROM counters WHERE show_id = ${showId} AND name = 'po')`;
}

/** The show's numbers have at least five digits; `number_sort` has ten, so that text sorts like numbers (DEC-17). */
export const numberWidth = { number: 5, sort: 10 } as const;

/** Assigns the allocated number to a document without one. */
export function assignNumber(store: ShowStore, documentId: string): Write {
  return sql`UPDATE documents SET number = ${allocatedNumber(store, numberWidth.number)},
      number_sort = ${allocatedNumber(store, numberWidth.sort)}
    WHERE id = ${documentId} AND show_id = ${store.showId}`;
}
