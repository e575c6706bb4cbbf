import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { queueOf } from '#store/show/cover/approval-queue';

type QueuePosition = { userId: string; type: DocType; afterId: string };
const next = prepareRead(({ db, showId }, { userId, type, afterId }: QueuePosition) => {
  const queue = queueOf(db, { showId }, userId);
  const others = and(eq(queue.type, type), ne(queue.documentId, afterId));
  const firstOf = (afterCurrent?: SQL) =>
    db
      .select({ id: documents.id })
      .from(queue)
      .innerJoin(documents, eq(documents.id, queue.documentId))
      .where(and(others, afterCurrent))
      .orderBy(desc(documents.numberSort), desc(documents.id))
      .limit(1);
  const afterCurrent = sql`(${documents.numberSort}, ${documents.id}) < (SELECT a.number_sort, a.id FROM documents a
    WHERE a.id = ${afterId} AND a.show_id = ${showId})`;
  return [firstOf(afterCurrent), firstOf()];
});

/**
 * The document of a type that comes after `afterId` in the user's queue (number descending), else the first of the
 * queue, else null; never `afterId` itself (DEC-30).
 */
export const nextInQueueQuery = (store: Source, userId: string, type: DocType, afterId: string) =>
  mapQuery(next(store, { userId, type, afterId }), ([after, top]) => after[0]?.id ?? top[0]?.id ?? null);
