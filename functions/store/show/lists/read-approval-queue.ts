import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { queueOf } from '#store/show/cover/approval-queue';

/** The order of a queue: by number, newest first, or the longest waiting first. */
export type QueueOrder = 'NUMBER' | 'WAITING';

type QueuePosition = { userId: string; type: DocType; afterId: string };
const next = prepareRead(({ db, showId }, { userId, type, afterId }: QueuePosition, order: QueueOrder) => {
  const queue = queueOf(db, { showId }, userId);
  const others = and(eq(queue.type, type), ne(queue.documentId, afterId));
  const firstOf = (afterCurrent?: SQL) =>
    db
      .select({ id: documents.id })
      .from(queue)
      .innerJoin(documents, eq(documents.id, queue.documentId))
      .where(and(others, afterCurrent))
      .orderBy(
        order === 'WAITING' ? asc(documents.waitingSince) : desc(documents.numberSort),
        desc(documents.id),
      )
      .limit(1);
  const current = (column: string) =>
    sql`(SELECT a.${sql.raw(column)} FROM documents a WHERE a.id = ${afterId} AND a.show_id = ${showId})`;
  const since = current('waiting_since');
  const afterCurrent =
    order === 'WAITING'
      ? sql`(${documents.waitingSince} > ${since} OR (${documents.waitingSince} = ${since} AND ${documents.id} < ${afterId}))`
      : sql`(${documents.numberSort}, ${documents.id}) < (${current('number_sort')}, ${afterId})`;
  return [firstOf(afterCurrent), firstOf()];
});

/**
 * The document of a type that comes after `afterId` in the order of the user's queue, else the first of the
 * queue, else null; never `afterId` itself (DEC-30, WAIT-10).
 */
export const nextInQueueQuery = (
  store: Source,
  { userId, type, afterId, order }: QueuePosition & { order: QueueOrder },
) =>
  mapQuery(
    next(store, { userId, type, afterId }, order),
    ([after, top]) => after[0]?.id ?? top[0]?.id ?? null,
  );
