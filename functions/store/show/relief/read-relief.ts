import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { documentLines, documents, purchaseOrders } from '#store/show/tables/document-tables';
import { relief } from '#store/show/tables/invoice-tables';
import { visibleInAnyPersona } from '#store/show/lists/visible';
import { relievedTotals } from './write-relief.ts';
import { approvedLine } from '#store/show/documents/relief-balance';

/** Selects relievable purchase orders (DEC-38). */
export interface RelievableRequest {
  /** The vendor's external id, or its own id in Backlot. */
  vendor: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
  /** The saved invoice whose orders stay relievable. */
  invoiceId: string | null;
  /** Only these numbers; null: all. */
  numbers: readonly string[] | null;
  /** The visibilities by which purchase orders are relievable. */
  visibilities: readonly Visibility[];
  /** The visibilities by which the user may see them. */
  userVisibilities: readonly Visibility[];
}

/** The relievable purchase orders, a row for each of their approved lines, by number and line. */
export function relievableQuery(source: Source, request: RelievableRequest) {
  const { numbers } = request;
  const numberList = numbers && inList(numbers);
  return relievable(source, { ...request, numberList });
}

/** The relievable purchase orders of a stored invoice: those to which its lines refer. */
export function relievableOfInvoiceQuery(
  store: Source,
  invoiceId: string,
  userVisibilities: readonly Visibility[],
) {
  const invoiceColumn = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM documents d JOIN invoices i ON i.document_id = d.id
      WHERE d.id = ${invoiceId} AND d.show_id = ${store.showId})`;
  return relievable(store, {
    // An invoice without a vendor has no relievable orders; it does not match orders without a vendor.
    vendor: invoiceColumn("nullif(d.vendor_external_id, '')"),
    projectCompanyExternalId: invoiceColumn('i.project_company_external_id'),
    currencyExternalId: invoiceColumn('i.currency_external_id'),
    invoiceId,
    numberList: sql`(SELECT trim(n.reference_po) FROM document_lines n
      WHERE n.show_id = ${store.showId} AND n.document_id = ${invoiceId} AND n.reference_po <> '')`,
    visibilities: [{ kind: 'ALL' }],
    userVisibilities,
  });
}

interface RelievableQuery extends Pick<RelievableRequest, 'invoiceId' | 'visibilities' | 'userVisibilities'> {
  vendor: string | SQL;
  projectCompanyExternalId: string | SQL;
  currencyExternalId: string | SQL;
  /** A list of numbers in parentheses; null: all. */
  numberList: SQL | null;
}

function relievable(source: Source, request: RelievableQuery) {
  const { db, showId } = source;
  return queryOf(
    db,
    db
      .select({
        order: {
          id: documents.id,
          number: documents.number,
          milestones: documents.milestones,
          vendorId: documents.vendorId,
          vendorExternalId: documents.vendorExternalId,
          vendorNumber: documents.vendorNumber,
          vendorName: documents.vendorName,
          currencyCode: documents.currencyCode,
          departmentId: documents.departmentId,
          departmentName: documents.departmentName,
          isVisible: (visibleInAnyPersona(source, request.userVisibilities) ?? sql`1`).mapWith(Boolean),
          prefix: purchaseOrders.prefix,
          projectCompanyExternalId: purchaseOrders.projectCompanyExternalId,
        },
        line: documentLines,
        ...relievedTotals(source, documentLines.id),
      })
      .from(documents)
      // The order of the joins is fixed: the vendor's orders first, not all lines of the show.
      .crossJoin(purchaseOrders)
      .crossJoin(documentLines)
      .where(
        and(
          eq(documents.showId, showId),
          eq(purchaseOrders.documentId, documents.id),
          eq(documentLines.showId, showId),
          eq(documentLines.documentId, documents.id),
          // Inlined, to match the condition of the partial index: with a bound type SQLite would not use it.
          sql`${documents.type} = 'PO' AND ${documents.foundInAccounting} = 1`,
          // Given numbers are found by number, and all orders of a vendor by vendor.
          sql`${request.numberList ? sql`+` : sql``}${documents.vendorExternalId} = coalesce((SELECT external_id FROM vendors
          WHERE show_id = ${showId} AND id = ${request.vendor}), ${request.vendor})`,
          eq(purchaseOrders.projectCompanyExternalId, request.projectCompanyExternalId),
          eq(purchaseOrders.currencyExternalId, request.currencyExternalId),
          isNull(documents.archivedAt),
          request.numberList
            ? sql`${documents.number} <> '' AND ${documents.number} IN ${request.numberList}`
            : undefined,
          visibleInAnyPersona(source, request.visibilities),
          or(
            sql`${documents.status} = 'APPROVED' AND ${documents.isRelieved} = 0`,
            request.invoiceId === null ? undefined : isReferencedBy(showId, request.invoiceId),
          ),
          approvedLine(sql`${documentLines}`, sql`${purchaseOrders}`),
        ),
      )
      .orderBy(sql`+${documents.numberSort}, +${documents.id}`, asc(documentLines.lineNumber)),
  );
}

/** Orders to which the saved invoice refers and that are approved, even when relieved or with an open change order. */
function isReferencedBy(showId: string, invoiceId: string): SQL {
  return sql`(${documents.status} = 'APPROVED'
      OR (${documents.status} <> 'VOID' AND ${purchaseOrders.lockedLineCount} > 0))
    AND EXISTS (SELECT 1 FROM document_lines i
      WHERE i.show_id = ${showId} AND i.document_id = ${invoiceId} AND i.reference_po = ${documents.number})`;
}

export type RelievableRows = RowOf<ReturnType<typeof relievableQuery>>;

const invoicedBy = prepareRead(
  (
    source,
    { orderId, userId }: { orderId: string; userId: string },
    kinds: readonly Visibility['kind'][],
  ) => {
    const { db, showId } = source;
    return [
      db
        .select({
          invoiceId: documents.id,
          number: documents.number,
          status: documents.status,
          submissionStatus: documents.submissionStatus,
          lineNumber: documentLines.lineNumber,
          amountCents: relief.amountCents,
          poLineItemId: relief.poLineId,
        })
        .from(relief)
        .innerJoin(documents, eq(documents.id, relief.invoiceId))
        .innerJoin(documentLines, eq(documentLines.id, relief.invoiceLineId))
        .where(
          and(
            eq(relief.showId, showId),
            eq(relief.poId, orderId),
            visibleInAnyPersona(
              source,
              kinds.map((kind) => ({ kind, userId })),
            ),
          ),
        )
        .orderBy(asc(documents.numberSort), asc(documents.id), asc(documentLines.lineNumber)),
    ];
  },
);

/** The invoice lines that count against a purchase order, of the invoices that any of `visibilities` shows. */
export function invoicedByQuery(source: Source, orderId: string, visibilities: readonly Visibility[]) {
  const [userId = ''] = visibilities.flatMap((row) => (row.kind === 'ALL' ? [] : [row.userId]));
  const kinds = visibilities.map(({ kind }) => kind);
  return mapQuery(invoicedBy(source, { orderId, userId }, kinds), ([rows]) => rows);
}
