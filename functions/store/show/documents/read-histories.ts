import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DocumentToVerify, StoredEvent } from '#domain/history/verify-history';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { numberSortOf } from '#domain/lists/number-sort';
import type { ShowStore } from '#store/d1/open';
import {
  approvalHistory,
  attachments,
  documentEvents,
  documentLines,
  documents,
  files as fileTable,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { erasedFiles, withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { stepApprovals } from '#store/show/tables/workflow-tables';
import { invoices, paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { relievedNow } from './relief-balance.ts';

/** A document with its whole history; null: the document row is missing. */
export interface StoredHistory {
  id: string;
  document: DocumentToVerify | null;
  events: StoredEvent[];
}

/**
 * The histories of at most `limit` documents of a show after the id `after`, by id, and those whose document is
 * missing; `last` is null at the end.
 */
export async function readHistories(
  store: ShowStore,
  after: string,
  limit: number,
): Promise<{ histories: StoredHistory[]; last: string | null }> {
  const { db, showId } = store;
  const beginning = after || `${showId}_`;
  const headers = await db
    .select({
      document: documents,
      purchaseOrder: purchaseOrders,
      invoice: invoices,
      payment: payments,
      relieved: sql<number>`iif(${documents.type} = 'PO', ${relievedNow(store)}, 0)`,
    })
    .from(documents)
    .leftJoin(
      purchaseOrders,
      and(eq(purchaseOrders.documentId, documents.id), eq(purchaseOrders.showId, showId)),
    )
    .leftJoin(invoices, and(eq(invoices.documentId, documents.id), eq(invoices.showId, showId)))
    .leftJoin(payments, and(eq(payments.documentId, documents.id), eq(payments.showId, showId)))
    // The plus keeps SQLite from using an index on the show id: its documents are adjacent in the order of their ids.
    .where(and(gt(documents.id, beginning), sql`+${documents.showId} = ${showId}`))
    .orderBy(asc(documents.id))
    .limit(limit);
  const last = headers.length < limit ? null : (headers.at(-1)?.document.id ?? null);
  // Ids begin with the show id (decision 0001): after the last document only histories without a document are left.
  const end = last ?? `${showId}_\u{10FFFF}`;
  const parts = await readParts(store, beginning, end);
  const histories = headers.map(({ document, purchaseOrder, invoice, payment, relieved }): StoredHistory => {
    const lines = parts.lines.get(document.id) ?? [];
    const files = (parts.files.get(document.id) ?? []).map(({ attachment, file }) => ({
      ...file,
      ...attachment,
    }));
    const numberKey = invoice?.numberKey ?? null;
    const sum = lines.reduce((cents, line) => cents + line.totalCents, 0);
    const own: DocumentToVerify = {
      version: document.version,
      totalCents: document.totalCents,
      linesCents: document.type === 'PAYMENT' ? null : sum,
      rows: {
        document,
        detail: purchaseOrder ?? invoice ?? payment ?? {},
        lines,
        files,
        settles: parts.settles.get(document.id) ?? [],
      },
      state: { ...document, lockedLineCount: purchaseOrder?.lockedLineCount ?? 0 },
      stamp: document,
      derived: {
        stored: { ...document, numberKey },
        expected: {
          attachmentCount: files.length,
          numberSort: numberSortOf(document.type, document.number),
          isRelieved: relieved === 1,
          numberKey: numberKey === null ? null : invoiceNumberKey(document.number),
        },
      },
      withdrawn: (parts.withdrawn.get(document.id) ?? []).map(({ withdrawn, file }) => ({
        ...file,
        ...withdrawn,
      })),
      erased: (parts.erased.get(document.id) ?? []).map(({ fileId }) => fileId),
      snapshots: parts.snapshots.get(document.id) ?? [],
      votes: (parts.votes.get(document.id) ?? []).map(({ eventSeq, ...vote }) => ({
        ...vote,
        seq: eventSeq,
      })),
    };
    return { id: document.id, document: own, events: parts.events.get(document.id) ?? [] };
  });
  const documentIds = new Set(histories.map(({ id }) => id));
  const orphaned = [...parts.events].filter(([id]) => !documentIds.has(id));
  return {
    last,
    histories: [...histories, ...orphaned.map(([id, own]) => ({ id, document: null, events: own }))],
  };
}

/** The rows that belong to the documents with ids after `beginning` up to `end`, by document. */
async function readParts({ db, showId }: ShowStore, beginning: string, end: string) {
  const between = (show: SQLiteColumn, id: SQLiteColumn) =>
    and(eq(show, showId), gt(id, beginning), lte(id, end));
  const erasedOf = (table: typeof attachments | typeof withdrawnAttachments) =>
    db
      .select({ documentId: table.documentId, fileId: table.fileId })
      .from(erasedFiles)
      .innerJoin(table, and(eq(table.showId, erasedFiles.showId), eq(table.fileId, erasedFiles.fileId)))
      .where(and(eq(erasedFiles.showId, showId), between(table.showId, table.documentId)));
  const [events, lines, attached, settles, snapshots, votes, withdrawn, erased, erasedWithdrawn] =
    await db.batch([
      db
        .select({
          documentId: documentEvents.documentId,
          seq: documentEvents.seq,
          showId: documentEvents.showId,
          action: documentEvents.action,
          historyType: documentEvents.historyType,
          actorId: documentEvents.actorId,
          actorName: documentEvents.actorName,
          at: documentEvents.at,
          text: sql<string>`${documentEvents.payload}`,
          previousHash: documentEvents.previousHash,
          hash: documentEvents.hash,
        })
        .from(documentEvents)
        .where(and(gt(documentEvents.documentId, beginning), lte(documentEvents.documentId, end)))
        .orderBy(asc(documentEvents.documentId), asc(documentEvents.seq)),
      db.select().from(documentLines).where(between(documentLines.showId, documentLines.documentId)),
      db
        .select({ attachment: attachments, file: fileTable })
        .from(attachments)
        // A left join, so that an attachment whose file is missing is still found.
        .leftJoin(fileTable, and(eq(fileTable.id, attachments.fileId), eq(fileTable.showId, showId)))
        .where(between(attachments.showId, attachments.documentId)),
      db.select().from(paymentInvoices).where(between(paymentInvoices.showId, paymentInvoices.paymentId)),
      db
        .select()
        .from(approvalHistory)
        .where(between(approvalHistory.showId, approvalHistory.documentId))
        .orderBy(asc(approvalHistory.position)),
      db.select().from(stepApprovals).where(between(stepApprovals.showId, stepApprovals.documentId)),
      db
        .select({ withdrawn: withdrawnAttachments, file: fileTable })
        .from(withdrawnAttachments)
        .leftJoin(fileTable, and(eq(fileTable.id, withdrawnAttachments.fileId), eq(fileTable.showId, showId)))
        .where(between(withdrawnAttachments.showId, withdrawnAttachments.documentId)),
      erasedOf(attachments),
      erasedOf(withdrawnAttachments),
    ]);
  return {
    events: Map.groupBy(events, ({ documentId }) => documentId),
    lines: Map.groupBy(lines, ({ documentId }) => documentId),
    files: Map.groupBy(attached, ({ attachment }) => attachment.documentId),
    settles: Map.groupBy(settles, ({ paymentId }) => paymentId),
    snapshots: Map.groupBy(snapshots, ({ documentId }) => documentId),
    votes: Map.groupBy(votes, ({ documentId }) => documentId),
    withdrawn: Map.groupBy(withdrawn, (row) => row.withdrawn.documentId),
    erased: Map.groupBy([...erased, ...erasedWithdrawn], ({ documentId }) => documentId),
  };
}
