import { count, eq } from 'drizzle-orm';
import type { DocType } from '#domain/document';
import { storeFor } from '#store/d1/open';
import type { ShowLocation, Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { queueOf } from '#store/show/cover/approval-queue';

/** How many POs of each show wait for this user; one read per shard (DEC-84). */
export async function countWaitingByShow(
  env: Env,
  shows: readonly ShowLocation[],
  userId: string,
): Promise<Map<string, number>> {
  const byShard = Map.groupBy(shows, (show) => show.shard);
  const counts = await Promise.all(
    [...byShard.values()].map(async (locations) => {
      const [first] = locations;
      if (!first) return [];
      const ids = JSON.stringify(locations.map((location) => location.id));
      const { db } = storeFor(env, first);
      const queue = queueOf(db, { showIds: ids }, userId);
      return db
        .select({ showId: queue.showId, total: count() })
        .from(queue)
        .where(eq(queue.type, 'PO'))
        .groupBy(queue.showId);
    }),
  );
  return new Map(counts.flat().map((row) => [row.showId, row.total]));
}

const byType = prepareRead(({ db, showId }, { userId }: { userId: string }) => {
  const queue = queueOf(db, { showId }, userId);
  return [db.select({ type: queue.type, total: count() }).from(queue).groupBy(queue.type)] as const;
});

/** The user's pending approvals in one show, by document type. */
export const waitingByTypeQuery = (store: Source, userId: string) =>
  mapQuery(byType(store, { userId }), ([rows]) => {
    const totals: Record<DocType, number> = { PO: 0, INVOICE: 0, PAYMENT: 0 };
    for (const row of rows) totals[row.type] = row.total;
    return totals;
  });
