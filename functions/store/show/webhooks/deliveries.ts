import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import { deliveryPageSize } from '#domain/webhooks/webhook';
import type { SentEvent } from '#domain/webhooks/webhook';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { asNew } from '#store/show/outbox/outbox';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { webhookAnswers } from '#store/show/tables/webhook-tables';
import { outbox } from '#store/show/tables/job-tables';

/** A delivery with the result of its last attempt. */
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

const delivery = {
  id: outbox.id,
  event: sql<SentEvent>`${outbox.payload} ->> 'event'`,
  at: sql<string>`${outbox.payload} ->> 'at'`,
  documentId: outbox.documentId,
  documentType: sql<DocType | null>`${outbox.payload} ->> '$.document.type'`,
  documentNumber: sql<string | null>`${outbox.payload} ->> '$.document.number'`,
  doneAt: outbox.doneAt,
  nextAttemptAt: outbox.nextAttemptAt,
  error: outbox.error,
  attempts: sql<number>`coalesce(${webhookAnswers.attempts}, 0)`,
  statusCode: webhookAnswers.statusCode,
  durationMs: webhookAnswers.durationMs,
  answeredAt: webhookAnswers.answeredAt,
};

const ofEndpoint = (showId: string, endpointId: string, ...conditions: (SQL | undefined)[]) =>
  and(
    sql`${outbox.kind} = 'webhook'`,
    eq(outbox.showId, showId),
    sql`${outbox.payload} ->> 'endpointId' = ${endpointId}`,
    ...conditions,
  );

const page = prepareRead(
  ({ db, showId }, { endpointId, before }: { endpointId: string; before: string }, isFirst: boolean) => [
    db
      .select(delivery)
      .from(outbox)
      .leftJoin(webhookAnswers, eq(webhookAnswers.deliveryId, outbox.id))
      .where(ofEndpoint(showId, endpointId, isFirst ? undefined : lt(outbox.id, before)))
      .orderBy(desc(outbox.id))
      .limit(deliveryPageSize + 1),
  ],
);

/** A page of deliveries to an endpoint and one more, newest first, before the delivery with the id `before`, if any. */
export const deliveriesQuery = (
  source: Source,
  endpointId: string,
  before: string | null,
): Query<DeliveryRow[]> =>
  mapQuery(page(source, { endpointId, before: before ?? '' }, before === null), ([rows]) => rows);

const oneDelivery = prepareRead(({ db, showId }, { endpointId, id }: { endpointId: string; id: string }) => [
  db
    .select(delivery)
    .from(outbox)
    .leftJoin(webhookAnswers, eq(webhookAnswers.deliveryId, outbox.id))
    .where(ofEndpoint(showId, endpointId, eq(outbox.id, id))),
]);

/** A delivery; null when it is not this endpoint's, or was deleted. */
export const deliveryQuery = (source: Source, endpointId: string, id: string): Query<DeliveryRow | null> =>
  mapQuery(oneDelivery(source, { endpointId, id }), ([rows]) => rows[0] ?? null);

export function recordDeliveryAttempt(
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

/** Resets a delivery that has ended or waits for a retry, with all its attempts; one in progress is unchanged. */
export function reopenDelivery({ showId }: ShowStore, id: string, now: string): Write {
  return sql`UPDATE outbox SET ${asNew(now)}
    WHERE id = ${id} AND show_id = ${showId} AND kind = 'webhook' AND (done_at IS NOT NULL OR error IS NOT NULL)`;
}

/** Deletes deliveries that ended before `before` with their results, at most 500 per sweep. Returns how many. */
export async function deleteOldDeliveries(db: Database, before: string): Promise<number> {
  const old = sql`kind = 'webhook' AND created_at < ${before} AND done_at IS NOT NULL`;
  const oldDeliveries = await db.all<{ id: string }>(
    sql`SELECT id FROM outbox WHERE ${old} AND ${isNotMoving(outbox.showId)} LIMIT 500`,
  );
  if (oldDeliveries.length === 0) return 0;
  // A delivery that was reset meanwhile is kept, with its result.
  const ids = inList(oldDeliveries.map(({ id }) => id));
  const [, deleted] = await db.batch([
    db
      .delete(webhookAnswers)
      .where(sql`${webhookAnswers.deliveryId} IN (SELECT id FROM outbox WHERE id IN ${ids} AND ${old})`),
    db
      .delete(outbox)
      .where(sql`id IN ${ids} AND ${old}`)
      .returning({ id: outbox.id }),
  ]);
  return deleted.length;
}
