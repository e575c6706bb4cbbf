import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore } from '#store/d1/open';
import { approvalHistory, documents, purchaseOrders } from '#store/show/tables/document-tables';
import { queueOf } from '#store/show/cover/approval-queue';
import { showSettings } from '#store/show/tables/reference-tables';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { digestItems } from '#store/show/tables/job-tables';

/** The user and type of a digest; each show contributes a part of it. */
export interface DigestKey {
  userId: string;
  type: DocType;
}

/**
 * The parts of shows of one shard, read together, each by its own index: separate queries for a user with many shows
 * would exceed the limit of a Worker's run.
 */
export interface DigestScope extends DigestKey {
  showIds: readonly string[];
}

/** Stores an event for its user's next digest, once (DEC-58). */
export async function insertDigestItem(
  store: ShowStore,
  row: typeof digestItems.$inferInsert,
): Promise<void> {
  await store.write([store.db.insert(digestItems).values(row).onConflictDoNothing()]);
}

const listColumns = {
  id: documents.id,
  showId: documents.showId,
  type: documents.type,
  number: documents.number,
  milestones: documents.milestones,
  prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
  description: documents.description,
  vendorName: documents.vendorName,
  creatorName: documents.creatorName,
  totalCents: documents.totalCents,
  currencyCode: documents.currencyCode,
  /** The approved total that an open change order changes; null without one (CHANGE-09). */
  approvedCents: sql<number | null>`iif(${purchaseOrders.lockedLineCount} > 0,
    (SELECT h.total_cents FROM ${approvalHistory} h WHERE h.show_id = ${documents.showId} AND h.document_id = ${documents.id}
      ORDER BY h.position DESC LIMIT 1), NULL)`,
};

/** The stored settings of these shows, by show. */
export async function readSettingsOf(db: Database, showIds: readonly string[]) {
  const rows = await db
    .select({ showId: showSettings.showId, settings: showSettings.settings })
    .from(showSettings)
    .where(inArray(showSettings.showId, inList(showIds)));
  return new Map(rows.map(({ showId, settings }) => [showId, settings]));
}

/**
 * The user's pending approvals, oldest first: at most `limit` per show, fewer when there are many shows, with the
 * `total`.
 */
export async function readPendingApprovals(
  db: Database,
  { showIds, userId, type }: DigestScope,
  limit: number,
) {
  const queue = queueOf(db, { showIds: JSON.stringify(showIds) }, userId);
  const ofShow = sql`OVER (PARTITION BY ${queue.showId}`;
  const waiting = db
    .select({
      documentId: queue.documentId,
      since: queue.since,
      absentName: queue.absentName,
      position: sql<number>`row_number() ${ofShow} ORDER BY ${queue.since}, ${queue.documentId})`.as('place'),
      total: sql<number>`count(*) ${ofShow})`.as('total'),
    })
    .from(queue)
    .where(eq(queue.type, type))
    .as('waiting');
  return db
    .select({ ...listColumns, since: waiting.since, absentName: waiting.absentName, total: waiting.total })
    .from(waiting)
    .innerJoin(documents, eq(documents.id, waiting.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(lte(waiting.position, Math.max(1, Math.min(limit, Math.floor(5000 / showIds.length)))))
    .orderBy(asc(documents.showId), asc(waiting.position));
}

const openItems = ({ showIds, userId, type }: DigestScope) =>
  and(
    inArray(digestItems.showId, inList(showIds)),
    eq(digestItems.userId, userId),
    eq(digestItems.type, type),
    isNull(digestItems.sentAt),
  );

/** The events since the last digest, oldest first, with the current data of their documents. At most 5,000. */
export async function readDigestItems(db: Database, digest: DigestScope) {
  const rows = await db
    .select({
      ...listColumns,
      event: digestItems.event,
      eventSeq: digestItems.eventSeq,
      at: digestItems.createdAt,
    })
    .from(digestItems)
    .innerJoin(documents, eq(documents.id, digestItems.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(openItems(digest))
    .orderBy(asc(digestItems.createdAt), asc(digestItems.documentId), asc(digestItems.eventSeq))
    .limit(5000);
  return rows.map((row) => ({ ...row, event: row.event as NotifyEvent }));
}

/** Marks items as sent. Items of a show that is being moved are left out and are sent again. */
export async function endDigestItems(
  db: Database,
  digest: DigestScope,
  items: readonly { showId: string; id: string; eventSeq: number }[],
  sentAt: string,
): Promise<void> {
  if (items.length === 0) return;
  const keys = JSON.stringify(items.map(({ showId, id, eventSeq }) => [showId, id, eventSeq]));
  await db
    .update(digestItems)
    .set({ sentAt })
    .where(
      and(
        openItems(digest),
        isNotMoving(digestItems.showId),
        sql`(${digestItems.showId}, ${digestItems.documentId}, ${digestItems.eventSeq}) IN
          (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`,
      ),
    );
}

/** Discards the pending items of a digest. */
export async function dropDigestItems(db: Database, digest: DigestScope, sentAt: string): Promise<void> {
  await db.update(digestItems).set({ sentAt }).where(openItems(digest));
}

export async function readDigestsWithItems({ db, showId }: ShowStore): Promise<DigestKey[]> {
  return db
    .selectDistinct({ userId: digestItems.userId, type: digestItems.type })
    .from(digestItems)
    .where(and(eq(digestItems.showId, showId), isNull(digestItems.sentAt)));
}

export async function readShowsWithItems(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ showId: digestItems.showId })
    .from(digestItems)
    .where(and(isNull(digestItems.sentAt), isNotMoving(digestItems.showId)));
  return rows.map((row) => row.showId);
}

/** Sent items are kept for a while, so that an event that is delivered again is not sent again. */
export async function deleteSentItems(store: ShowStore, before: string): Promise<void> {
  await store.db
    .delete(digestItems)
    .where(and(eq(digestItems.showId, store.showId), lt(digestItems.sentAt, before)));
}
