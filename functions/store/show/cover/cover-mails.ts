import { and, asc, eq, sql } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Database, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { coverDecisions } from '#store/show/tables/cover-tables';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

/** The mails about covers that await approval, begin and end (COV-09, COV-18). */

/** A cover whose request, beginning or end is to be announced, with the webhook subscriptions of its show. */
export interface CoverToAnnounce {
  id: string;
  showId: string;
  userId: string;
  coveringId: string;
  alternateId: string | null;
  firstDay: string;
  lastDay: string;
  types: readonly DocType[];
  setById: string;
  event: 'requested' | 'started' | 'ended';
  /** Whether its beginning was announced; a cover that was cancelled before is not announced at its end. */
  wasStarted: boolean;
  webhooks: unknown;
}

/** The covers of a shard that await approval, began or ended, and whose people are not notified yet. */
export async function readCoversToAnnounce(db: Database, now: string): Promise<CoverToAnnounce[]> {
  const rows = await db.all<{ cover: string }>(sql`SELECT json_object('id', c.id, 'showId', c.show_id,
      'userId', c.user_id, 'coveringId', c.covering_id, 'alternateId', c.alternate_id, 'firstDay', c.first_day,
      'lastDay', c.last_day, 'types', json(c.types), 'setById', c.set_by_id,
      'event', iif(c.ended_at IS NOT NULL OR c.ends_at <= ${now}, 'ended', iif(c.awaits_approval = 1, 'requested', 'started')),
      'wasStarted', json(iif(c.start_mailed_at IS NOT NULL, 'true', 'false')), 'webhooks', json(s.webhooks)) AS cover
    FROM covers c INDEXED BY covers_to_mail LEFT JOIN show_settings s ON s.show_id = c.show_id
    WHERE c.end_mailed_at IS NULL
      AND (iif(c.awaits_approval = 1, c.request_mailed_at IS NULL, c.start_mailed_at IS NULL AND c.starts_at <= ${now})
        OR c.ended_at IS NOT NULL OR c.ends_at <= ${now})
      AND NOT EXISTS (SELECT 1 FROM moving_shows m WHERE m.show_id = c.show_id)
    LIMIT 100`);
  return rows.map(({ cover }) => JSON.parse(cover) as CoverToAnnounce);
}

const mailedColumns = {
  requested: 'request_mailed_at',
  started: 'start_mailed_at',
  ended: 'end_mailed_at',
} as const;

/** Marks covers as announced. */
export async function markAnnounced(
  db: Database,
  covers: readonly { showId: string; id: string }[],
  event: CoverToAnnounce['event'],
  now: string,
): Promise<void> {
  const column = sql.raw(mailedColumns[event]);
  await db.run(sql`UPDATE covers SET ${column} = ${now}
    WHERE (show_id, id) IN (SELECT value ->> 'showId', value ->> 'id' FROM json_each(${JSON.stringify(covers)}))`);
}

const decisions = prepareRead(({ db, showId }, { coverId }: { coverId: string }) => [
  db
    .select({
      id: documents.id,
      showId: documents.showId,
      type: documents.type,
      number: documents.number,
      milestones: documents.milestones,
      prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
      vendorName: documents.vendorName,
      totalCents: documents.totalCents,
      currencyCode: documents.currencyCode,
      action: coverDecisions.action,
    })
    .from(coverDecisions)
    .innerJoin(documents, eq(documents.id, coverDecisions.documentId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(and(eq(coverDecisions.showId, showId), eq(coverDecisions.coverId, coverId)))
    .orderBy(asc(coverDecisions.at))
    .limit(1000),
]);

/** What was decided under a cover, oldest first; at most 1,000. */
export const decisionsQuery = (source: Source, coverId: string) =>
  mapQuery(decisions(source, { coverId }), ([rows]) => rows);
