import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/** Quotes a text as a phrase of the full-text index. */
export function quotePhrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The index has parts of at least three characters, and is case-insensitive for ASCII letters only. */
const indexable = /^[\x20-\x7e]{3,}$/;

/** Whether the index finds numbers that contain any of these. */
export function isIndexed(patterns: readonly string[]): boolean {
  return patterns.length > 0 && patterns.every((pattern) => indexable.test(pattern));
}

/**
 * A full-text query limited to one show by the last three characters of its mark, which are one entry of the index; the
 * whole mark would be compared character by character in every document. Other shows may have the same end: the caller
 * also filters by show.
 */
export function searchWithinShow(showId: string, phrase: string): SQL {
  return sql`('show : "' || substr('<' || ${showId} || '>', -3) || '" AND ' || ${phrase})`;
}

/**
 * Documents of the show whose number may contain any of these, found by the index; the caller checks the number itself.
 * Undefined when a pattern is too short for the index.
 */
export function documentsWithNumber({ showId }: Source, patterns: readonly string[]): SQL | undefined {
  if (!isIndexed(patterns)) return undefined;
  const query = searchWithinShow(showId, `number : (${patterns.map(quotePhrase).join(' OR ')})`);
  return sql`${documents.id} IN (SELECT search_rows.document_id FROM search_text CROSS JOIN search_rows
    WHERE search_text MATCH ${query} AND search_rows.id = search_text.rowid)`;
}

/** Vendors of the show whose name may contain the pattern; undefined when it is too short for the index. */
export function vendorsWithName({ showId }: Source, pattern: string): SQL | undefined {
  if (!isIndexed([pattern])) return undefined;
  const query = searchWithinShow(showId, `name : ${quotePhrase(pattern)}`);
  return sql`(SELECT vendor_rows.vendor_id FROM vendor_text CROSS JOIN vendor_rows
    WHERE vendor_text MATCH ${query} AND vendor_rows.id = vendor_text.rowid)`;
}
