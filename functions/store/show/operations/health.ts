import { and, asc, count, desc, eq, isNotNull, isNull, min, ne, or, sql } from 'drizzle-orm';
import type { AnyColumn } from 'drizzle-orm';
import { nonRetryableKind } from '#domain/operations/health';
import type { FailureSelection } from '#domain/operations/health';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { queryOf } from '#store/d1/query';
import { readSchemaVersion } from '#store/d1/schema-version';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { isFailed, isFailedToSend } from '#store/show/outbox/failed-pushes';
import { asNew } from '#store/show/outbox/outbox';
import { webhookEndpoints } from '#store/show/tables/webhook-tables';
import {
  accountingRests,
  bulkRuns,
  digestItems,
  historyChecks,
  outbox,
  pdfTasks,
} from '#store/show/tables/job-tables';

export type HistoryCheckRow = typeof historyChecks.$inferSelect;

const isInList = (column: AnyColumn, ids: readonly string[]) => sql`${column} IN ${inList(ids)}`;
/** Behind a plus the show leads to no index: what is open is little, and has an index of its own. */
const isOpenIn = (column: AnyColumn, createdAt: AnyColumn, showIds: readonly string[]) =>
  sql`${createdAt} > '' AND +${column} IN ${inList(showIds)}`;

/** What is under way, has failed and rests in these shows of one shard, in one trip. */
export async function readHealth(db: Database, showIds: readonly string[], now: string) {
  const open = { count: count(), oldest: min(outbox.createdAt) };
  const [waiting, failed, unsent, rests, pdfs, runs, digests, deaf, checks, version] = await Promise.all([
    db
      .select({
        showId: outbox.showId,
        kind: outbox.kind,
        ...open,
        tried: sql<number>`sum(${outbox.attempts} > 0)`,
        resting: sql<number>`sum(${outbox.nextAttemptAt} > ${now})`,
      })
      .from(outbox)
      .where(and(isNull(outbox.doneAt), isOpenIn(outbox.showId, outbox.createdAt, showIds)))
      .groupBy(outbox.showId, outbox.kind),
    db
      .select({ showId: outbox.showId, count: count() })
      .from(outbox)
      .where(and(isInList(outbox.showId, showIds), isFailed))
      .groupBy(outbox.showId),
    db
      .select({ showId: documents.showId, count: count() })
      .from(documents)
      .where(and(eq(documents.type, 'PO'), isFailedToSend(inList(showIds))))
      .groupBy(documents.showId),
    db.select().from(accountingRests).where(isInList(accountingRests.showId, showIds)),
    db
      .select({ showId: pdfTasks.showId, count: count(), oldest: min(pdfTasks.createdAt) })
      .from(pdfTasks)
      .where(and(eq(pdfTasks.status, 'in_progress'), isOpenIn(pdfTasks.showId, pdfTasks.createdAt, showIds)))
      .groupBy(pdfTasks.showId),
    db
      .select({ showId: bulkRuns.showId, count: count(), oldest: min(bulkRuns.createdAt) })
      .from(bulkRuns)
      .where(and(eq(bulkRuns.status, 'in_progress'), isOpenIn(bulkRuns.showId, bulkRuns.createdAt, showIds)))
      .groupBy(bulkRuns.showId),
    db
      .select({ showId: digestItems.showId, count: count(), oldest: min(digestItems.createdAt) })
      .from(digestItems)
      .where(and(isNull(digestItems.sentAt), isInList(digestItems.showId, showIds)))
      .groupBy(digestItems.showId),
    db
      .select({ showId: webhookEndpoints.showId, since: min(webhookEndpoints.failingSince) })
      .from(webhookEndpoints)
      // Not of one that somebody disabled.
      .where(
        and(
          isInList(webhookEndpoints.showId, showIds),
          or(eq(webhookEndpoints.isEnabled, true), isNotNull(webhookEndpoints.givenUpAt)),
        ),
      )
      .groupBy(webhookEndpoints.showId),
    db.select().from(historyChecks).where(isInList(historyChecks.showId, showIds)),
    readSchemaVersion(db),
  ]);
  return { waiting, failed, unsent, rests, pdfs, runs, digests, deaf, checks, version };
}

/** A document as it is called: by its number, with the prefix of a purchase order. */
const called = {
  docType: documents.type,
  number: documents.number,
  prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
  milestones: documents.milestones,
};

/** What was given up in a show, the latest first: at most `limit`. */
export async function readFailures({ db, showId }: ShowStore, limit: number) {
  return db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      attempts: outbox.attempts,
      error: sql<string>`${outbox.error}`,
      createdAt: outbox.createdAt,
      doneAt: sql<string>`${outbox.doneAt}`,
      documentId: documents.id,
      ...called,
    })
    .from(outbox)
    .leftJoin(documents, eq(documents.id, outbox.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(and(eq(outbox.showId, showId), isFailed))
    .orderBy(desc(outbox.doneAt), asc(outbox.id))
    .limit(limit);
}

/** What documents are called, by id; those that are gone are not among them. */
export async function readDocumentNames({ db, showId }: ShowStore, ids: readonly string[]) {
  return db
    .select({ id: documents.id, ...called })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(
      and(
        isInList(documents.id, ids),
        // Behind a plus the show leads to no index.
        sql`+${documents.showId} = ${showId}`,
      ),
    );
}

/** What may become of those that are meant. */
export type Settling = 'retried' | 'dismissed';

function matchesSelection(showId: string, how: Settling, selection: FailureSelection) {
  return and(
    eq(outbox.showId, showId),
    isFailed,
    how === 'retried' ? ne(outbox.kind, nonRetryableKind) : undefined,
    'ids' in selection ? isInList(outbox.id, selection.ids) : undefined,
  );
}

/** The failures of a selection, the latest first: at most `limit`. */
export function selectedFailuresQuery(
  { db, showId }: Source,
  how: Settling,
  selection: FailureSelection,
  limit: number,
) {
  const failures = db
    .select({ id: outbox.id, showId: outbox.showId, kind: outbox.kind })
    .from(outbox)
    .where(matchesSelection(showId, how, selection))
    .orderBy(desc(outbox.doneAt), asc(outbox.id))
    .limit(limit);
  return queryOf(db, failures);
}

/** How many are meant. */
export async function countSelectedFailures(
  { db, showId }: ShowStore,
  how: Settling,
  selection: FailureSelection,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(outbox)
    .where(matchesSelection(showId, how, selection));
  return row?.count ?? 0;
}

/** Those of these entries that are still given up. */
const theseFailed = (showId: string, ids: readonly string[]) =>
  sql`show_id = ${showId} AND done_at IS NOT NULL AND error IS NOT NULL AND dismissed_at IS NULL
    AND id IN ${inList(ids)}`;

/** Failures that are tried again as if they were new; their effect keeps its key. */
export function retryFailures({ showId }: ShowStore, ids: readonly string[], now: string): Write {
  return sql`UPDATE outbox SET ${asNew(now)} WHERE ${theseFailed(showId, ids)}`;
}

/** Failures of which nothing more is to be done. */
export function dismissFailures({ showId }: ShowStore, ids: readonly string[], now: string): Write {
  return sql`UPDATE outbox SET dismissed_at = ${now} WHERE ${theseFailed(showId, ids)}`;
}

/** Begins a look at the histories in place of the last one. */
export function insertHistoryCheck(
  { showId, db }: ShowStore,
  row: Pick<HistoryCheckRow, 'runId' | 'askedBy' | 'askedAt'>,
): Write {
  const fresh = { ...row, after: null, documents: 0, events: 0, amiss: 0, faults: [], finishedAt: null };
  return db
    .insert(historyChecks)
    .values({ showId, ...fresh })
    .onConflictDoUpdate({ target: historyChecks.showId, set: fresh });
}

export async function readHistoryCheck({ db, showId }: ShowStore): Promise<HistoryCheckRow | null> {
  const rows = await db.select().from(historyChecks).where(eq(historyChecks.showId, showId)).limit(1);
  return rows[0] ?? null;
}

/** Adds a page to a look at the histories; once, for it names the page before. */
export async function addToHistoryCheck(
  { db, showId }: ShowStore,
  before: { runId: string; after: string | null },
  found: Pick<HistoryCheckRow, 'after' | 'documents' | 'events' | 'amiss' | 'faults' | 'finishedAt'>,
): Promise<void> {
  const { documents: looked, events, amiss, ...rest } = found;
  await db
    .update(historyChecks)
    .set({
      ...rest,
      documents: sql`${historyChecks.documents} + ${looked}`,
      events: sql`${historyChecks.events} + ${events}`,
      amiss: sql`${historyChecks.amiss} + ${amiss}`,
    })
    .where(
      and(
        eq(historyChecks.showId, showId),
        eq(historyChecks.runId, before.runId),
        isNull(historyChecks.finishedAt),
        before.after === null ? isNull(historyChecks.after) : eq(historyChecks.after, before.after),
      ),
    );
}
