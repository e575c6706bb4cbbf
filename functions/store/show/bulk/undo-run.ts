import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { mapQuery, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { bulkRuns } from '#store/show/tables/job-tables';

/** The run that takes back the votes of a run; null without one. */
export const undoRunQuery = ({ db, showId }: Source, runId: string) =>
  mapQuery(
    queryOf(
      db,
      db
        .select({ id: bulkRuns.id })
        .from(bulkRuns)
        .where(sql`${bulkRuns.undoOf} = ${runId} AND +${bulkRuns.showId} = ${showId}`)
        .limit(1),
    ),
    ([row]) => row?.id ?? null,
  );

/** Whether the newest event of the row of `documents` is a decision of this run. */
const newestIsOfRun = (action: string, runId: string): SQL => sql`EXISTS (SELECT 1 FROM document_events e
  WHERE e.document_id = documents.id AND e.seq = documents.version AND e.action = ${action}
    AND e.payload ->> '$.bulk.runId' = ${runId})`;

/** How many approvals of an ended run are the newest event of a document that is still in approval (BULK-08). */
export const undoableQuery = ({ db, showId }: Source, runId: string) =>
  mapQuery(
    queryOf(
      db,
      db.select({ count: sql<number>`count(*)` })
        .from(sql`bulk_runs r CROSS JOIN bulk_items i CROSS JOIN documents
        WHERE r.id = ${runId} AND +r.show_id = ${showId} AND r.action = 'approve' AND r.status <> 'in_progress'
          AND i.show_id = ${showId} AND i.run_id = ${runId} AND i.result = 'success'
          AND documents.id = i.document_id AND documents.current_step_id IS NOT NULL
          AND ${newestIsOfRun('approve', runId)}`),
    ),
    ([row]) => row?.count ?? 0,
  );

/**
 * Of these documents, those whose newest event is a vote of the run, and those whose vote its undo has already taken
 * back.
 */
export const votesOfRunQuery = (
  { db, showId }: Source,
  { runId, undoOf }: { runId: string; undoOf: string },
  ids: readonly string[],
) =>
  mapQuery(
    queryOf(
      db,
      db
        .select({
          id: documents.id,
          isVote: sql<boolean>`${newestIsOfRun('approve', undoOf)}`.mapWith(Boolean),
          isTakenBack: sql<boolean>`${newestIsOfRun('take-back', runId)}`.mapWith(Boolean),
        })
        .from(documents)
        .where(sql`${documents.id} IN ${inList(ids)} AND +${documents.showId} = ${showId}`),
    ),
    (rows) => new Map(rows.map((row) => [row.id, row])),
  );
