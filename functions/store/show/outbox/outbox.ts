import { and, asc, desc, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { maxJobAttempts, neverStartedError, timedOutPrefix, webhookKind } from '#domain/operations/health';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { documentEvents, documents, sendHistory } from '#store/show/tables/document-tables';
import { isSettled } from './moving-shows.ts';
import { outbox } from '#store/show/tables/job-tables';

export type OutboxEntry = typeof outbox.$inferSelect;

const isDue = (now: string) => or(isNull(outbox.nextAttemptAt), lte(outbox.nextAttemptAt, now));

const isOneOf = (ids: readonly string[]) =>
  sql`${outbox.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Takes open entries for one try, which nobody else makes before `leaseUntil`. None that is done, unknown, in other
 * hands, or rests before its next try. A webhook's former error goes: with one it may be sent again by hand.
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
        isOneOf(ids),
        // Behind a plus it has no index: D1 would else walk through all entries of the show.
        sql`+${outbox.showId} = ${store.showId}`,
        isNull(outbox.doneAt),
        lt(outbox.attempts, maxJobAttempts),
        isDue(now),
      ),
    )
    .returning();
}

/** Lets a failed entry rest; `error` is kept for whoever looks. */
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

/**
 * Entries whose message was lost: open, due, and not handed to the queue since `before`. At most 100 a sweep, and as many
 * webhooks, so that nothing waits behind endpoints that do not answer; money does not wait behind mails either.
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
        // Not by the index of all deliveries: open ones are few.
        sql`(${outbox.kind} = 'webhook') = ${which === 'webhooks' ? 1 : 0}`,
        isSettled(outbox.showId),
        lt(outbox.createdAt, before),
        or(isNull(outbox.sentAt), lt(outbox.sentAt, before)),
        isDue(now),
      ),
    )
    .orderBy(sql`${outbox.kind} = 'notify'`, asc(outbox.createdAt))
    .limit(100);
}

/** Closes entries that were tried often enough, or that nobody could even begin since `before`; answers them. */
export async function closeExhaustedJobs(db: Database, before: string, now: string) {
  const spent = gte(outbox.attempts, maxJobAttempts);
  return db
    .update(outbox)
    .set({
      doneAt: now,
      error: sql`CASE WHEN ${outbox.error} IS NULL THEN ${neverStartedError}
        WHEN ${spent} OR ${outbox.kind} = ${webhookKind} THEN ${outbox.error}
        ELSE ${timedOutPrefix} || ${outbox.error} END`,
    })
    .where(
      and(
        isNull(outbox.doneAt),
        isSettled(outbox.showId),
        isDue(now),
        or(spent, lt(outbox.createdAt, before)),
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
  await db.update(outbox).set({ sentAt: at }).where(isOneOf(ids));
}

/** Closes an entry; `error` says why nothing more will be tried. */
export async function markDone(
  store: ShowStore,
  id: string,
  at: string,
  error: string | null,
): Promise<void> {
  await store.write([closeJob(store, id, at, error)]);
}

/** The same, in the batch of what it was to do. */
export function closeJob({ db, showId }: ShowStore, id: string, at: string, error: string | null) {
  return db
    .update(outbox)
    .set({ doneAt: at, error })
    .where(and(eq(outbox.id, id), eq(outbox.showId, showId)));
}

/** An entry that is to be written, of any show of the shard. */
interface NewJob {
  id: string;
  showId: string;
  kind: string;
  documentId?: string;
  payload: unknown;
  effectKey: string;
}

/** Entries that follow from other work, each effect kept once; answers those that are new. */
export async function enqueueJobs(
  db: Database,
  rows: readonly NewJob[],
  createdAt: string,
): Promise<{ id: string; showId: string; kind: string }[]> {
  return db.all(sql`
    INSERT INTO outbox (id, show_id, kind, document_id, payload, effect_key, created_at)
    SELECT value ->> 'id', value ->> 'showId', value ->> 'kind', value ->> 'documentId', json(value -> 'payload'),
      value ->> 'effectKey', ${createdAt}
    FROM json_each(${JSON.stringify(rows)}) WHERE true ON CONFLICT DO NOTHING
    RETURNING id, show_id AS showId, kind`);
}

/** Whether the latest sending of a document failed: one that failed late must not hide that a later one went through. */
const lastSendingFailed = (documentId: string) =>
  sql`coalesce((SELECT ${sendHistory.isSuccessful} = 0 FROM ${sendHistory}
    WHERE ${sendHistory.showId} = ${documents.showId} AND ${sendHistory.documentId} = ${documentId}
      AND ${sendHistory.sendType} = 'ACCOUNTING'
    ORDER BY ${sendHistory.createdAt} DESC, ${sendHistory.id} DESC LIMIT 1), 0)`;

/**
 * What came of telling accounting: the header's flag says what the newest entry of the send history says (AC-05,
 * DEC-96). One errand has one entry however often it is tried; an entry that says "sent" stays.
 * The errand itself is closed when it `isClosed`: but not that of an order that was voided meanwhile.
 */
export function sendingStatements(
  { db, showId }: ShowStore,
  entry: typeof sendHistory.$inferInsert,
  isClosed: boolean,
): Write[] {
  const { isSuccessful, message = '', createdAt } = entry;
  const isVoid = sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.id} = ${entry.documentId}
    AND ${documents.type} = 'PO' AND ${documents.status} = 'VOID')`;
  return [
    db
      .insert(sendHistory)
      .values(entry)
      .onConflictDoUpdate({
        target: sendHistory.id,
        set: { isSuccessful, message, createdAt },
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
  mapped(voided(source, { documentId }), ([rows]) => rows[0] ?? null);

/** An entry as if it were new: its effect keeps its key, and what was said of its last failure is over. */
export const asNew = (
  now: string,
) => sql`created_at = ${now}, sent_at = NULL, attempts = 0, done_at = NULL, error = NULL,
  next_attempt_at = NULL, dismissed_at = NULL`;

/**
 * An errand that comes again and again has one entry a show: made where there is none, and opened anew once it is done
 * and, unless `before` is null, was opened before that. One statement for any number of shows: a run
 * of a Worker has 1,000. Answers what there is to send for, and nothing of a show for which it is too early.
 */
export async function resetJobs(
  db: Database,
  rows: readonly Omit<NewJob, 'documentId'>[],
  before: string | null,
  now: string,
): Promise<{ id: string; showId: string }[]> {
  return db.all(sql`
    INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at)
    SELECT value ->> 'id', value ->> 'showId', value ->> 'kind', json(value -> 'payload'), value ->> 'effectKey', ${now}
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (show_id, effect_key) DO UPDATE SET ${asNew(now)}
      WHERE done_at IS NOT NULL AND (${before} IS NULL OR created_at < ${before})
    RETURNING id, show_id AS showId`);
}

/** The entry of this kind of each of these shows, opened anew if it is done and was opened before `before`; at most 100. */
export async function resetDueJobs(
  db: Database,
  showIds: readonly string[],
  kind: string,
  before: string,
  now: string,
): Promise<{ id: string; showId: string }[]> {
  return db.all(sql`UPDATE outbox SET ${asNew(now)} WHERE id IN (SELECT id FROM outbox
      WHERE show_id IN (SELECT value FROM json_each(${JSON.stringify(showIds)})) AND effect_key = ${kind}
      AND done_at IS NOT NULL AND created_at < ${before} ORDER BY created_at LIMIT 100)
    RETURNING id, show_id AS showId`);
}

/** Takes an entry that says "failed" out of the send history: it turned out that there was nothing to send. */
export async function forgetFailedSending(store: ShowStore, id: string, documentId: string): Promise<void> {
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
