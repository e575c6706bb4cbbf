import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AnyColumn, SQL } from 'drizzle-orm';
import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import { writerActions } from '#domain/workflow/self-approval';
import { inList } from '#store/d1/in-list';
import type { Database, ShowStore } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { waitingApprovals } from '#store/show/tables/workflow-tables';
import { hasUsedVote } from './used-votes.ts';
import { isRunning, isScheduled } from './running-covers.ts';

/** The user's own queue, and what they may decide on behalf of absent approvers (COV-02). */

/** A show's id, or JSON with the ids of several. */
export type QueueShows = { showId: string } | { showIds: string };

function inShows(column: SQL, shows: QueueShows): SQL {
  return 'showId' in shows
    ? sql`${column} = ${shows.showId}`
    : sql`${column} IN (SELECT value FROM json_each(${shows.showIds}))`;
}

const writers = sql.raw(writerActions.map((action) => `'${action}'`).join(', '));

/** The SQL of `mayDecide` in `domain/cover/cover.ts`: not away, with a vote left, and no own document. */
function mayDecide(person: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM covers b WHERE b.show_id = c.show_id AND ${isRunning('b')} AND b.user_id = ${person})
    AND NOT EXISTS (SELECT 1 FROM workflow_step_approvers a
      WHERE a.show_id = w.show_id AND a.step_id = w.step_id AND a.user_id = ${person})
    AND NOT EXISTS (SELECT 1 FROM step_approvals v WHERE v.show_id = w.show_id AND v.step_id = w.step_id
      AND v.dropped_at IS NULL AND v.cast_by ->> '$.userId' = ${person})
    AND NOT ${hasUsedVote(sql`d.workflow_id`, person)}
    AND ${person} NOT IN (d.creator_id, d.owner_id, coalesce(d.submitter_id, ''))
    AND NOT EXISTS (SELECT 1 FROM document_events e
      WHERE e.document_id = d.id AND e.actor_id = ${person} AND e.action IN (${writers}))`;
}

/** The SQL of `decidingCents` in `domain/workflow/change-order-steps.ts`, subtracted from the total. */
const alreadyApproved = `coalesce((SELECT iif(x.change_order ->> '$.rule' = 'CHANGE', x.change_order ->> '$.approvedCents', l.value)
  FROM workflows x CROSS JOIN workflow_steps s CROSS JOIN json_each(x.change_order, '$.lastApproved') l
  WHERE x.id = d.workflow_id AND s.id = w.step_id AND l.key = CAST(s.step_order AS TEXT)), 0)`;

const isWithinLimit = sql.raw(
  `(c.limit_cents IS NULL OR abs(coalesce(d.base_total_cents, d.total_cents) - ${alreadyApproved}) <= c.limit_cents)`,
);

/** The rows of absent approvers' queues that the user may decide now. `document` limits them to one document. */
function coveredRows(shows: QueueShows, userId: string, document?: SQL): SQL {
  const covering = sql.raw('c.covering_id');
  return sql`covers c CROSS JOIN waiting_approvals w CROSS JOIN documents d
    WHERE ${inShows(sql.raw('c.show_id'), shows)} AND ${isRunning('c')}
      AND ${userId} IN (c.covering_id, coalesce(c.alternate_id, ''))
      AND w.show_id = c.show_id AND w.user_id = c.user_id AND instr(c.types, '"' || w.type || '"') > 0
      ${document ?? sql``}
      AND d.id = w.document_id
      AND ${mayDecide(sql`${userId}`)}
      AND iif(c.covering_id = ${userId}, ${isWithinLimit}, NOT (${isWithinLimit} AND ${mayDecide(covering)}))`;
}

/** Whether the user takes part in a running cover: evaluated once, it saves most users a search in each row of a list. */
function coversSomebody(showId: string, userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM covers g WHERE g.show_id = ${showId} AND ${isRunning('g')}
    AND ${userId} IN (g.covering_id, coalesce(g.alternate_id, '')))`;
}

/**
 * The user's queue as a subquery with the columns of `waiting_approvals`, and the absent approver for whom, or ''. A
 * document of several absent approvers is listed once.
 */
export function queueOf(db: Database, shows: QueueShows, userId: string) {
  const own = db
    .select({
      showId: waitingApprovals.showId,
      type: waitingApprovals.type,
      documentId: waitingApprovals.documentId,
      since: waitingApprovals.since,
      absentName: sql<string>`''`.as('absent_name'),
    })
    .from(waitingApprovals)
    .where(and(inShows(sql`${waitingApprovals.showId}`, shows), eq(waitingApprovals.userId, userId)));
  const covered = db
    .select({
      showId: sql<string>`w.show_id`.as('show_id'),
      type: sql<DocType>`w.type`.as('type'),
      documentId: sql<string>`w.document_id`.as('document_id'),
      since: sql<string>`min(w.since)`.as('since'),
      // SQLite takes it from the row with the earliest time.
      absentName: sql<string>`c.user_name`.as('absent_name'),
    })
    .from(coveredRows(shows, userId))
    .groupBy(sql`w.show_id, w.document_id`);
  return own.unionAll(covered).as('queue');
}

/** The ids of the documents of a type that are in the user's queue. */
export function queuedIds(showId: string, userId: string, type: string): SQL {
  return sql`(SELECT o.document_id FROM waiting_approvals o
      WHERE o.show_id = ${showId} AND o.user_id = ${userId} AND o.type = ${type}
    UNION ALL SELECT w.document_id FROM ${coveredRows({ showId }, userId, sql`AND w.type = ${type}`)})`;
}

function isOwnTurn(showId: string, userId: string, type: AnyColumn | SQL, id: AnyColumn | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM waiting_approvals o WHERE o.show_id = ${showId} AND o.user_id = ${userId}
      AND o.type = ${type} AND o.document_id = ${id})`;
}

/** Whether a document is in the user's queue. */
export function isQueued(showId: string, userId: string, type: AnyColumn | SQL, id: AnyColumn | SQL): SQL {
  return sql`(${isOwnTurn(showId, userId, type, id)}
    OR iif(${coversSomebody(showId, userId)}, EXISTS (SELECT 1 FROM
      ${coveredRows({ showId }, userId, sql`AND w.type = ${type} AND w.document_id = ${id}`)}), 0))`;
}

/** Those of the documents that are in the user's queue now, with the absent approver for whom, as `queuedFor`. */
export async function readQueuedOf(
  { db, showId }: ShowStore,
  userId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, QueuedFor | null>> {
  const rows = await db
    .select({ id: documents.id, absent: queuedFor(showId, userId, documents.type, documents.id) })
    .from(documents)
    .where(
      and(
        inArray(documents.id, inList(documentIds)),
        // The plus finds them by their ids: D1 keeps no statistics.
        sql`+${documents.showId} = ${showId}`,
        isQueued(showId, userId, documents.type, documents.id),
      ),
    );
  return new Map(rows.map(({ id, absent }) => [id, absent]));
}

function absentApprover(showId: string, userId: string, type: AnyColumn, id: AnyColumn): SQL {
  const row = coveredRows({ showId }, userId, sql`AND w.type = ${type} AND w.document_id = ${id}`);
  return sql`iif(${coversSomebody(showId, userId)},
    (SELECT json_object('userId', c.user_id, 'name', c.user_name) FROM ${row} LIMIT 1), NULL)`;
}

/** The absent approver for whom the user may decide a document; null for their own approvals. */
export function queuedFor(showId: string, userId: string, type: AnyColumn, id: AnyColumn) {
  return sql<QueuedFor | null>`${absentApprover(showId, userId, type, id)}`.mapWith((text: string | null) =>
    text === null ? null : (JSON.parse(text) as QueuedFor),
  );
}

/** Whether a document is in the user's queue, and for whom: one search of covers where `isQueued` and `queuedFor` are two. */
export function queueStateOf(showId: string, userId: string, type: AnyColumn, id: AnyColumn) {
  const isOwn = isOwnTurn(showId, userId, type, id);
  return sql<QueueState>`coalesce(iif(${isOwn}, 'OWN', ${absentApprover(showId, userId, type, id)}), 'NONE')`.mapWith(
    (text: string): QueueState => {
      if (text === 'NONE') return { isWaiting: false };
      return { isWaiting: true, ...(text !== 'OWN' && { onBehalfOf: JSON.parse(text) as QueuedFor }) };
    },
  );
}

export interface QueueState {
  isWaiting: boolean;
  onBehalfOf?: QueuedFor;
}

export interface QueuedFor {
  userId: string;
  name: string;
}

/** The documents that wait for the absent approver of cover `c` and that nobody may decide on their behalf under it. */
const undecidedRows = sql`waiting_approvals w CROSS JOIN documents d
  WHERE w.show_id = c.show_id AND w.user_id = c.user_id AND d.id = w.document_id
    AND NOT (instr(c.types, '"' || w.type || '"') > 0
      AND ((${isWithinLimit} AND ${mayDecide(sql.raw('c.covering_id'))})
        OR (c.alternate_id IS NOT NULL AND ${mayDecide(sql.raw('c.alternate_id'))})))`;

const countOfType = sql.raw(
  docTypes.map((docType) => `'${docType}', count(*) FILTER (WHERE w.type = '${docType}')`).join(', '),
);

/** Their number by type (COV-08). */
export const undecidedOfCover = sql<string>`(SELECT json_object(${countOfType}) FROM ${undecidedRows})`;

/** Their ids, of the covers of the user that run or begin later (COV-27). */
export function undecidedIds(showId: string, userId: string, type: DocType): SQL {
  return sql`(SELECT w.document_id FROM covers c CROSS JOIN ${undecidedRows}
    AND c.show_id = ${showId} AND ${isScheduled('c')} AND c.user_id = ${userId} AND w.type = ${type})`;
}
