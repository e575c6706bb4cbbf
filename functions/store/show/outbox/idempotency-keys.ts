import { and, eq, lt, sql } from 'drizzle-orm';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { prepareWrite } from '#store/d1/prepared-write';
import { isNotMoving } from './moving-shows.ts';
import { idempotency } from '#store/show/tables/job-tables';

export type IdempotencyRow = typeof idempotency.$inferInsert;

/** The status of a request in progress: "Processing". */
export const inProgress = 102;

const ofKey = (showId: string, userId: string, key: string) =>
  and(eq(idempotency.showId, showId), eq(idempotency.userId, userId), eq(idempotency.key, key));

const keyRow = prepareRead(({ db, showId }, { userId, key }: { userId: string; key: string }) => [
  db
    .select()
    .from(idempotency)
    .where(ofKey(showId, userId, key))
    .limit(1),
]);

/** The stored answer of an earlier request with this key, if any (DEC-99). */
export const storedAnswerQuery = (store: Source, userId: string, key: string) =>
  mapQuery(keyRow(store, { userId, key }), ([rows]) => rows[0] ?? null);

/**
 * Inserts the key in the batch of the write itself: a second request with the key fails on it, and reads the first
 * one's answer.
 */
export const insertKey = prepareWrite(({ db }, row: IdempotencyRow) => db.insert(idempotency).values(row));

/**
 * Reserves a free key, or one that the same request reserved before `abandonedBefore` without finishing. Returns whether it did.
 */
export async function reserveKey(
  { db }: ShowStore,
  row: IdempotencyRow,
  abandonedBefore: string,
): Promise<boolean> {
  const reserved = await db
    .insert(idempotency)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotency.showId, idempotency.userId, idempotency.key],
      set: { createdAt: row.createdAt },
      setWhere: sql`${idempotency.status} = ${inProgress} AND ${idempotency.requestHash} = ${row.requestHash}
        AND ${idempotency.createdAt} < ${abandonedBefore}`,
    })
    .returning({ key: idempotency.key });
  return reserved.length > 0;
}

/**
 * Replaces the answer of a key, for example by a rejection after the write. A key that was never inserted stays free.
 */
export async function storeAnswer(
  { db, showId }: ShowStore,
  userId: string,
  key: string,
  answer: { status: number; body: string },
): Promise<void> {
  await db
    .update(idempotency)
    .set(answer)
    .where(ofKey(showId, userId, key));
}

/** Releases the key of a request that failed, so that it can be used again. */
export async function releaseKey({ db, showId }: ShowStore, userId: string, key: string): Promise<void> {
  await db.delete(idempotency).where(and(ofKey(showId, userId, key), eq(idempotency.status, inProgress)));
}

/** Deletes keys that are older than a day. */
export async function purgeKeys(store: ShowStore, before: string): Promise<void> {
  await store.db
    .delete(idempotency)
    .where(and(lt(idempotency.createdAt, before), isNotMoving(idempotency.showId)));
}
