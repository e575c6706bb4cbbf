import { and, asc, eq } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { documentLines } from '#store/show/tables/document-tables';

const lines = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, documentId)))
    .orderBy(asc(documentLines.lineNumber)),
]);

/** The document's lines in order. */
export const linesQuery = (store: Source, documentId: string) =>
  mapped(lines(store, { documentId }), ([rows]) => rows);
