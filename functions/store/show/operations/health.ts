import { and, asc, count, desc, eq, inArray, isNotNull, isNull, min, ne, or, sql } from 'drizzle-orm';
import type { AnyColumn } from 'drizzle-orm';
import { nonRetryableKind } from '#domain/operations/health';
import type { FailureSelection } from '#domain/operations/health';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { queryOf } from '#store/d1/query';
import { readSchemaVersion } from '#store/d1/schema-version';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { isFailed, isFailedToSendToAccounting } from '#store/show/outbox/failed-pushes';
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

/** The plus keeps SQLite from using the index on the show: open rows are few, and have an index of their own. */
const isOpenIn = (column: AnyColumn, createdAt: AnyColumn, showIds: readonly string[]) =>
  sql`${createdAt} > '' AND +${column} IN ${inList(showIds)}`;

/** The pending and failed jobs and the open circuits of these shows of one shard, in one round trip. */
export async function readHealth(db: Database, showIds: readonly string[], now: string) {
  const open = { count: count(), oldest: min(outbox.createdAt) };
  const [waiting, failed, failedToSend, rests, pdfs, runs, digests, deaf, checks, version] =
    await Promise.all([
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
        .where(and(inArray(outbox.showId, inList(showIds)), isFailed))
        .groupBy(outbox.showId),
      db
        .select({ showId: documents.showId, docType: documents.type, count: count() })
        .from(documents)
        .where(isFailedToSendToAccounting(inList(showIds)))
        .groupBy(documents.showId, documents.type),
      db
        .select()
        .from(accountingRests)
        .where(inArray(accountingRests.showId, inList(showIds))),
      db
        .select({ showId: pdfTasks.showId, count: count(), oldest: min(pdfTasks.createdAt) })
        .from(pdfTasks)
        .where(
          and(eq(pdfTasks.status, 'in_progress'), isOpenIn(pdfTasks.showId, pdfTasks.createdAt, showIds)),
        )
        .groupBy(pdfTasks.showId),
      db
        .select({ showId: bulkRuns.showId, count: count(), oldest: min(bulkRuns.createdAt) })
        .from(bulkRuns)
        .where(
          and(eq(bulkRuns.status, 'in_progress'), isOpenIn(bulkRuns.showId, bulkRuns.createdAt, showIds)),
        )
        .groupBy(bulkRuns.showId),
      db
        .select({ showId: digestItems.showId, count: count(), oldest: min(digestItems.createdAt) })
        .from(digestItems)
        .where(and(isNull(digestItems.sentAt), inArray(digestItems.showId, inList(showIds))))
        .groupBy(digestItems.showId),
      db
        .select({ showId: webhookEndpoints.showId, since: min(webhookEndpoints.failingSince) })
        .from(webhookEndpoints)
        // Excludes endpoints that a user disabled.
        .where(
          and(
            inArray(webhookEndpoints.showId, inList(showIds)),
            or(eq(webhookEndpoints.isEnabled, true), isNotNull(webhookEndpoints.givenUpAt)),
          ),
        )
        .groupBy(webhookEndpoints.showId),
      db
        .select()
        .from(historyChecks)
        .where(inArray(historyChecks.showId, inList(showIds))),
      readSchemaVersion(db),
    ]);
  return { waiting, failed, failedToSend, rests, pdfs, runs, digests, deaf, checks, version };
}

/** The columns of a document's display name: its number, with the prefix of a purchase order. */
const nameColumns = {
  docType: documents.type,
  number: documents.number,
  prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
  milestones: documents.milestones,
};

/** The jobs of a show that were given up, the latest first, at most `limit`. */
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
      ...nameColumns,
    })
    .from(outbox)
    .leftJoin(documents, eq(documents.id, outbox.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(and(eq(outbox.showId, showId), isFailed))
    .orderBy(desc(outbox.doneAt), asc(outbox.id))
    .limit(limit);
}

/** The display names of documents by id; documents that do not exist are left out. */
export async function readDocumentNames({ db, showId }: ShowStore, ids: readonly string[]) {
  return db
    .select({ id: documents.id, ...nameColumns })
    .from(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(
      and(
        inArray(documents.id, inList(ids)),
        // The plus keeps SQLite from using an index on the show.
        sql`+${documents.showId} = ${showId}`,
      ),
    );
}

/** What can be done with failed jobs. */
export type FailureResolution = 'retried' | 'dismissed';

function matchesSelection(showId: string, resolution: FailureResolution, selection: FailureSelection) {
  return and(
    eq(outbox.showId, showId),
    isFailed,
    resolution === 'retried' ? ne(outbox.kind, nonRetryableKind) : undefined,
    'ids' in selection ? inArray(outbox.id, inList(selection.ids)) : undefined,
  );
}

/** The failures of a selection, the latest first: at most `limit`. */
export function selectedFailuresQuery(
  { db, showId }: Source,
  resolution: FailureResolution,
  selection: FailureSelection,
  limit: number,
) {
  const failures = db
    .select({ id: outbox.id, showId: outbox.showId, kind: outbox.kind })
    .from(outbox)
    .where(matchesSelection(showId, resolution, selection))
    .orderBy(desc(outbox.doneAt), asc(outbox.id))
    .limit(limit);
  return queryOf(db, failures);
}

/** How many failures a selection has. */
export async function countSelectedFailures(
  { db, showId }: ShowStore,
  resolution: FailureResolution,
  selection: FailureSelection,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(outbox)
    .where(matchesSelection(showId, resolution, selection));
  return row?.count ?? 0;
}

/** The jobs among `ids` that are still failed. */
const areFailed = (showId: string, ids: readonly string[]) =>
  sql`show_id = ${showId} AND done_at IS NOT NULL AND error IS NOT NULL AND dismissed_at IS NULL
    AND id IN ${inList(ids)}`;

/** Retries failures as if they were new; their effect keys are unchanged. */
export function retryFailures({ showId }: ShowStore, ids: readonly string[], now: string): Write {
  return sql`UPDATE outbox SET ${asNew(now)} WHERE ${areFailed(showId, ids)}`;
}

/** Dismisses failures, so that nothing more is done. */
export function dismissFailures({ showId }: ShowStore, ids: readonly string[], now: string): Write {
  return sql`UPDATE outbox SET dismissed_at = ${now} WHERE ${areFailed(showId, ids)}`;
}

/** Starts a history check in place of the last one. */
export function insertHistoryCheck(
  { showId, db }: ShowStore,
  row: Pick<HistoryCheckRow, 'runId' | 'askedBy' | 'askedAt'>,
): Write {
  const values = { ...row, after: null, documents: 0, events: 0, amiss: 0, faults: [], finishedAt: null };
  return db
    .insert(historyChecks)
    .values({ showId, ...values })
    .onConflictDoUpdate({ target: historyChecks.showId, set: values });
}

export async function readHistoryCheck({ db, showId }: ShowStore): Promise<HistoryCheckRow | null> {
  const rows = await db.select().from(historyChecks).where(eq(historyChecks.showId, showId)).limit(1);
  return rows[0] ?? null;
}

/** Adds a page to a history check; only once, because it names the page before. */
export async function addToHistoryCheck(
  { db, showId }: ShowStore,
  previous: { runId: string; after: string | null },
  page: Pick<HistoryCheckRow, 'after' | 'documents' | 'events' | 'amiss' | 'faults' | 'finishedAt'>,
): Promise<void> {
  const { documents: documentCount, events, amiss, ...remaining } = page;
  await db
    .update(historyChecks)
    .set({
      ...remaining,
      documents: sql`${historyChecks.documents} + ${documentCount}`,
      events: sql`${historyChecks.events} + ${events}`,
      amiss: sql`${historyChecks.amiss} + ${amiss}`,
    })
    .where(
      and(
        eq(historyChecks.showId, showId),
        eq(historyChecks.runId, previous.runId),
        isNull(historyChecks.finishedAt),
        previous.after === null ? isNull(historyChecks.after) : eq(historyChecks.after, previous.after),
      ),
    );
}
