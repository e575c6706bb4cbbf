import { sql } from 'drizzle-orm';
import type { AnyColumn, SQL } from 'drizzle-orm';
import { authorActions } from '#domain/workflow/self-approval';
import type { AuthorEvent } from '#domain/workflow/self-approval';

const actions = sql.raw(authorActions.map((action) => `'${action}'`).join(', '));

/** The events of a document from which `revisionAuthors` derives the authors of its current revision, oldest first. */
export function authorEventsOf(documentId: AnyColumn): SQL<AuthorEvent[]> {
  return sql`(SELECT json_group_array(json_object('action', e.action, 'actorId', e.actor_id) ORDER BY e.seq)
    FROM document_events e WHERE e.document_id = ${documentId} AND e.action IN (${actions}))`.mapWith(
    (events: string) => JSON.parse(events) as AuthorEvent[],
  );
}
