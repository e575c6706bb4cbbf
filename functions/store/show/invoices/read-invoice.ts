import { and, asc, eq } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { fileQueries, historyQueries, referenceQuery } from '#store/show/documents/document-parts';
import { documentLines } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { documentQuery, workflowQueries, workflowRows } from '#store/show/documents/read-document';

const page = prepareRead((source, { id }: { id: string }) => {
  const { db, showId } = source;
  return [
    documentQuery(source, id),
    ...workflowQueries(source, id),
    referenceQuery(source, id, invoices),
    db
      .select()
      .from(documentLines)
      .where(and(eq(documentLines.showId, showId), eq(documentLines.documentId, id)))
      .orderBy(asc(documentLines.lineNumber)),
    ...historyQueries(source, id),
    ...fileQueries(source, id),
  ] as const;
});

/** Everything that an invoice's own page shows; null when the show has none of this id. */
export const invoiceQuery = (source: Source, id: string) => mapQuery(page(source, { id }), pageRows);

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
  const [notes, events, sendHistory, attachments, taxForms, withdrawn, withdrawnTaxForms] = partRows;
  const row = documentRows[0];
  if (!row?.invoice) return null;
  return {
    document: row.document,
    invoice: row.invoice,
    vendorActive: row.vendorActive ?? true,
    approverIds: row.approverIds,
    authorEvents: row.authorEvents,
    ...workflowRows(workflow, steps, approvers, approvals),
    references: references[0] ?? null,
    lines,
    notes,
    events,
    attachments,
    withdrawn,
    taxForms,
    withdrawnTaxForms,
    sendHistory,
  };
}

export type InvoiceRows = NonNullable<ReturnType<typeof pageRows>>;
