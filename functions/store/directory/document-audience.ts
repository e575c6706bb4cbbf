import { and, eq } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { saidOnce } from '#store/d1/prepared-read';
import { memberships, users } from './tables.ts';

const readers = saidOnce(({ db, showId }) => [
  db
    .select({
      userId: memberships.userId,
      purchaseOrderVisibility: memberships.purchaseOrderVisibility,
      invoiceVisibility: memberships.invoiceVisibility,
      invoiceModuleVisible: memberships.invoiceModuleVisible,
      paymentModuleVisible: memberships.paymentModuleVisible,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(and(eq(memberships.showId, showId), eq(memberships.isActive, true))),
]);

/** The active people of a show with what decides which documents they see (DEC-13). */
export async function readReaders(env: Env, showId: string) {
  const [rows] = await readers({ db: directory(env), showId }, {});
  return rows;
}
