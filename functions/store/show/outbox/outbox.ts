import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import {
  mailKinds,
  maxAttempts,
  neverStartedError,
  timedOutPrefix,
  webhookKind,
} from '#domain/operations/health';
import { inList } from '#store/d1/in-list';
import { insertJsonRows } from '#store/d1/json-object';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentEvents, documents, sendHistory } from '#store/show/tables/document-tables';
import { isNotMoving } from './moving-shows.ts';
import { outbox } from '#store/show/tables/job-tables';

export type OutboxEntry = typeof outbox.$inferSelect;

const maxOfKind = sql.raw(
  `CASE WHEN kind IN (${mailKinds.map((kind) => `'${kind}'`).join(', ')}) THEN ${maxAttempts.mail} ELSE ${maxAttempts.other} END`,
);

const isDue = (now: string) => or(isNull(outbox.nextAttemptAt), lte(outbox.nextAttemptAt, now));

/**
 * Leases open jobs for one attempt until `leaseUntil`. Skips jobs that are done, unknown, leased, or not yet due.
 * Clears the former error of a webhook: a webhook with an error may be retried by the user.
 */
export async function leaseJobs(
  store: ShowStore,
  ids: readonly string[],
  now: string,
  leaseUntil: string,
): Promise<OutboxEntry[]> {
  return store.db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: leaseUntil,
      error: sql`CASE WHEN ${outbox.kind} <> 'webhook' THEN ${outbox.error} END`,
    })
    .where(
      and(
        inArray(outbox.id, inList(ids)),
        // The plus keeps SQLite from using the index on the show: D1 would scan all jobs of the show.
        sql`+${outbox.showId} = ${store.showId}`,
        isNull(outbox.doneAt),
        sql`${outbox.attempts} < ${maxOfKind}`,
        isDue(now),
      ),
    )
    .returning();
}

/** Schedules the next attempt and stores the error for the health page. */
export async function postponeJob(
  store: ShowStore,
  id: string,
  nextAttemptAt: string,
  error: string,
): Promise<void> {
  await store.db
    .update(outbox)
    .set({ nextAttemptAt, error })
    .where(and(eq(outbox.id, id), eq(outbox.showId, store.showId), isNull(outbox.doneAt)));
}

/** Schedules the next attempt and takes back the one that was not made, because mail is paused (DEC-159). */
export async function suspendJob(store: ShowStore, id: string, nextAttemptAt: string): Promise<void> {
  await store.db
    .update(outbox)
    .set({ nextAttemptAt, attempts: sql`${outbox.attempts} - 1` })
    .where(and(eq(outbox.id, id), eq(outbox.showId, store.showId), isNull(outbox.doneAt)));
}

/**
 * Jobs whose queue message was lost: open, due, and not sent to the queue since `before`. At most 100 webhooks and 100
 * others per sweep, so that no job waits for endpoints that do not answer; e-mails come last.
 */
export async function readUndispatched(
  db: Database,
  which: 'webhooks' | 'others',
  before: string,
  now: string,
): Promise<{ id: string; showId: string; kind: string; origin: string | null }[]> {
  return db
    .select({ id: outbox.id, showId: outbox.showId, kind: outbox.kind, origin: outbox.origin })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        // An expression, so that SQLite does not use the index of all deliveries: open ones are few.
        sql`(${outbox.kind} = 'webhook') = ${which === 'webhooks' ? 1 : 0}`,
        isNotMoving(outbox.showId),
        lt(outbox.createdAt, before),
        or(isNull(outbox.sentAt), lt(outbox.sentAt, before)),
        isDue(now),
      ),
    )
    .orderBy(sql`${outbox.kind} = 'notify'`, asc(outbox.createdAt))
    .limit(100);
}

/** Closes jobs that have used up their attempts, or were created before `before`. Returns them. */
export async function closeExhaustedJobs(db: Database, before: string, now: string) {
  const isExhausted = sql`${outbox.attempts} >= ${maxOfKind}`;
  return db
    .update(outbox)
    .set({
      doneAt: now,
      error: sql`CASE WHEN ${outbox.error} IS NULL THEN ${neverStartedError}
        WHEN ${isExhausted} OR ${outbox.kind} = ${webhookKind} THEN ${outbox.error}
        ELSE ${timedOutPrefix} || ${outbox.error} END`,
    })
    .where(
      and(
        isNull(outbox.doneAt),
        isNotMoving(outbox.showId),
        isDue(now),
        or(isExhausted, lt(outbox.createdAt, before)),
      ),
    )
    .returning({
      id: outbox.id,
      showId: outbox.showId,
      kind: outbox.kind,
      attempts: outbox.attempts,
      origin: outbox.origin,
      error: sql<string>`${outbox.error}`,
    });
}

export async function markSent(db: Database, ids: readonly string[], at: string): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: at })
    .where(inArray(outbox.id, inList(ids)));
}

/** Closes a job; `error` is the reason why it is not retried. */
export async function markDone(
  store: ShowStore,
  id: string,
  at: string,
  error: string | null,
): Promise<void> {
  await store.write([closeJob(store, id, at, error)]);
}

/** Closes a job in the batch of its work. */
export function closeJob({ db, showId }: ShowStore, id: string, at: string, error: string | null) {
  return db
    .update(outbox)
    .set({ doneAt: at, error })
    .where(and(eq(outbox.id, id), eq(outbox.showId, showId)));
}

/** A job to be inserted, of any show of the shard. */
export interface NewJob {
  id: string;
  showId: string;
  kind: string;
  documentId?: string;
  payload: unknown;
  effectKey: string;
}

/** Inserts jobs that follow from other work, one per effect key. Returns the new ones. */
export async function enqueueJobs(
  db: Database,
  jobs: readonly NewJob[],
  createdAt: string,
): Promise<{ id: string; showId: string; kind: string }[]> {
  return db.all(sql`
    ${insertJsonRows(outbox, { createdAt }, jobs)} WHERE true ON CONFLICT DO NOTHING
    RETURNING id, show_id AS showId, kind`);
}

/** Whether the latest push of a document failed: a late failure must not hide a later success. */
const lastSendingFailed = (documentId: string) =>
  sql`coalesce((SELECT ${sendHistory.isSuccessful} = 0 FROM ${sendHistory}
    WHERE ${sendHistory.showId} = ${documents.showId} AND ${sendHistory.documentId} = ${documentId}
      AND ${sendHistory.sendType} = 'ACCOUNTING'
    ORDER BY ${sendHistory.createdAt} DESC, ${sendHistory.id} DESC LIMIT 1), 0)`;

/**
 * Records the result of a push to accounting and sets the document's flag to that of the newest entry (AC-05, DEC-96).
 * A job has one entry whatever its number of attempts, and a "sent" entry is final. With `isClosed` the job is closed,
 * too, unless its order was voided meanwhile.
 */
export function sendingStatements(
  { db, showId }: ShowStore,
  entry: typeof sendHistory.$inferInsert,
  isClosed: boolean,
): Write[] {
  const { isSuccessful, message = '', createdAt, senderFirstName, senderLastName } = entry;
  const isVoid = sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.id} = ${entry.documentId}
    AND ${documents.type} = 'PO' AND ${documents.status} = 'VOID')`;
  return [
    db
      .insert(sendHistory)
      .values(entry)
      .onConflictDoUpdate({
        target: sendHistory.id,
        set: { isSuccessful, message, createdAt, senderFirstName, senderLastName },
        setWhere: eq(sendHistory.isSuccessful, false),
      }),
    db
      .update(documents)
      .set({
        accountingFailed: lastSendingFailed(entry.documentId),
        ...(isSuccessful ? { foundInAccounting: true } : {}),
      })
      .where(and(eq(documents.id, entry.documentId), eq(documents.showId, showId))),
    ...(isClosed
      ? [
          db
            .update(outbox)
            .set({ doneAt: createdAt, error: isSuccessful ? null : message })
            .where(and(eq(outbox.id, entry.id), eq(outbox.showId, showId), sql`NOT ${isVoid}`)),
        ]
      : []),
  ];
}

const voided = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({ version: documents.version, voidedBy: documentEvents.actorId })
    .from(documents)
    .innerJoin(documentEvents, eq(documentEvents.documentId, documents.id))
    .where(
      and(
        eq(documents.id, documentId),
        eq(documents.showId, showId),
        eq(documents.status, 'VOID'),
        eq(documentEvents.historyType, 'VOID'),
      ),
    )
    .orderBy(desc(documentEvents.seq))
    .limit(1),
]);

/** A voided purchase order with the user who voided it; null while it is not void. */
export const voidedQuery = (source: Source, documentId: string) =>
  mapQuery(voided(source, { documentId }), ([rows]) => rows[0] ?? null);

/** Resets a job as if it were new: its effect key is unchanged, and its last failure is cleared. */
export const asNew = (
  now: string,
) => sql`created_at = ${now}, sent_at = NULL, attempts = 0, done_at = NULL, error = NULL,
  next_attempt_at = NULL, dismissed_at = NULL`;

/**
 * Inserts or resets recurring jobs, one per show: a job that is done is reset and, unless `before` is null, only if it
 * was created before that. One statement for any number of shows, because a run of a Worker is limited to 1,000.
 * Returns the jobs to dispatch; shows for which it is too early are left out.
 */
export async function resetJobs(
  db: Database,
  rows: readonly Omit<NewJob, 'documentId'>[],
  before: string | null,
  now: string,
): Promise<{ id: string; showId: string }[]> {
  return db.all(sql`
    ${insertJsonRows(outbox, { createdAt: now }, rows)} WHERE true
    ON CONFLICT (show_id, effect_key) DO UPDATE SET ${asNew(now)}
      WHERE done_at IS NOT NULL AND (${before} IS NULL OR created_at < ${before})
    RETURNING id, show_id AS showId`);
}

/** Resets the jobs of this kind that are done and were created before `before`; at most 100. */
export async function resetDueJobs(
  db: Database,
  showIds: readonly string[],
  kind: string,
  before: string,
  now: string,
): Promise<{ id: string; showId: string }[]> {
  return db.all(sql`UPDATE outbox SET ${asNew(now)} WHERE id IN (SELECT id FROM outbox
      WHERE show_id IN ${inList(showIds)} AND effect_key = ${kind}
      AND done_at IS NOT NULL AND created_at < ${before} ORDER BY created_at LIMIT 100)
    RETURNING id, show_id AS showId`);
}

/** Deletes a "failed" entry from the send history, when there was nothing to send. */
export async function deleteFailedSend(store: ShowStore, id: string, documentId: string): Promise<void> {
  const { db, showId } = store;
  await store.write([
    db
      .delete(sendHistory)
      .where(
        and(eq(sendHistory.id, id), eq(sendHistory.showId, showId), eq(sendHistory.isSuccessful, false)),
      ),
    db
      .update(documents)
      .set({ accountingFailed: lastSendingFailed(documentId) })
      .where(and(eq(documents.id, documentId), eq(documents.showId, showId))),
  ]);
}
