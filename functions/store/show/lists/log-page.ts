import { and, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import type { ShowStore } from '#store/d1/open';
import { documentLines, documents } from '#store/show/tables/document-tables';
import { visibleInAnyPersona } from './visible.ts';

/** The position after which the next page of a log begins. */
export interface LogCursor {
  numberSort: string;
  documentId: string;
  lineNumber: number;
}

/** The position before the first line. */
export const firstCursor: LogCursor = { numberSort: '', documentId: '', lineNumber: 0 };

/** Limits the rows in memory. */
export const logPageSize = 1000;

/** The columns of a document in every log (DEC-68). */
export const logHeaderColumns = {
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

/** The condition for the lines of one type after `after` that any of `visibilities` shows, including archived ones. */
export function logCondition(
  store: ShowStore,
  type: DocType,
  visibilities: readonly Visibility[],
  after: LogCursor,
) {
  return and(
    eq(documents.showId, store.showId),
    eq(documents.type, type),
    visibleInAnyPersona(store, visibilities),
    afterCursor(after),
  );
}

/**
 * The first comparison uses the index: without it all lines of the show would be sorted for one page. The second leaves
 * out the lines of the previous page.
 */
function afterCursor({ numberSort, documentId, lineNumber }: LogCursor) {
  return sql`(${documents.numberSort}, ${documents.id}) >= (${numberSort}, ${documentId})
    AND (${documents.id} <> ${documentId} OR ${documentLines.lineNumber} > ${lineNumber})`;
}
