import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import { orderChange } from '#domain/purchase-orders/order-change';
import type { OrderChange, VersionAmounts } from '#domain/purchase-orders/order-change';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import {
  approvalHistory,
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { paymentInvoices } from '#store/show/tables/invoice-tables';

/** How many lines and files an e-mail lists. */
const maxListed = 12;

/** The first lines and files of a document, and how many there are. */
export interface MailedParts {
  /** Of a payment, the invoices that it settles. */
  lines: { description: string; totalCents: number; closesPoLine: boolean }[];
  lineCount: number;
  files: string[];
  fileCount: number;
  /** What an open change order changes of the last approved version; null without one (CHANGE-08). */
  change: OrderChange | null;
}

/** The number of all rows, in each row of the first few. */
const total = sql<number>`count(*) OVER ()`;

/** The amounts of a purchase order and of its last approved version, if it has an open change order. */
function versions({ db, showId }: Source, id: string) {
  const amounts = sql`json_object('id', value ->> 'id', 'description', value ->> 'description', 'totalCents', value ->> 'totalCents')`;
  return db
    .select({
      beforeCents: approvalHistory.totalCents,
      before: sql<string>`(SELECT json_group_array(${amounts}) FROM json_each(${approvalHistory.snapshot}, '$.lines'))`,
      afterCents: documents.totalCents,
      after: sql<string>`(SELECT json_group_array(json_object('id', l.id, 'description', l.description,
        'totalCents', l.total_cents) ORDER BY l.line_number) FROM document_lines l
        WHERE l.show_id = ${showId} AND l.document_id = ${id})`,
    })
    .from(documents)
    .innerJoin(
      purchaseOrders,
      and(eq(purchaseOrders.documentId, documents.id), gt(purchaseOrders.lockedLineCount, 0)),
    )
    .innerJoin(approvalHistory, eq(approvalHistory.documentId, documents.id))
    .where(and(eq(documents.id, id), eq(documents.showId, showId), eq(approvalHistory.showId, showId)))
    .orderBy(desc(approvalHistory.position))
    .limit(1);
}

type VersionsRow = Awaited<ReturnType<typeof versions>>[number];

const linesOf = (json: string) => JSON.parse(json) as VersionAmounts['lines'];

function changeOf(row: VersionsRow | undefined): OrderChange | null {
  if (!row) return null;
  const { beforeCents, before, afterCents, after } = row;
  return orderChange(
    { totalCents: beforeCents, lines: linesOf(before) },
    { totalCents: afterCents, lines: linesOf(after) },
  );
}

const parts = prepareRead((source, { id }: { id: string }, docType: DocType) => {
  const { db, showId } = source;
  return [
    docType === 'PAYMENT'
      ? db
          .select({
            description: sql<string>`'Invoice ' || ${documents.number}`,
            totalCents: paymentInvoices.amountCents,
            closesPoLine: sql<null>`NULL`,
            total,
          })
          .from(paymentInvoices)
          .innerJoin(documents, eq(documents.id, paymentInvoices.invoiceId))
          .where(and(eq(paymentInvoices.showId, showId), eq(paymentInvoices.paymentId, id)))
          .orderBy(asc(documents.number), asc(documents.id))
          .limit(maxListed)
      : db
          .select({
            description: sql<string>`${documentLines.description}`,
            totalCents: documentLines.totalCents,
            closesPoLine: documentLines.closesPoLine,
            total,
          })
          .from(documentLines)
          .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, id)))
          .orderBy(asc(documentLines.lineNumber))
          .limit(maxListed),
    db
      .select({ label: files.label, total })
      .from(attachments)
      .innerJoin(files, eq(files.id, attachments.fileId))
      .where(and(eq(attachments.showId, showId), eq(attachments.documentId, id)))
      .orderBy(asc(attachments.position))
      .limit(maxListed),
    ...(docType === 'PO' ? [versions(source, id)] : []),
  ] as const;
});

/** What an e-mail to an approver lists of a document (LINK-02). */
export const mailedPartsQuery = (source: Source, docType: DocType, id: string): Query<MailedParts> =>
  mapQuery(parts(source, { id }, docType), ([lines, attached, orders]) => ({
    lines: lines.map(({ description, totalCents, closesPoLine }) => ({
      description,
      totalCents,
      closesPoLine: closesPoLine === true,
    })),
    lineCount: lines[0]?.total ?? 0,
    files: attached.map(({ label }) => label),
    fileCount: attached[0]?.total ?? 0,
    change: changeOf(orders?.[0]),
  }));
