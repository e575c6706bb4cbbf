import { and, asc, eq, sql } from 'drizzle-orm';
import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { insertJsonRows } from '#store/d1/json-object';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { covers } from '#store/show/tables/cover-tables';
import { outbox } from '#store/show/tables/job-tables';
import { isScheduled } from './running-covers.ts';
import { undecidedOfCover } from './approval-queue.ts';

export type CoverRow = typeof covers.$inferSelect;

const inShow = prepareRead(({ db, showId }, { after }: { after: string }, withUndecided: boolean) => [
  db
    .select({
      cover: covers,
      undecided: withUndecided
        ? sql<string | null>`(SELECT iif(${isScheduled('c')}, ${undecidedOfCover}, NULL) FROM covers c
            WHERE c.show_id = ${showId} AND c.id = covers.id)`
        : sql<null>`NULL`,
    })
    .from(covers)
    .where(sql`${covers.showId} = ${showId} AND ${covers.endsAt} > ${after}`)
    .orderBy(asc(covers.startsAt), asc(covers.id)),
]);

/** The covers of a show that end after `after`, by their start, with the documents that nobody may decide (COV-08). */
export const coversQuery = (source: Source, after: string, withUndecided = false) =>
  mapQuery(inShow(source, { after }, withUndecided), ([rows]) =>
    rows.map(({ cover, undecided }) => ({ cover, undecidedByType: countsOf(undecided) })),
  );

/** The types of which there are documents. */
function countsOf(undecided: string | null) {
  const counts = JSON.parse(undecided ?? '{}') as Partial<Record<DocType, number>>;
  return docTypes
    .map((docType) => ({ docType, count: counts[docType] ?? 0 }))
    .filter(({ count }) => count > 0);
}

const ofId = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(covers)
    .where(and(eq(covers.showId, showId), eq(covers.id, id)))
    .limit(1),
]);

export const coverQuery = (source: Source, id: string) =>
  mapQuery(ofId(source, { id }), ([rows]) => rows[0] ?? null);

/**
 * Inserts a cover unless one of its people is away on an overlapping day by now. Returns whether it was inserted
 * (COV-07).
 */
export async function insertCover({ db, showId }: ShowStore, row: CoverRow): Promise<boolean> {
  const people = JSON.stringify([row.userId, row.coveringId, row.alternateId]);
  const types = JSON.stringify(row.types);
  const inserted = await db.all<{
    id: string;
  }>(sql`INSERT INTO covers (show_id, id, user_id, user_name, covering_id,
      covering_name, covering_initials, alternate_id, alternate_name, alternate_initials, first_day, last_day, starts_at,
      ends_at, types, limit_cents, set_by_id, set_by_name, created_at, awaits_approval)
    SELECT ${showId}, ${row.id}, ${row.userId}, ${row.userName}, ${row.coveringId}, ${row.coveringName},
      ${row.coveringInitials}, ${row.alternateId}, ${row.alternateName}, ${row.alternateInitials}, ${row.firstDay},
      ${row.lastDay}, ${row.startsAt}, ${row.endsAt}, ${types}, ${row.limitCents}, ${row.setById}, ${row.setByName},
      ${row.createdAt}, ${row.awaitsApproval ? 1 : 0}
    WHERE NOT EXISTS (SELECT 1 FROM covers c WHERE c.show_id = ${showId} AND c.ends_at > ${row.startsAt}
      AND c.starts_at < ${row.endsAt} AND c.ended_at IS NULL
      AND c.user_id IN (SELECT value FROM json_each(${people})))
    RETURNING id`);
  return inserted.length > 0;
}

/** The condition for a cover that still awaits the decision of an administrator. */
const awaitsDecision = (showId: string, id: string, now: string) =>
  sql`show_id = ${showId} AND id = ${id} AND awaits_approval = 1 AND ended_at IS NULL AND ends_at > ${now}`;

/** Approves a cover that awaits it and has not ended; any other stays as it is (COV-17). */
export function markApproved(
  { showId }: Pick<Source, 'showId'>,
  id: string,
  by: { userId: string; name: string },
  now: string,
): Write {
  return sql`UPDATE covers SET awaits_approval = 0, approved_by_id = ${by.userId}, approved_by_name = ${by.name}
    WHERE ${awaitsDecision(showId, id, now)}`;
}

/** Ends a cover that awaits approval; any other stays as it is (COV-17). */
export function declineCover({ showId }: Pick<Source, 'showId'>, id: string, now: string): Write {
  return sql`UPDATE covers SET ended_at = ${now} WHERE ${awaitsDecision(showId, id, now)}`;
}

/** The e-mail about a decision, before it in its batch: none for a cover that no longer awaits it (COV-18). */
export function enqueueDecisionMail(
  { showId }: Pick<Source, 'showId'>,
  id: string,
  mail: Pick<typeof outbox.$inferInsert, 'id' | 'showId' | 'kind' | 'effectKey'> & { payload: unknown },
  now: string,
): Write {
  return sql`${insertJsonRows(outbox, { createdAt: now }, [mail])}
    WHERE EXISTS (SELECT 1 FROM covers WHERE ${awaitsDecision(showId, id, now)}) ON CONFLICT DO NOTHING`;
}

/** Ends a cover at once; one that has ended already stays as it is (COV-05). */
export function endCover({ showId }: Pick<Source, 'showId'>, id: string, now: string): Write {
  return sql`UPDATE covers SET ended_at = ${now}
    WHERE show_id = ${showId} AND id = ${id} AND ended_at IS NULL AND ends_at > ${now}`;
}

/** Ends the covers of a user who can no longer approve in the show; an alternate is only removed (COV-05). */
export function endCoversOf({ showId }: Pick<Source, 'showId'>, userId: string, now: string): Write[] {
  const open = sql`show_id = ${showId} AND ends_at > ${now} AND ended_at IS NULL`;
  return [
    sql`UPDATE covers SET ended_at = ${now} WHERE ${open} AND (user_id = ${userId} OR covering_id = ${userId})`,
    sql`UPDATE covers SET alternate_id = NULL, alternate_name = NULL, alternate_initials = NULL
      WHERE ${open} AND alternate_id = ${userId}`,
  ];
}
