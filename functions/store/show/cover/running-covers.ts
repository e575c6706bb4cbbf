import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RunningCover } from '#domain/cover/cover';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { coverDecisions, covers } from '#store/show/tables/cover-tables';

/** The database's clock, in the form of the stored instants. */
export const databaseNow = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/** The condition for covers of this alias that run now or begin later; found by the index on their end. */
export function isScheduled(alias: string): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`);
  return sql`${column('ends_at')} > ${databaseNow}
    AND ${column('ended_at')} IS NULL AND ${column('awaits_approval')} = 0`;
}

/** The condition for covers of this alias that run now. */
export function isRunning(alias: string): SQL {
  return sql`${isScheduled(alias)} AND ${sql.raw(`${alias}.starts_at`)} <= ${databaseNow}`;
}

/** The builder of the covers that run now in a show; a handful at most. */
export function runningCovers({ db, showId }: Source) {
  return db
    .select({
      cover: covers,
      departmentIds: sql<string[]>`(SELECT json_group_array(m.department_id) FROM department_members m
        WHERE m.show_id = ${showId} AND m.user_id = covers.user_id AND m.is_active = 1)`.mapWith(
        (ids: string) => JSON.parse(ids) as string[],
      ),
    })
    .from(covers)
    .where(sql`${covers.showId} = ${showId} AND ${isRunning('covers')}`)
    .orderBy(covers.endsAt, covers.id);
}

export function runningCoverOf({
  cover,
  departmentIds,
}: {
  cover: typeof covers.$inferSelect;
  departmentIds: string[];
}): RunningCover {
  const { id, userId, userName, firstDay, lastDay, types, limitCents, alternateId } = cover;
  return {
    id,
    absent: { userId, name: userName, departmentIds },
    covering: { userId: cover.coveringId, name: cover.coveringName, initials: cover.coveringInitials },
    alternate:
      alternateId === null
        ? null
        : {
            userId: alternateId,
            name: cover.alternateName ?? '',
            initials: cover.alternateInitials ?? '',
          },
    firstDay,
    lastDay,
    types,
    limitCents,
    setBy: cover.setByName,
    ...(cover.approvedByName !== null && { approvedBy: cover.approvedByName }),
  };
}

/**
 * Records a decision under a cover; a trigger adds its sender to those who see the document (COV-25). When the cover
 * has ended since it was read, its count is null, which fails the batch (COV-04).
 */
export function recordDecision(
  { db, showId }: ShowStore,
  decision: Omit<typeof coverDecisions.$inferInsert, 'showId'>,
): Write[] {
  return [
    sql`UPDATE covers SET decisions = iif(${isRunning('covers')}, decisions + 1, NULL)
      WHERE show_id = ${showId} AND id = ${decision.coverId}`,
    db.insert(coverDecisions).values({ showId, ...decision }),
  ];
}
