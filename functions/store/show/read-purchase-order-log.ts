import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documentLines, documents, purchaseOrders } from './document-tables.ts';
import { visible } from './list-documents.ts';
import { categories } from './reference-tables.ts';
import { relievedSums } from './relief-rows.ts';

/** Where a page ended. */
export interface LogPlace {
  numberSort: string;
  documentId: string;
  lineNumber: number;
}

/** Before every line. */
export const logStart: LogPlace = { numberSort: '', documentId: '', lineNumber: 0 };

/** What stays in memory at a time. */
export const logPageSize = 1000;

/**
 * The next lines of the purchase orders that any of `visibilities` shows, archived ones too, by number and line
 * (DEC-68): one page, found by its key and not by counting.
 */
export async function readPurchaseOrderLog(
  store: ShowStore,
  visibilities: readonly Visibility[],
  after: LogPlace = logStart,
) {
  const { db, showId } = store;
  const everything = visibilities.some(({ kind }) => kind === 'ALL');
  return db
    .select({
      document: {
        id: documents.id,
        number: documents.number,
        numberSort: documents.numberSort,
        milestones: documents.milestones,
        businessDay: documents.businessDay,
        currentChangeOrder: documents.currentChangeOrder,
        revision: documents.revision,
        submissionStatus: documents.submissionStatus,
        departmentName: documents.departmentName,
        vendorNumber: documents.vendorNumber,
        vendorName: documents.vendorName,
        currencyCode: documents.currencyCode,
        description: documents.description,
        totalCents: documents.totalCents,
        creatorName: documents.creatorName,
      },
      prefix: purchaseOrders.prefix,
      companyName: purchaseOrders.companyName,
      categoryName: categories.name,
      line: documentLines,
      ...relievedSums(store, documentLines.id),
      lastApprovalAt: sql<string | null>`(SELECT e.at FROM document_events e
        WHERE e.document_id = ${documents.id} AND e.history_type = 'APPROVED' ORDER BY e.seq DESC LIMIT 1)`,
      sentToAccountingAt: sql<string | null>`(SELECT max(s.created_at) FROM send_history s
        WHERE s.show_id = ${showId} AND s.document_id = ${documents.id}
          AND s.send_type = 'ACCOUNTING' AND s.is_successful = 1)`,
    })
    .from(documents)
    .innerJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .innerJoin(
      documentLines,
      and(eq(documentLines.showId, showId), eq(documentLines.documentId, documents.id)),
    )
    .leftJoin(categories, eq(categories.id, purchaseOrders.categoryId))
    .where(
      and(
        eq(documents.showId, showId),
        eq(documents.type, 'PO'),
        everything ? undefined : or(...visibilities.map((visibility) => visible(store, visibility))),
        beyond(after),
      ),
    )
    .orderBy(asc(documents.numberSort), asc(documents.id), asc(documentLines.lineNumber))
    .limit(logPageSize);
}

/**
 * The first comparison is the index's own, on the first page, too: without it all lines of the show would be sorted for
 * one page. The second leaves out the lines that the last page had.
 */
export function beyond({ numberSort, documentId, lineNumber }: LogPlace) {
  return sql`(${documents.numberSort}, ${documents.id}) >= (${numberSort}, ${documentId})
    AND (${documents.id} <> ${documentId} OR ${documentLines.lineNumber} > ${lineNumber})`;
}

export type LogLineRows = Awaited<ReturnType<typeof readPurchaseOrderLog>>;
