import { sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import { deliveriesAPage } from '#domain/webhooks/webhook';
import type { SentEvent } from '#domain/webhooks/webhook';
import { among } from '#store/d1/in-list';
import type { Database, ShowStore, Write } from '#store/d1/open';
import { anew } from '#store/show/outbox/outbox';
import { isSettled } from '#store/show/outbox/moving-shows';
import { webhookAnswers } from '#store/show/tables/webhook-tables';
import { outbox } from '#store/show/tables/job-tables';

/** A delivery with what came of its last try. */
export interface DeliveryRow {
  id: string;
  event: SentEvent;
  at: string;
  documentId: string | null;
  documentType: DocType | null;
  documentNumber: string | null;
  doneAt: string | null;
  nextAttemptAt: string | null;
  error: string | null;
  attempts: number;
  statusCode: number | null;
  durationMs: number | null;
  answeredAt: string | null;
}

const delivery = sql`SELECT o.id, o.payload ->> 'event' AS event, o.payload ->> 'at' AS at,
    o.document_id AS documentId, o.payload ->> '$.document.type' AS documentType,
    o.payload ->> '$.document.number' AS documentNumber, o.done_at AS doneAt,
    o.next_attempt_at AS nextAttemptAt, o.error, coalesce(a.attempts, 0) AS attempts,
    a.status_code AS statusCode, a.duration_ms AS durationMs, a.answered_at AS answeredAt
  FROM outbox o LEFT JOIN webhook_answers a ON a.delivery_id = o.id`;

/** A page of deliveries to an endpoint and one more, newest first; those before the one with the id `before`, if any. */
export async function readDeliveries(
  { db, showId }: ShowStore,
  endpointId: string,
  before: string | null,
): Promise<DeliveryRow[]> {
  const older = before === null ? sql`` : sql` AND o.id < ${before}`;
  return db.all<DeliveryRow>(sql`${delivery}
    WHERE o.kind = 'webhook' AND o.show_id = ${showId} AND o.payload ->> 'endpointId' = ${endpointId}${older}
    ORDER BY o.id DESC LIMIT ${deliveriesAPage + 1}`);
}

/** Null for one that is not this endpoint's, or not kept any more. */
export async function readDelivery(
  { db, showId }: ShowStore,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | null> {
  const rows = await db.all<DeliveryRow>(sql`${delivery}
    WHERE o.kind = 'webhook' AND o.show_id = ${showId} AND o.payload ->> 'endpointId' = ${endpointId}
      AND o.id = ${id}`);
  return rows[0] ?? null;
}

/** What came of one try. */
export function recordAnswer(
  { db, showId }: ShowStore,
  deliveryId: string,
  answer: { statusCode: number | null; durationMs: number; answeredAt: string },
): Write {
  return db
    .insert(webhookAnswers)
    .values({ deliveryId, showId, attempts: 1, ...answer })
    .onConflictDoUpdate({
      target: webhookAnswers.deliveryId,
      set: { ...answer, attempts: sql`${webhookAnswers.attempts} + 1` },
    });
}

/** Opens a delivery anew, with all its tries, that has ended or rests after one that failed; one on its way stays as it is. */
export function reopenDelivery({ showId }: ShowStore, id: string, now: string): Write {
  return sql`UPDATE outbox SET ${anew(now)}
    WHERE id = ${id} AND show_id = ${showId} AND kind = 'webhook' AND (done_at IS NOT NULL OR error IS NOT NULL)`;
}

/** Deliveries that ended before `before` with what came of them, at most 500 a sweep; answers how many went. */
export async function deleteOldDeliveries(db: Database, before: string): Promise<number> {
  const old = sql`kind = 'webhook' AND created_at < ${before} AND done_at IS NOT NULL`;
  const found = await db.all<{ id: string }>(
    sql`SELECT id FROM outbox WHERE ${old} AND ${isSettled(outbox.showId)} LIMIT 500`,
  );
  if (found.length === 0) return 0;
  // One that was opened anew meanwhile stays, and so does its answer.
  const ids = among(found.map(({ id }) => id));
  const [, gone] = await db.batch([
    db
      .delete(webhookAnswers)
      .where(sql`${webhookAnswers.deliveryId} IN (SELECT id FROM outbox WHERE id IN ${ids} AND ${old})`),
    db
      .delete(outbox)
      .where(sql`id IN ${ids} AND ${old}`)
      .returning({ id: outbox.id }),
  ]);
  return gone.length;
}
