import { and, eq } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';
import { documentLines } from '#store/show/tables/document-tables';
import type { LineValues } from './write-document.ts';

/** Sets one line; its place and its client key stay. */
export function updateLine(
  { db, showId }: ShowStore,
  documentId: string,
  { id, lineNumber: _place, keyId: _key, ...values }: LineValues,
): Write {
  return db
    .update(documentLines)
    .set(values)
    .where(
      and(
        eq(documentLines.showId, showId),
        eq(documentLines.documentId, documentId),
        eq(documentLines.id, id),
      ),
    );
}
