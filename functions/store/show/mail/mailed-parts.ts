import { and, asc, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { attachments, documentLines, documents, files } from '#store/show/tables/document-tables';
import { paymentInvoices } from '#store/show/tables/invoice-tables';

/** How many lines and files an e-mail lists. */
const maxListed = 12;

/** The first lines and files of a document, and how many there are. */
export interface MailedParts {
  /** Of a payment, the invoices that it settles. */
  lines: { description: string; totalCents: number }[];
  lineCount: number;
  files: string[];
  fileCount: number;
}

/** The number of all rows, in each row of the first few. */
const total = sql<number>`count(*) OVER ()`;

const parts = prepareRead((source, { id }: { id: string }, docType: DocType) => {
  const { db, showId } = source;
  return [
    docType === 'PAYMENT'
      ? db
          .select({
            description: sql<string>`'Invoice ' || ${documents.number}`,
            totalCents: paymentInvoices.amountCents,
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
  ] as const;
});

/** What an e-mail to an approver lists of a document (LINK-02). */
export const mailedPartsQuery = (source: Source, docType: DocType, id: string): Query<MailedParts> =>
  mapQuery(parts(source, { id }, docType), ([lines, attached]) => ({
    lines: lines.map(({ description, totalCents }) => ({ description, totalCents })),
    lineCount: lines[0]?.total ?? 0,
    files: attached.map(({ label }) => label),
    fileCount: attached[0]?.total ?? 0,
  }));
