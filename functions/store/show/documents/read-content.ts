import { and, asc, eq } from 'drizzle-orm';
import type { ContentRows } from '#domain/history/content';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import {
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { invoices, paymentInvoices, payments } from '#store/show/tables/invoice-tables';

const content = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select({ document: documents, purchaseOrder: purchaseOrders, invoice: invoices, payment: payments })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .leftJoin(invoices, eq(invoices.documentId, documents.id))
    .leftJoin(payments, eq(payments.documentId, documents.id))
    .where(and(eq(documents.id, id), eq(documents.showId, showId))),
  db
    .select()
    .from(documentLines)
    .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, id)))
    .orderBy(asc(documentLines.lineNumber)),
  db
    .select({ attachment: attachments, file: files })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(attachments.showId, showId), eq(attachments.documentId, id))),
  db
    .select()
    .from(paymentInvoices)
    .where(and(eq(paymentInvoices.showId, showId), eq(paymentInvoices.paymentId, id))),
]);

/** All rows of a document; null when the show has none of this id. */
export const contentQuery = (store: Source, id: string) =>
  mapQuery(content(store, { id }), ([[header], lines, attached, settles]): ContentRows | null => {
    if (!header) return null;
    const { document, purchaseOrder, invoice, payment } = header;
    return {
      document,
      detail: purchaseOrder ?? invoice ?? payment ?? {},
      lines,
      files: attached.map(({ attachment, file }) => ({ ...file, ...attachment })),
      settles,
    };
  });
