import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '#domain/codes';
import { storedChanges } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { violates } from '#store/d1/open';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
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

/** Who did something to a document, the reason that was given, and what it changed. */
export interface EventActor {
  actorName: string;
  reason: string;
  action: string;
  changes: FieldChange[];
}

/** That of an event; null for an event that there is none of. */
export const eventActorQuery = (source: Source, documentId: string, seq: number): Query<EventActor | null> =>
  mapped(readEventActor(source, { documentId, seq }), ([[row]]) => {
    if (!row) return null;
    const { reason, changes } = row.payload;
    return {
      actorName: row.actorName,
      reason: typeof reason === 'string' ? reason : '',
      action: row.action,
      changes: storedChanges(changes),
    };
  });

/**
 * What came of mailing a document (EM-16): one entry an errand. A vendor's mail that was sent is also kept with the
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

/** Whether the e-mail of this errand has left: whoever takes the errand again must not send it again. */
export async function wasMailed({ db, showId }: ShowStore, entryId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sendHistory.id })
    .from(sendHistory)
    .where(
      and(eq(sendHistory.id, entryId), eq(sendHistory.showId, showId), eq(sendHistory.isSuccessful, true)),
    )
    .limit(1);
  return rows.length > 0;
}

/** How many addresses one person may write to in one show. */
export interface Quota {
  actorId: string;
  addresses: number;
  /** Counted from this instant on. */
  since: string;
}

/**
 * The errand of an e-mail. Beyond the quota its `created_at` is null, which violates NOT NULL and so undoes the whole
 * batch, also when many requests come at once.
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

/** What a batch threw, as `too_many_requests` when it was the quota. */
export function quotaRefusal(error: unknown): unknown {
  return violates(error, 'NOT NULL', 'outbox.created_at')
    ? new Refusal('too_many_requests', {
        message: 'You have sent too many e-mails in the last hour. Please try again later.',
      })
    : error;
}
