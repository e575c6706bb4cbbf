import { and, asc, count, eq, isNull, lt, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle-decision';
import type { Database, ShowStore } from '../open.ts';
import { documents, purchaseOrders } from './document-tables.ts';
import { waitingApprovals } from './flow-tables.ts';
import { isSettled } from './settled-shows.ts';
import { digestItems } from './work-tables.ts';

/** Whose digest of which type; each show has its part of it. */
export interface DigestOf {
  userId: string;
  type: DocType;
}

/** Keeps an event for its user's next digest (DEC-58); the same event is kept once. */
export async function keepForDigest(store: ShowStore, row: typeof digestItems.$inferInsert): Promise<void> {
  await store.write([store.db.insert(digestItems).values(row).onConflictDoNothing()]);
}

const listed = {
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
};

/** What waits for this person's approval now, longest first: at most `limit` of `total`. */
export async function readAwaiting({ db, showId }: ShowStore, { userId, type }: DigestOf, limit: number) {
  const own = and(
    eq(waitingApprovals.showId, showId),
    eq(waitingApprovals.userId, userId),
    eq(waitingApprovals.type, type),
  );
  const [rows, totals] = await db.batch([
    db
      .select({ ...listed, since: waitingApprovals.since })
      .from(waitingApprovals)
      .innerJoin(documents, eq(documents.id, waitingApprovals.documentId))
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(own)
      .orderBy(asc(waitingApprovals.since), asc(documents.id))
      .limit(limit),
    db.select({ total: count() }).from(waitingApprovals).where(own),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

const openItems = ({ showId }: ShowStore, { userId, type }: DigestOf) =>
  and(
    eq(digestItems.showId, showId),
    eq(digestItems.userId, userId),
    eq(digestItems.type, type),
    isNull(digestItems.sentAt),
  );

/** What happened since the last digest, oldest first, with its documents as they are now. At most 500. */
export async function readDigestItems(store: ShowStore, digest: DigestOf) {
  const rows = await store.db
    .select({
      ...listed,
      event: digestItems.event,
      eventSeq: digestItems.eventSeq,
      at: digestItems.createdAt,
    })
    .from(digestItems)
    .innerJoin(documents, eq(documents.id, digestItems.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(openItems(store, digest))
    .orderBy(asc(digestItems.createdAt), asc(digestItems.documentId), asc(digestItems.eventSeq))
    .limit(500);
  return rows.map((row) => ({ ...row, event: row.event as NotifyEvent }));
}

/** These have been told, or need not be. */
export async function endDigestItems(
  store: ShowStore,
  digest: DigestOf,
  items: readonly { id: string; eventSeq: number }[],
  sentAt: string,
): Promise<void> {
  if (items.length === 0) return;
  const keys = JSON.stringify(items.map(({ id, eventSeq }) => [id, eventSeq]));
  await store.db
    .update(digestItems)
    .set({ sentAt })
    .where(
      and(
        openItems(store, digest),
        sql`(${digestItems.documentId}, ${digestItems.eventSeq}) IN
          (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`,
      ),
    );
}

/** Nothing of this is to be told any more. */
export async function dropDigestItems(store: ShowStore, digest: DigestOf, sentAt: string): Promise<void> {
  await store.db.update(digestItems).set({ sentAt }).where(openItems(store, digest));
}

/** Whose digests of which types have something to tell in this show. */
export async function readDigestsWithItems({ db, showId }: ShowStore): Promise<DigestOf[]> {
  return db
    .selectDistinct({ userId: digestItems.userId, type: digestItems.type })
    .from(digestItems)
    .where(and(eq(digestItems.showId, showId), isNull(digestItems.sentAt)));
}

/** The shows of a shard that have something to tell. */
export async function readShowsWithItems(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ showId: digestItems.showId })
    .from(digestItems)
    .where(and(isNull(digestItems.sentAt), isSettled(digestItems.showId)));
  return rows.map((row) => row.showId);
}

/** What was told is kept for a while, so that an event which comes again is not told again. */
export async function removeToldItems(store: ShowStore, before: string): Promise<void> {
  await store.db
    .delete(digestItems)
    .where(and(eq(digestItems.showId, store.showId), lt(digestItems.sentAt, before)));
}
