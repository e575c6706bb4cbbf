import { and, asc, eq, gt, lte, sql, sum } from 'drizzle-orm';
import type { HeldDocument, HeldEvent } from '#domain/history-check';
import type { ShowStore } from '../open.ts';
import { attachments, documentEvents, documentLines, documents } from './document-tables.ts';
import { stepApprovals } from './flow-tables.ts';

/** A document with its whole history; null: somebody has taken the document away. */
export interface HeldHistory {
  id: string;
  document: HeldDocument | null;
  events: HeldEvent[];
}

/**
 * The histories of a show in the order of its ids, of at most `limit` documents behind `after`, and of those that have
 * lost their document; `last` is null at the end.
 */
export async function readHistories(
  { db, showId }: ShowStore,
  after: string,
  limit: number,
): Promise<{ histories: HeldHistory[]; last: string | null }> {
  const beginning = after || `${showId}_`;
  const headers = await db
    .select({
      id: documents.id,
      type: documents.type,
      version: documents.version,
      status: documents.status,
      submissionStatus: documents.submissionStatus,
      totalCents: documents.totalCents,
    })
    .from(documents)
    // Behind a plus the show leads to no index: its documents stand together in the order of their ids.
    .where(and(gt(documents.id, beginning), sql`+${documents.showId} = ${showId}`))
    .orderBy(asc(documents.id))
    .limit(limit);
  const last = headers.length < limit ? null : (headers.at(-1)?.id ?? null);
  // Ids begin with their show (decision 0001): behind the last document only what has lost its own is left.
  const end = last ?? `${showId}_\u{10FFFF}`;
  const [events, lines, files, votes] = await db.batch([
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
    db
      .select({ id: documentLines.documentId, cents: sum(documentLines.totalCents).mapWith(Number) })
      .from(documentLines)
      .where(
        and(
          eq(documentLines.showId, showId),
          gt(documentLines.documentId, beginning),
          lte(documentLines.documentId, end),
        ),
      )
      .groupBy(documentLines.documentId),
    db
      .select({ id: attachments.documentId, fileId: attachments.fileId })
      .from(attachments)
      .where(
        and(
          eq(attachments.showId, showId),
          gt(attachments.documentId, beginning),
          lte(attachments.documentId, end),
        ),
      ),
    db
      .select({
        id: stepApprovals.documentId,
        seq: stepApprovals.eventSeq,
        userId: stepApprovals.userId,
        stepId: stepApprovals.stepId,
      })
      .from(stepApprovals)
      .where(
        and(
          eq(stepApprovals.showId, showId),
          gt(stepApprovals.documentId, beginning),
          lte(stepApprovals.documentId, end),
        ),
      ),
  ]);
  const eventsOf = Map.groupBy(events, ({ documentId }) => documentId);
  const centsOf = new Map(lines.map(({ id, cents }) => [id, cents]));
  const filesOf = Map.groupBy(files, ({ id }) => id);
  const votesOf = Map.groupBy(votes, ({ id }) => id);
  const held = headers.map(({ id, type, ...header }) => {
    const linesCents = type === 'PAYMENT' ? null : (centsOf.get(id) ?? 0);
    const fileIds = (filesOf.get(id) ?? []).map(({ fileId }) => fileId);
    const own = { ...header, linesCents, fileIds, votes: votesOf.get(id) ?? [] };
    return { id, document: own, events: eventsOf.get(id) ?? [] };
  });
  const known = new Set(headers.map(({ id }) => id));
  const lost = [...eventsOf].filter(([id]) => !known.has(id));
  return { last, histories: [...held, ...lost.map(([id, own]) => ({ id, document: null, events: own }))] };
}
