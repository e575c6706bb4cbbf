import { and, desc, eq, lt, ne, or } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import type { ShowStore } from '../open.ts';
import { documents } from './document-tables.ts';
import { waitingApprovals } from './flow-tables.ts';

/**
 * DEC-30: the document of the same type that comes after `after` in the user's queue (number descending), else the
 * first of the queue, else null; never `after` itself.
 */
export async function readNextInQueue(
  { db, showId }: ShowStore,
  userId: string,
  after: { type: DocType; id: string; numberSort: string },
): Promise<string | null> {
  const queue = and(
    eq(waitingApprovals.showId, showId),
    eq(waitingApprovals.userId, userId),
    eq(waitingApprovals.type, after.type),
    ne(waitingApprovals.documentId, after.id),
  );
  const first = (beyond?: ReturnType<typeof or>) =>
    db
      .select({ id: documents.id })
      .from(waitingApprovals)
      .innerJoin(documents, eq(documents.id, waitingApprovals.documentId))
      .where(and(queue, beyond))
      .orderBy(desc(documents.numberSort), desc(documents.id))
      .limit(1);
  const beyond = or(
    lt(documents.numberSort, after.numberSort),
    and(eq(documents.numberSort, after.numberSort), lt(documents.id, after.id)),
  );
  const [next, top] = await db.batch([first(beyond), first()]);
  return next[0]?.id ?? top[0]?.id ?? null;
}
