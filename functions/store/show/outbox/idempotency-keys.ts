import { and, eq, lt, sql } from 'drizzle-orm';
import type { ShowStore, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { prepareWrite } from '#store/d1/prepared-write';
import { isSettled } from './moving-shows.ts';
import { idempotency } from '#store/show/tables/job-tables';

export type RepeatRow = typeof idempotency.$inferInsert;

/** The status of a request that is being carried out: "Processing". */
export const underWay = 102;

const ofKey = (showId: string, userId: string, key: string) =>
  and(eq(idempotency.showId, showId), eq(idempotency.userId, userId), eq(idempotency.key, key));

const repeat = prepareRead(({ db, showId }, { userId, key }: { userId: string; key: string }) => [
  db
    .select()
    .from(idempotency)
    .where(ofKey(showId, userId, key))
    .limit(1),
]);

/** What a request with this key answered before, if it was made (DEC-99). */
export const storedAnswerQuery = (store: Source, userId: string, key: string) =>
  mapped(repeat(store, { userId, key }), ([rows]) => rows[0] ?? null);

/** In the batch of the write itself: a second request with the key fails on it, and finds the first one's answer. */
export const insertKey = prepareWrite(({ db }, row: RepeatRow) => db.insert(idempotency).values(row));

/** Takes a key for what is begun now: a free one, or one that the same request took before `left`. Answers whether it was. */
export async function reserveKey({ db }: ShowStore, row: RepeatRow, left: string): Promise<boolean> {
  const taken = await db
    .insert(idempotency)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotency.showId, idempotency.userId, idempotency.key],
      set: { createdAt: row.createdAt },
      setWhere: sql`${idempotency.status} = ${underWay} AND ${idempotency.requestHash} = ${row.requestHash}
        AND ${idempotency.createdAt} < ${left}`,
    })
    .returning({ key: idempotency.key });
  return taken.length > 0;
}

/** The answer under a key becomes this one, such as a refusal that came after the write; a key that was never written stays free. */
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

/** What was under way under a key came to nothing: the key may be used again. */
export async function releaseKey({ db, showId }: ShowStore, userId: string, key: string): Promise<void> {
  await db.delete(idempotency).where(and(ofKey(showId, userId, key), eq(idempotency.status, underWay)));
}

/** Keys are kept for a day. */
export async function purgeKeys(store: ShowStore, before: string): Promise<void> {
  await store.db
    .delete(idempotency)
    .where(and(lt(idempotency.createdAt, before), isSettled(idempotency.showId)));
}
