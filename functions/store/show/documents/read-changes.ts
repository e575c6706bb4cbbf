import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { documentEvents } from '#store/show/tables/document-tables';

/** What an event says of the document's content: JSON text, null for an event without changes. */
export const changesText = sql<string | null>`${documentEvents.payload} -> '$.changes'`;
export const contentVersionOf = sql<number | null>`${documentEvents.payload} ->> '$.contentVersion'`;

/** Whether an event says that its request named no content. */
export const namedNoContent =
  sql<number>`json_type(${documentEvents.payload}, '$.namedContentVersion') IS 'null'`.mapWith(Boolean);

const since = prepareRead(
  ({ db, showId }, { id, contentVersion }: { id: string; contentVersion: number }) => [
    db
      .select({
        seq: documentEvents.seq,
        at: documentEvents.at,
        actorName: documentEvents.actorName,
        action: documentEvents.action,
        contentVersion: contentVersionOf,
        changes: changesText,
      })
      .from(documentEvents)
      .where(
        and(
          eq(documentEvents.documentId, id),
          eq(documentEvents.showId, showId),
          gt(contentVersionOf, contentVersion),
        ),
      )
      .orderBy(asc(documentEvents.seq)),
  ],
);

/** Events that changed a document's content after `contentVersion`, oldest first. */
export const eventsSinceQuery = (source: Source, id: string, contentVersion: number) =>
  mapped(since(source, { id, contentVersion }), ([rows]) => rows);

/** What categories, addresses and documents are called, by their ids. */
export async function readNames(
  { db, showId }: ShowStore,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const given = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM categories WHERE show_id = ${showId} AND id IN ${given}
    UNION ALL SELECT id, trim(name || ', ' || address1, ', ') FROM addresses WHERE +show_id = ${showId} AND id IN ${given}
    UNION ALL SELECT id, trim(name || ', ' || address1, ', ') FROM vendor_addresses WHERE +show_id = ${showId} AND id IN ${given}
    UNION ALL SELECT id, number FROM documents WHERE +show_id = ${showId} AND id IN ${given}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
