import { and, eq } from 'drizzle-orm';
import { directory } from '../open.ts';
import { memberships } from './tables.ts';

/** The active members of a show with what decides which documents they see (DEC-13). */
export async function readReaders(env: Env, showId: string) {
  return directory(env)
    .select({
      userId: memberships.userId,
      purchaseOrderVisibility: memberships.purchaseOrderVisibility,
      invoiceVisibility: memberships.invoiceVisibility,
    })
    .from(memberships)
    .where(and(eq(memberships.showId, showId), eq(memberships.isActive, true)));
}
