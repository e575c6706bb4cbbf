import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';

/** The current step of a document, and the users who may decide there now. */
export interface WaitingWith {
  step: string;
  templateId: string;
  people: { id: string; name: string }[];
}

/** The current step of a row of `documents` with the users in whose queue it is; null when it is not in approval. */
export function waitingWith({ showId }: Pick<Source, 'showId'>): SQL<WaitingWith | null> {
  // Names the index, and fixes the order of the joins: D1 keeps no statistics.
  const people = sql`(SELECT json_group_array(json_object('id', one.user_id, 'name', one.name))
    FROM (SELECT a.user_id, a.name FROM waiting_approvals q INDEXED BY waiting_approvals_by_document
      CROSS JOIN workflow_step_approvers a
      WHERE q.show_id = ${showId} AND q.document_id = ${documents.id}
        AND a.show_id = q.show_id AND a.step_id = q.step_id AND a.user_id = q.user_id ORDER BY a.position) AS one)`;
  return sql`(SELECT json_object('step', s.name, 'templateId', w.template_id, 'people', json(${people}))
    FROM workflow_steps s CROSS JOIN workflows w
    WHERE s.id = ${documents.currentStepId} AND w.id = s.workflow_id)`.mapWith((text: string) =>
    // A null column is not mapped.
    JSON.parse(text),
  ) as SQL<WaitingWith | null>;
}
