import { and, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { documentLines, documents } from '#store/show/tables/document-tables';
import { visibleAnyhow } from './document-filters.ts';

/** Where a page of a log ended. */
export interface LogCursor {
  numberSort: string;
  documentId: string;
  lineNumber: number;
}

/** Before every line. */
export const logStart: LogCursor = { numberSort: '', documentId: '', lineNumber: 0 };

/** What stays in memory at a time. */
export const logPageSize = 1000;

/** What every log says of a document (DEC-68). */
export const loggedHeader = {
  id: documents.id,
  number: documents.number,
  numberSort: documents.numberSort,
  businessDay: documents.businessDay,
  submissionStatus: documents.submissionStatus,
  departmentName: documents.departmentName,
  vendorName: documents.vendorName,
  currencyCode: documents.currencyCode,
  description: documents.description,
  totalCents: documents.totalCents,
  creatorName: documents.creatorName,
};

/** The lines of one type that any of `visibilities` shows, archived ones too, from `after` on. */
export function loggedAfter(
  store: ShowStore,
  type: DocType,
  visibilities: readonly Visibility[],
  after: LogCursor,
) {
  return and(
    eq(documents.showId, store.showId),
    eq(documents.type, type),
    visibleAnyhow(store, visibilities),
    beyond(after),
  );
}

/**
 * The first comparison is the index's own, on the first page, too: without it all lines of the show would be sorted for
 * one page. The second leaves out the lines that the last page had.
 */
function beyond({ numberSort, documentId, lineNumber }: LogCursor) {
  return sql`(${documents.numberSort}, ${documents.id}) >= (${numberSort}, ${documentId})
    AND (${documents.id} <> ${documentId} OR ${documentLines.lineNumber} > ${lineNumber})`;
}
