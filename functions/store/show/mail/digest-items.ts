import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { AnyColumn } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle/decision';
import type { Database, ShowStore } from '#store/d1/open';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { waitingApprovals } from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';
import { isSettled } from '#store/show/outbox/moving-shows';
import { digestItems } from '#store/show/tables/job-tables';

/** Whose digest of which type; each show has its part of it. */
export interface DigestOf {
  userId: string;
  type: DocType;
}

/**
 * The parts of shows of one shard. They are read together, each by its own index: one by one, those of a person who works
 * in many are more queries than a run of a Worker has.
 */
export interface DigestIn extends DigestOf {
  showIds: readonly string[];
}

const isOneOf = (column: AnyColumn, showIds: readonly string[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(showIds)}))`;

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

/** The settings of those of these shows that have any, by show. */
export async function readSettingsOf(db: Database, showIds: readonly string[]) {
  const rows = await db
    .select({ showId: showSettings.showId, settings: showSettings.settings })
    .from(showSettings)
    .where(isOneOf(showSettings.showId, showIds));
  return new Map(rows.map(({ showId, settings }) => [showId, settings]));
}

/**
 * What waits for this person's approval now, longest first: of each show at most `limit` of its `total`, fewer where the
 * shows are many.
 */
export async function readAwaiting(db: Database, { showIds, userId, type }: DigestIn, limit: number) {
  const ofShow = sql`OVER (PARTITION BY ${waitingApprovals.showId}`;
  const waiting = db
    .select({
      documentId: waitingApprovals.documentId,
      since: waitingApprovals.since,
      place:
        sql<number>`row_number() ${ofShow} ORDER BY ${waitingApprovals.since}, ${waitingApprovals.documentId})`.as(
          'place',
        ),
      total: sql<number>`count(*) ${ofShow})`.as('total'),
    })
    .from(waitingApprovals)
    .where(
      and(
        isOneOf(waitingApprovals.showId, showIds),
        eq(waitingApprovals.userId, userId),
        eq(waitingApprovals.type, type),
      ),
    )
    .as('waiting');
  return db
    .select({ ...listed, since: waiting.since, total: waiting.total })
    .from(waiting)
    .innerJoin(documents, eq(documents.id, waiting.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(lte(waiting.place, Math.max(1, Math.min(limit, Math.floor(5000 / showIds.length)))))
    .orderBy(asc(documents.showId), asc(waiting.place));
}

const openItems = ({ showIds, userId, type }: DigestIn) =>
  and(
    isOneOf(digestItems.showId, showIds),
    eq(digestItems.userId, userId),
    eq(digestItems.type, type),
    isNull(digestItems.sentAt),
  );

/** What happened since the last digest, oldest first, with its documents as they are now. At most 5,000. */
export async function readDigestItems(db: Database, digest: DigestIn) {
  const rows = await db
    .select({
      ...listed,
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

/** These have been told, or need not be; those of a show that is being moved are told again. */
export async function endDigestItems(
  db: Database,
  digest: DigestIn,
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
        isSettled(digestItems.showId),
        sql`(${digestItems.showId}, ${digestItems.documentId}, ${digestItems.eventSeq}) IN
          (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`,
      ),
    );
}

/** Nothing of this is to be told any more. */
export async function dropDigestItems(db: Database, digest: DigestIn, sentAt: string): Promise<void> {
  await db.update(digestItems).set({ sentAt }).where(openItems(digest));
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
