import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { BulkEntry, BulkItem, BulkResult } from '#domain/bulk-approval/bulk';
import { inList } from '#store/d1/in-list';
import { insertJsonRows } from '#store/d1/json-object';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { bulkItems, bulkRuns, outbox } from '#store/show/tables/job-tables';

export type BulkRunRow = typeof bulkRuns.$inferSelect;

const ofRun = ({ showId }: Pick<Source, 'showId'>, runId: string) =>
  and(eq(bulkItems.showId, showId), eq(bulkItems.runId, runId));
const runById = ({ showId }: Pick<Source, 'showId'>, runId: string) =>
  and(eq(bulkRuns.showId, showId), eq(bulkRuns.id, runId));

export function insertBulkRun({ db }: ShowStore, row: typeof bulkRuns.$inferInsert): Write {
  return db.insert(bulkRuns).values(row);
}

/** Any number of items in one statement. */
export function insertBulkItems(
  { showId }: ShowStore,
  runId: string,
  items: readonly (BulkItem & { batch: number })[],
): Write {
  const rows = items.map((item, position) => ({
    documentId: item.id,
    stepId: item.workflowStepId,
    batch: item.batch,
    contentVersion: item.contentVersion,
    budgetAnswer: item.budgetAnswer ?? null,
    position,
  }));
  return insertJsonRows(bulkItems, { showId, runId }, rows);
}

/** Jobs of a run's batches, each inserted once. */
export function insertBatchJobs(
  { showId }: ShowStore,
  jobs: readonly { id: string; effectKey: string; payload: unknown }[],
  { kind, createdAt }: { kind: string; createdAt: string },
): Write {
  return sql`${insertJsonRows(outbox, { showId, kind, createdAt }, jobs)} WHERE true ON CONFLICT DO NOTHING`;
}

/** A run with its items in order; null when the show has none of this id. */
export const bulkRunQuery = (source: Source, runId: string) =>
  mapQuery(runWithItems(source, { runId }), ([[run], items]) =>
    run ? { run, items, entries: items.map(entryOf) } : null,
  );

const runWithItems = prepareRead((source, { runId }: { runId: string }) => [
  source.db.select().from(bulkRuns).where(runById(source, runId)).limit(1),
  source.db.select().from(bulkItems).where(ofRun(source, runId)).orderBy(asc(bulkItems.position)),
]);

const approvesPayments = and(eq(bulkRuns.docType, 'PAYMENT'), eq(bulkRuns.action, 'approve'));
const unseenRun = prepareRead(({ db, showId }, { userId }: { userId: string }, ofAnyType: boolean) => [
  db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(
      and(
        eq(bulkRuns.showId, showId),
        eq(bulkRuns.userId, userId),
        isNull(bulkRuns.seenAt),
        ofAnyType ? undefined : approvesPayments,
      ),
    )
    .orderBy(desc(bulkRuns.createdAt), desc(bulkRuns.id))
    .limit(1),
]);

/**
 * The newest run of a user that is in progress, or whose result they have not seen; null without one. Either of any
 * type, or only approvals of payments.
 */
export const unseenRunQuery = (source: Source, userId: string, ofAnyType: boolean) =>
  mapQuery(unseenRun(source, { userId }, ofAnyType), ([rows]) => rows[0]?.id ?? null);

/** Marks that the user has seen the result of this run and of the older ones; runs in progress stay unseen. */
export async function saveSeen({ db, showId }: ShowStore, run: BulkRunRow, seenAt: string): Promise<void> {
  await db
    .update(bulkRuns)
    .set({ seenAt })
    .where(
      and(
        eq(bulkRuns.showId, showId),
        eq(bulkRuns.userId, run.userId),
        isNull(bulkRuns.seenAt),
        lte(bulkRuns.createdAt, run.createdAt),
        ne(bulkRuns.status, 'in_progress'),
      ),
    );
}

const documentNames = prepareRead((source, { runId }: { runId: string }) => [
  source.db
    .select({
      id: documents.id,
      type: documents.type,
      number: documents.number,
      milestones: documents.milestones,
      prefix: purchaseOrders.prefix,
      vendorName: documents.vendorName,
      payeeName: payments.payeeName,
      currency: documents.currencyCode,
      totalCents: documents.totalCents,
    })
    .from(bulkItems)
    .crossJoin(documents)
    .leftJoin(payments, eq(payments.documentId, documents.id))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(
      and(
        ofRun(source, runId),
        or(eq(bulkItems.result, 'failed'), isNotNull(bulkItems.code)),
        eq(documents.id, bulkItems.documentId),
        eq(documents.showId, source.showId),
      ),
    ),
]);

/** Numbers, names and totals of the documents of a run that failed or have a warning. */
export const documentNamesQuery = (source: Source, runId: string) =>
  mapQuery(documentNames(source, { runId }), ([rows]) => rows);

function entryOf(row: typeof bulkItems.$inferSelect): BulkEntry {
  return {
    id: row.documentId,
    batch: row.batch,
    result: row.result,
    code: row.code,
    message: row.message,
  };
}

const openItems = prepareRead((source, { runId, batch }: { runId: string; batch: number }) => [
  source.db
    .select({
      position: bulkItems.position,
      id: bulkItems.documentId,
      stepId: bulkItems.stepId,
      contentVersion: bulkItems.contentVersion,
      budgetAnswer: bulkItems.budgetAnswer,
    })
    .from(bulkItems)
    .where(and(ofRun(source, runId), eq(bulkItems.batch, batch), isNull(bulkItems.result)))
    .orderBy(asc(bulkItems.position)),
]);

/** The items of a batch without a result; none when the batch was canceled. */
export const openItemsQuery = (source: Source, runId: string, batch: number) =>
  mapQuery(openItems(source, { runId, batch }), ([rows]) => rows);

export type ItemResult = BulkResult & { position: number };

/**
 * Closes the user's open bulk items for a vote that is taken back: a batch that crashed after the vote, and runs again,
 * must not vote again.
 */
export function closeItemsOfVote(
  { showId }: ShowStore,
  vote: { userId: string; documentId: string; stepId: string },
): Write {
  return sql`UPDATE bulk_items SET result = 'success' WHERE show_id = ${showId} AND result IS NULL
    AND document_id = ${vote.documentId} AND step_id = ${vote.stepId}
    AND run_id IN (SELECT id FROM bulk_runs WHERE show_id = ${showId} AND user_id = ${vote.userId} AND seen_at IS NULL)`;
}

/** Stores the results; the first result of an item is final. */
export function saveItemResults({ showId }: ShowStore, runId: string, results: readonly ItemResult[]): Write {
  return sql`UPDATE bulk_items SET result = item.value ->> 'result', code = item.value ->> 'code',
      message = item.value ->> 'message'
    FROM json_each(${JSON.stringify(results)}) item
    WHERE bulk_items.show_id = ${showId} AND bulk_items.run_id = ${runId}
      AND bulk_items.position = item.value ->> 'position' AND bulk_items.result IS NULL`;
}

/**
 * Stores accounting's refusals of these pushes with their items; each item stays a success (DEC-03). The plus keeps
 * SQLite from using the index on the show.
 */
export function saveWarnings({ showId }: ShowStore, runId: string, pushIds: readonly string[]): Write {
  return sql`UPDATE bulk_items SET code = 'accounting_interface_error', message = sent.message
    FROM (SELECT document_id, message FROM send_history
      WHERE +show_id = ${showId} AND id IN ${inList(pushIds)} AND is_successful = 0) sent
    WHERE bulk_items.show_id = ${showId} AND bulk_items.run_id = ${runId}
      AND bulk_items.document_id = sent.document_id AND bulk_items.result = 'success'`;
}

/**
 * Ends a run in progress when no item is pending and accounting was asked to release each approved payment, with the
 * status that follows from the results (DEC-45).
 */
export function endRun({ showId }: ShowStore, runId: string, finishedAt: string): Write {
  const runItems = sql`SELECT 1 FROM bulk_items i WHERE i.show_id = ${showId} AND i.run_id = ${runId}`;
  const openReleases = sql`SELECT 1 FROM outbox o WHERE o.show_id = ${showId} AND o.done_at IS NULL
    AND o.effect_key > ${`release-batch:${runId}:`} AND o.effect_key < ${`release-batch:${runId};`}`;
  return sql`UPDATE bulk_runs SET finished_at = ${finishedAt},
      status = CASE WHEN EXISTS (${runItems} AND i.result = 'failed') THEN 'error' ELSE 'success' END
    WHERE show_id = ${showId} AND id = ${runId} AND status = 'in_progress'
      AND NOT EXISTS (${runItems} AND i.batch > 0 AND i.result IS NULL) AND NOT EXISTS (${openReleases})`;
}

/** The effect key of the job that approves a batch, and of the one that then releases its payments in accounting. */
export const batchKeys = {
  approve: (runId: string, batch: number) => `approve-batch:${runId}:${batch}`,
  release: (runId: string, batch: number) => `release-batch:${runId}:${batch}`,
};

/**
 * Cancels a run in progress. Items of a batch whose job has not started are never approved: the job later finds nothing
 * to do (DEC-45).
 */
export async function cancelRun(store: ShowStore, runId: string, finishedAt: string): Promise<void> {
  const { db, showId } = store;
  const isInProgress = sql`EXISTS (SELECT 1 FROM bulk_runs r WHERE r.show_id = ${showId} AND r.id = ${runId}
    AND r.status = 'in_progress')`;
  const isNotStarted = sql`EXISTS (SELECT 1 FROM outbox o WHERE o.show_id = ${showId} AND o.attempts = 0
    AND o.effect_key = 'approve-batch:' || ${bulkItems.runId} || ':' || ${bulkItems.batch})`;
  await db.batch([
    db
      .update(bulkItems)
      .set({ batch: 0 })
      .where(and(ofRun(store, runId), isNull(bulkItems.result), isInProgress, isNotStarted)),
    db
      .update(bulkRuns)
      .set({ status: 'canceled', finishedAt })
      .where(and(runById(store, runId), eq(bulkRuns.status, 'in_progress'))),
  ]);
}

/** Requeues failed items, each in its new batch, and sets the run to in progress again (DEC-45). */
export function requeueItems(
  store: ShowStore,
  runId: string,
  items: readonly { id: string; batch: number }[],
): Write[] {
  const { db, showId } = store;
  return [
    sql`UPDATE bulk_items SET result = NULL, code = NULL, message = NULL, batch = item.value ->> 'batch'
      FROM json_each(${JSON.stringify(items)}) item
      WHERE bulk_items.show_id = ${showId} AND bulk_items.run_id = ${runId}
        AND bulk_items.document_id = item.value ->> 'id' AND bulk_items.result = 'failed'`,
    db
      .update(bulkRuns)
      .set({ status: 'in_progress', isRetry: true, finishedAt: null, seenAt: null })
      .where(runById(store, runId)),
  ];
}

/** Runs of any show that are in progress but have no open job. */
export async function readAbandonedRuns(db: Database): Promise<{ id: string; showId: string }[]> {
  // The keys of one run's batches are those from ':' to ';', the character after it.
  const hasOpen = (kind: string) => sql`EXISTS (SELECT 1 FROM outbox o WHERE o.show_id = ${bulkRuns.showId}
    AND o.done_at IS NULL AND o.effect_key > ${sql.raw(`'${kind}:'`)} || ${bulkRuns.id} || ':'
    AND o.effect_key < ${sql.raw(`'${kind}:'`)} || ${bulkRuns.id} || ';')`;
  const hasOpenJob = sql`(${hasOpen('approve-batch')} OR ${hasOpen('release-batch')})`;
  return db
    .select({ id: bulkRuns.id, showId: bulkRuns.showId })
    .from(bulkRuns)
    .where(and(eq(bulkRuns.status, 'in_progress'), isNotMoving(bulkRuns.showId), sql`NOT ${hasOpenJob}`));
}

export function failOpenItems(store: ShowStore, runId: string, code: string): Write {
  return store.db
    .update(bulkItems)
    .set({ result: 'failed', code })
    .where(and(ofRun(store, runId), isNull(bulkItems.result), gt(bulkItems.batch, 0)));
}
