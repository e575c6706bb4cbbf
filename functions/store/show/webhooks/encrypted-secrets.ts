import { and, asc, eq, gt } from 'drizzle-orm';
import type { SealedValue } from '#store/directory/encrypted-values';
import type { Database } from '#store/d1/open';
import { webhookEndpoints } from '#store/show/tables/webhook-tables';

/** The signing secrets of a page of a shard's webhooks, including former ones that are still valid. */
export async function readSealedWebhooks(db: Database, after: string, limit: number): Promise<SealedValue[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(gt(webhookEndpoints.id, after))
    .orderBy(asc(webhookEndpoints.id))
    .limit(limit);
  return rows.flatMap(({ id, secret, oldSecret }) => {
    const value = (sealed: string, column: 'secret' | 'oldSecret'): SealedValue => ({
      key: id,
      purpose: 'webhook',
      owner: id,
      sealed,
      exchange: async (replacement) =>
        db
          .update(webhookEndpoints)
          .set({ [column]: replacement })
          .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints[column], sealed))),
    });
    return [value(secret, 'secret'), ...(oldSecret === null ? [] : [value(oldSecret, 'oldSecret')])];
  });
}
