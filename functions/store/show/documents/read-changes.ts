import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { BulkPlace } from '#domain/bulk-approval/bulk-mark';
import type { Milestone, Status } from '#domain/document';
import type { OnBehalfOf } from '#domain/cover/cover';
import type { EmailLinkUse } from '#domain/history/email-link-use';
import type { StoredWait } from '#domain/workflow/step-reminders';
import { inList } from '#store/d1/in-list';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentEvents } from '#store/show/tables/document-tables';

/** The changes of the document's content in an event, as JSON text; null for an event without changes. */
export const changesText = sql<string | null>`${documentEvents.payload} -> '$.changes'`;
export const contentVersionOf = sql<number | null>`${documentEvents.payload} ->> '$.contentVersion'`;

/** Whether the event's request did not name the content version it was based on. */
export const namedNoContent =
  sql<number>`json_type(${documentEvents.payload}, '$.namedContentVersion') IS 'null'`.mapWith(Boolean);

/** The absent approver of a decision on behalf of them, and the cover (COV-06). */
export const onBehalfOf = sql<OnBehalfOf | null>`${documentEvents.payload} -> '$.onBehalfOf'`.mapWith(
  (text: string | null) => (text === null ? null : (JSON.parse(text) as OnBehalfOf)),
);

/** How the user approved with a link of an e-mail (LINK-09). */
export const emailLink = sql<EmailLinkUse | null>`${documentEvents.payload} -> '$.emailLink'`.mapWith(
  (text: string | null) => (text === null ? null : (JSON.parse(text) as EmailLinkUse)),
);
/** The place of a decision in a bulk run (BULK-05). */
export const bulkPlace =
  sql<BulkPlace | null>`json_remove(${documentEvents.payload} -> '$.bulk', '$.runId')`.mapWith(
    (text: string | null) => (text === null ? null : (JSON.parse(text) as BulkPlace)),
  );

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

/** The events that changed a document's content after `contentVersion`, oldest first. */
export const eventsSinceQuery = (source: Source, id: string, contentVersion: number) =>
  mapQuery(since(source, { id, contentVersion }), ([rows]) => rows);

const stateBefore = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select({
      state: sql<string>`${documentEvents.payload} -> '$.state'`,
      wait: sql<
        string | null
      >`(SELECT e.payload -> '$.wait' FROM document_events e JOIN documents d ON d.id = e.document_id
        WHERE e.document_id = ${id} AND e.show_id = ${showId} AND e.seq = d.version)`,
    })
    .from(documentEvents)
    .where(
      and(
        eq(documentEvents.documentId, id),
        eq(documentEvents.showId, showId),
        sql`${documentEvents.seq} < (SELECT d.version FROM documents d WHERE d.id = ${id})`,
        sql`json_type(${documentEvents.payload}, '$.state') = 'object'`,
      ),
    )
    .orderBy(desc(documentEvents.seq))
    .limit(1),
]);

/**
 * A document's state before its newest event, with the wait that a vote recorded; null if only events from before
 * content versions precede it.
 */
export const stateBeforeVersionQuery = (source: Source, id: string) =>
  mapQuery(stateBefore(source, { id }), ([[row]]) =>
    row
      ? {
          ...(JSON.parse(row.state) as { status: Status; milestones: Milestone[] }),
          wait: row.wait === null ? null : (JSON.parse(row.wait) as StoredWait),
        }
      : null,
  );

/** The names of categories, addresses and documents by id. */
export async function readNames(
  { db, showId }: ShowStore,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const idList = inList(ids);
  const rows = await db.all<{ id: string; name: string }>(sql`
    SELECT id, name FROM categories WHERE show_id = ${showId} AND id IN ${idList}
    UNION ALL SELECT id, trim(name || ', ' || address1, ', ') FROM addresses WHERE +show_id = ${showId} AND id IN ${idList}
    UNION ALL SELECT id, trim(name || ', ' || address1, ', ') FROM vendor_addresses WHERE +show_id = ${showId} AND id IN ${idList}
    UNION ALL SELECT id, number FROM documents WHERE +show_id = ${showId} AND id IN ${idList}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
