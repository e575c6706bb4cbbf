import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/** A phrase of the index's own language. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The index knows parts of three letters and more, and letters of one alphabet in either case. */
const indexed = /^[\x20-\x7e]{3,}$/;

/** Whether the index leads to numbers that hold any of these. */
export function isIndexed(needles: readonly string[]): boolean {
  return needles.length > 0 && needles.every((needle) => indexed.test(needle));
}

/**
 * A question to the index about one show, by the end of its mark: three letters, which are one entry of the index. The
 * whole mark would be compared letter by letter in every document. Others may end so, too: the asker names the show.
 */
export function inShow(showId: string, more: string): SQL {
  return sql`('show : "' || substr('<' || ${showId} || '>', -3) || '" AND ' || ${more})`;
}

/**
 * Documents of the show that may have any of these in their number, found in the index; whether they have, and where, is
 * the asker's own condition. Undefined when one is too short to be looked up.
 */
export function numbersHolding({ showId }: Source, needles: readonly string[]): SQL | undefined {
  if (!isIndexed(needles)) return undefined;
  const wanted = inShow(showId, `number : (${needles.map(quoted).join(' OR ')})`);
  return sql`${documents.id} IN (SELECT search_rows.document_id FROM search_text CROSS JOIN search_rows
    WHERE search_text MATCH ${wanted} AND search_rows.id = search_text.rowid)`;
}

/** Vendors of the show that may have this in their name; undefined when it is too short to be looked up. */
export function vendorsNamed({ showId }: Source, needle: string): SQL | undefined {
  if (!isIndexed([needle])) return undefined;
  const wanted = inShow(showId, `name : ${quoted(needle)}`);
  return sql`(SELECT vendor_rows.vendor_id FROM vendor_text CROSS JOIN vendor_rows
    WHERE vendor_text MATCH ${wanted} AND vendor_rows.id = vendor_text.rowid)`;
}
