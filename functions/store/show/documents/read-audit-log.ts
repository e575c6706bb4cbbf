import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { documentEvents, documents, purchaseOrders } from '#store/show/tables/document-tables';
import {
  bulkPlace,
  changesText,
  contentVersionOf,
  emailLink,
  namedNoContent,
  onBehalfOf,
} from './read-changes.ts';

/** Limits the rows in memory: an event may have some ten kilobytes of changes. */
export const auditPageSize = 200;

/** The next events of all documents of a show, by document and `seq`. */
export async function readAuditLog(
  { db, showId }: ShowStore,
  after: { documentId: string; seq: number } = { documentId: `${showId}_`, seq: 0 },
) {
  return db
    .select({
      documentId: documentEvents.documentId,
      seq: documentEvents.seq,
      type: documents.type,
      number: documents.number,
      prefix: purchaseOrders.prefix,
      action: documentEvents.action,
      historyType: documentEvents.historyType,
      actorName: documentEvents.actorName,
      at: documentEvents.at,
      hash: documentEvents.hash,
      contentVersion: contentVersionOf,
      namedNoContent,
      onBehalfOf,
      emailLink,
      bulk: bulkPlace,
      submissionStatus: sql<string | null>`${documentEvents.payload} ->> '$.submissionStatus'`,
      changes: changesText,
    })
    .from(documentEvents)
    .leftJoin(documents, and(eq(documents.id, documentEvents.documentId), eq(documents.showId, showId)))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documentEvents.documentId))
    .where(
      and(
        sql`(${documentEvents.documentId}, ${documentEvents.seq}) > (${after.documentId}, ${after.seq})`,
        // Ids begin with the show id (decision 0001), so the show's events are adjacent in the order of the key.
        lt(documentEvents.documentId, `${showId}_\u{10FFFF}`),
        sql`+${documentEvents.showId} = ${showId}`,
      ),
    )
    .orderBy(asc(documentEvents.documentId), asc(documentEvents.seq))
    .limit(auditPageSize);
}

export type AuditEventRow = Awaited<ReturnType<typeof readAuditLog>>[number];
