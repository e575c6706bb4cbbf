import { and, eq } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { documentLines } from './document-tables.ts';
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
