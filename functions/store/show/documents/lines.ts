import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Source, ShowStore, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentLines } from '#store/show/tables/document-tables';
import type { LineValues } from './write-document.ts';

const lines = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber)),
]);

export const linesQuery = (store: Source, documentId: string) =>
  mapQuery(lines(store, { documentId }), ([rows]) => rows);

const linesOfSeveral = prepareRead(({ db, showId }, { ids }: { ids: string }) => [
  db
    .select()
    .from(documentLines)
    .where(
      and(
        eq(documentLines.showId, showId),
        sql`${documentLines.documentId} IN (SELECT value FROM json_each(${ids}))`,
      ),
    )
    .orderBy(asc(documentLines.documentId), asc(documentLines.lineNumber)),
]);

/** The lines of several documents, by document. */
export const linesOfSeveralQuery = (store: Source, ids: readonly string[]) =>
  mapQuery(linesOfSeveral(store, { ids: JSON.stringify(ids) }), ([rows]) =>
    Map.groupBy(rows, ({ documentId }) => documentId),
  );

/** Closes an order line, or reopens it (BUD-55). */
export function closeLine(
  { db, showId }: ShowStore,
  id: string,
  closed: { at: string; byName: string } | null,
): Write {
  return db
    .update(documentLines)
    .set({ closedAt: closed?.at ?? null, closedBy: closed?.byName ?? null })
    .where(
      and(
        eq(documentLines.id, id),
        eq(documentLines.showId, showId),
        // One that an invoice has closed meanwhile keeps by whom it was.
        closed ? isNull(documentLines.closedAt) : undefined,
      ),
    );
}

/** Updates one line; its line number and its client key are unchanged. */
export function updateLine(
  { db, showId }: ShowStore,
  documentId: string,
  { id, lineNumber: _lineNumber, keyId: _key, ...values }: LineValues,
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
