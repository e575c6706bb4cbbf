import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '#domain/codes';
import { storedChanges } from '#domain/history/document-changes';
import type { OnBehalfOf } from '#domain/cover/cover';
import type { FieldChange } from '#domain/history/document-changes';
import { violatesConstraint } from '#store/d1/open';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { documentEvents, purchaseOrders, sendHistory } from '#store/show/tables/document-tables';
import { outbox } from '#store/show/tables/job-tables';

const readEventActor = prepareRead(
  ({ db, showId }, { documentId, seq }: { documentId: string; seq: number }) => [
    db
      .select({
        actorName: documentEvents.actorName,
        action: documentEvents.action,
        payload: documentEvents.payload,
      })
      .from(documentEvents)
      .where(
        and(
          eq(documentEvents.documentId, documentId),
          eq(documentEvents.seq, seq),
          eq(documentEvents.showId, showId),
        ),
      )
      .limit(1),
  ],
);

/** The user who changed a document, the reason, the question or the answer that they gave, and the changes. */
export interface EventActor {
  actorName: string;
  reason: string;
  action: string;
  changes: FieldChange[];
}

/** The actor of an event; null when there is no such event. */
export const eventActorQuery = (source: Source, documentId: string, seq: number): Query<EventActor | null> =>
  mapQuery(readEventActor(source, { documentId, seq }), ([[row]]) => {
    if (!row) return null;
    const { reason, content, changes, onBehalfOf } = row.payload as typeof row.payload & {
      onBehalfOf?: OnBehalfOf;
    };
    const text = row.action === 'ask' || row.action === 'answer' ? content : reason;
    return {
      actorName: row.actorName + (onBehalfOf ? ` on behalf of ${onBehalfOf.name}` : ''),
      reason: typeof text === 'string' ? text : '',
      action: row.action,
      changes: storedChanges(changes),
    };
  });

/**
 * Records the result of mailing a document, one entry per job (EM-16). A sent vendor e-mail is also stored in the
 * purchase order (EM-14).
 */
export async function recordMail(
  { db, showId }: ShowStore,
  entry: typeof sendHistory.$inferInsert,
): Promise<void> {
  const { isSuccessful, message = '', createdAt, documentId, recipients = [] } = entry;
  const history = db
    .insert(sendHistory)
    .values(entry)
    .onConflictDoUpdate({
      target: sendHistory.id,
      set: { isSuccessful, message, recipients, createdAt },
      setWhere: eq(sendHistory.isSuccessful, false),
    });
  if (entry.sendType !== 'VENDOR_EMAIL' || !isSuccessful) {
    await history;
    return;
  }
  await db.batch([
    history,
    db
      .update(purchaseOrders)
      .set({ lastVendorEmailRecipients: recipients, lastVendorEmailAt: createdAt })
      .where(and(eq(purchaseOrders.documentId, documentId), eq(purchaseOrders.showId, showId))),
  ]);
}

/** Whether the e-mail of this job was sent: a retry must not send it again. */
export async function wasMailed({ db, showId }: ShowStore, jobId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sendHistory.id })
    .from(sendHistory)
    .where(and(eq(sendHistory.id, jobId), eq(sendHistory.showId, showId), eq(sendHistory.isSuccessful, true)))
    .limit(1);
  return rows.length > 0;
}

/** How many addresses a user may write to in one show. */
export interface Quota {
  actorId: string;
  addresses: number;
  /** The instant from which addresses are counted. */
  since: string;
}

/**
 * Inserts the job of an e-mail. Above the quota its `created_at` is null, which violates NOT NULL and fails the whole
 * batch, also for concurrent requests.
 */
export function insertMailJob(
  { db, showId }: ShowStore,
  row: typeof outbox.$inferInsert & { payload: { addresses: number } },
  { actorId, addresses, since }: Quota,
): Write {
  const mailed = sql`(SELECT coalesce(sum(payload ->> 'addresses'), 0) FROM outbox
    WHERE show_id = ${showId} AND kind = 'email-pdf' AND created_at > ${since} AND payload ->> 'actorId' = ${actorId})`;
  const createdAt = sql<string>`CASE WHEN ${mailed} + ${row.payload.addresses} <= ${addresses} THEN ${row.createdAt} END`;
  return db.insert(outbox).values({ ...row, createdAt });
}

/** Maps the error of a batch that exceeded the quota to `too_many_requests`. */
export function quotaRefusal(error: unknown): unknown {
  return violatesConstraint(error, 'NOT NULL', 'outbox.created_at')
    ? new Refusal('too_many_requests', {
        message: 'You have sent too many e-mails in the last hour. Please try again later.',
      })
    : error;
}
