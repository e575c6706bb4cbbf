import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { fileQueries, historyQueries, referenceQuery } from '#store/show/documents/document-parts';
import {
  approvalHistory,
  changeOrders,
  documentLines,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { documentQuery, workflowQueries, workflowRows } from '#store/show/documents/read-document';
import { addresses, categories } from '#store/show/tables/reference-tables';
import { relievedTotals } from '#store/show/relief/write-relief';

/** Lines with the amounts that invoices have taken of them (DEC-39). */
function linesQuery({ db, showId }: Source, id: string) {
  return db
    .select({
      line: documentLines,
      ...relievedTotals({ showId }, documentLines.id),
    })
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, id)))
    .orderBy(asc(documentLines.lineNumber));
}

function approvalQueries({ db, showId }: Source, id: string) {
  return [
    db
      .select()
      .from(approvalHistory)
      .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.documentId, id)))
      .orderBy(asc(approvalHistory.position)),
    db
      .select()
      .from(changeOrders)
      .where(and(eq(changeOrders.showId, showId), eq(changeOrders.documentId, id)))
      .orderBy(asc(changeOrders.number)),
  ] as const;
}

/** The categories and addresses of the approved versions, with their current names. */
function versionQueries({ db, showId }: Source, id: string) {
  const headerIds = (field: string) =>
    db
      .select({ id: sql<string>`${approvalHistory.snapshot} ->> ${`$.header.${field}`}` })
      .from(approvalHistory)
      .where(and(eq(approvalHistory.showId, showId), eq(approvalHistory.documentId, id)));
  return [
    db
      .select()
      .from(categories)
      .where(and(eq(categories.showId, showId), inArray(categories.id, headerIds('categoryId')))),
    db
      .select()
      .from(addresses)
      .where(
        and(
          eq(addresses.showId, showId),
          or(
            inArray(addresses.id, headerIds('billToAddressId')),
            inArray(addresses.id, headerIds('shipToAddressId')),
          ),
        ),
      ),
  ] as const;
}

const page = prepareRead(
  (source, { id }: { id: string }) =>
    [
      documentQuery(source, id),
      ...workflowQueries(source, id),
      referenceQuery(source, id, purchaseOrders),
      linesQuery(source, id),
      ...historyQueries(source, id),
      ...fileQueries(source, id),
      ...approvalQueries(source, id),
      ...versionQueries(source, id),
    ] as const,
);

/** Everything that a purchase order's own page shows; null when the show has none of this id. */
export const purchaseOrderQuery = (source: Source, id: string) => mapQuery(page(source, { id }), pageRows);

function pageRows([
  documentRows,
  workflow,
  steps,
  approvers,
  approvals,
  references,
  lines,
  ...partRows
]: RowOf<ReturnType<typeof page>>) {
  const [noteRows, events, sent, linked, taxForms, withdrawn, withdrawnTaxForms, ...versionRows] = partRows;
  const [versions, orders, versionCategories, versionAddresses] = versionRows;
  const row = documentRows[0];
  if (!row?.purchaseOrder) return null;
  return {
    document: row.document,
    purchaseOrder: row.purchaseOrder,
    vendorActive: row.vendorActive ?? true,
    approverIds: row.approverIds,
    authorEvents: row.authorEvents,
    ...workflowRows(workflow, steps, approvers, approvals),
    references: references[0] ?? null,
    lines,
    notes: noteRows,
    events,
    attachments: linked,
    withdrawn,
    taxForms,
    withdrawnTaxForms,
    sendHistory: sent,
    approvalHistory: versions,
    versionCategories,
    versionAddresses,
    changeOrders: orders,
  };
}

export type PurchaseOrderRows = NonNullable<ReturnType<typeof pageRows>>;
