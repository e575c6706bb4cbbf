import { and, asc, eq, sql } from 'drizzle-orm';
import { countVersion } from '#domain/budget/counts';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { showSettings } from '#store/show/tables/reference-tables';
import { webhookEndpoints } from '#store/show/tables/webhook-tables';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const endpointById = (showId: string, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.showId, showId));

const subscriptions = prepareRead(({ db, showId }) => [
  db
    .select({ settings: showSettings.settings, webhooks: showSettings.webhooks })
    .from(showSettings)
    .where(eq(showSettings.showId, showId))
    .limit(1),
]);

/**
 * The webhook subscriptions, with the settings that decide which document data may be sent; null when none were ever
 * stored.
 */
export const subscriptionsQuery = (source: Source) =>
  mapQuery(subscriptions(source, {}), ([rows]) => rows[0] ?? null);

const endpoints = prepareRead(({ db, showId }) => [
  db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.showId, showId))
    .orderBy(asc(webhookEndpoints.id)),
]);

/** The show's endpoints, oldest first. */
export const endpointsQuery = (source: Source): Query<EndpointRow[]> =>
  mapQuery(endpoints(source, {}), ([rows]) => rows);

const endpoint = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db.select().from(webhookEndpoints).where(endpointById(showId, id)).limit(1),
]);

export const endpointQuery = (source: Source, id: string): Query<EndpointRow | null> =>
  mapQuery(endpoint(source, { id }), ([rows]) => rows[0] ?? null);

/**
 * Violates NOT NULL of `show_id` when the show already has `max` endpoints: concurrent inserts are counted one by one.
 */
export function insertEndpoint(
  { db, showId }: ShowStore,
  row: typeof webhookEndpoints.$inferInsert,
  max: number,
): Write {
  const showIdUnlessFull = sql`(SELECT CASE WHEN count(*) < ${max} THEN ${showId} END
    FROM webhook_endpoints WHERE show_id = ${showId})`;
  return db.insert(webhookEndpoints).values({ ...row, showId: showIdUnlessFull });
}

export function updateEndpoint({ db, showId }: ShowStore, id: string, values: Partial<EndpointRow>): Write {
  return db.update(webhookEndpoints).set(values).where(endpointById(showId, id));
}

export function deleteEndpoint({ db, showId }: ShowStore, id: string): Write {
  return db.delete(webhookEndpoints).where(endpointById(showId, id));
}

/** Stores the subscriptions in the settings, as they are after this batch's earlier statements. */
export function saveSubscriptions({ showId }: ShowStore): Write {
  return sql`INSERT INTO show_settings (show_id, count_version, webhooks)
    VALUES (${showId}, ${countVersion}, (SELECT CASE WHEN count(*) > 0 THEN json_group_array(json_object('id', id,
        'events', json(events), 'documentTypes', json(document_types))) END
      FROM webhook_endpoints WHERE show_id = ${showId} AND is_enabled = 1))
    ON CONFLICT (show_id) DO UPDATE SET webhooks = excluded.webhooks`;
}

/** Guard: fails the batch by a null id unless the endpoint is enabled and unchanged. */
export function guardEndpointUnchanged(
  { showId }: ShowStore,
  { id, url, failingSince }: Pick<EndpointRow, 'id' | 'url' | 'failingSince'>,
): Write {
  return sql`INSERT INTO webhook_endpoints (id) SELECT NULL WHERE NOT EXISTS
    (SELECT 1 FROM webhook_endpoints WHERE id = ${id} AND show_id = ${showId} AND url = ${url}
      AND is_enabled = 1 AND failing_since IS ${failingSince})`;
}

/** Guard: fails the batch by a null id unless the endpoint still has the secret of this time. */
export function guardSecretUnchanged({ showId }: ShowStore, id: string, since: string): Write {
  return sql`INSERT INTO webhook_endpoints (id) SELECT NULL WHERE NOT EXISTS
    (SELECT 1 FROM webhook_endpoints WHERE id = ${id} AND show_id = ${showId} AND secret_since = ${since})`;
}
