import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documents } from './document-tables.ts';
import { waitingApprovals } from './flow-tables.ts';
import { relief } from './invoice-tables.ts';
import { visibleAnyhow } from './list-documents.ts';

export interface HomeRequest {
  userId: string;
  /** Instants, newest first: what came after the first is of the first age, and so on. */
  ageBounds: readonly string[];
  /** What the user may see of purchase orders, in any persona. */
  orders: readonly Visibility[];
}

/** What waits for one user by type, age and currency, and what the approved orders commit by department and currency. */
export async function readHome(store: ShowStore, request: HomeRequest) {
  const { db, showId } = store;
  const { ageBounds } = request;
  const age = sql<number>`CASE ${sql.join(
    ageBounds.map(
      (bound, index) => sql`WHEN ${waitingApprovals.since} > ${bound} THEN ${sql.raw(String(index))}`,
    ),
    sql` `,
  )} ELSE ${sql.raw(String(ageBounds.length))} END`.mapWith(Number);
  const waiting = db
    .select({
      docType: waitingApprovals.type,
      age,
      currency: documents.currencyCode,
      count: sql<number>`count(*)`,
      totalCents: sql<number>`sum(${documents.totalCents})`,
      oldest: sql<string>`min(${waitingApprovals.since})`,
    })
    .from(waitingApprovals)
    .crossJoin(documents)
    .where(
      and(
        eq(waitingApprovals.showId, showId),
        eq(waitingApprovals.userId, request.userId),
        eq(documents.id, waitingApprovals.documentId),
      ),
    )
    .groupBy(waitingApprovals.type, sql`2`, documents.currencyCode);
  const committed = sql<number>`sum(${documents.totalCents})`;
  const commitments = db
    .select({
      departmentId: documents.departmentId,
      department: documents.departmentName,
      currency: documents.currencyCode,
      committedCents: committed,
      invoicedCents: sql<number>`sum(coalesce((SELECT sum(${relief.amountCents}) FROM ${relief}
        WHERE ${relief.showId} = ${showId} AND ${relief.poId} = ${documents.id}), 0))`,
    })
    .from(documents)
    .where(
      and(
        eq(documents.showId, showId),
        sql`${documents.type} = 'PO'`,
        eq(documents.submissionStatus, 'Approved'),
        gt(documents.totalCents, 0),
        visibleAnyhow(store, request.orders),
      ),
    )
    .groupBy(documents.departmentId, documents.currencyCode)
    .orderBy(desc(committed));
  const [waits, commits] = await db.batch([waiting, commitments]);
  return { waiting: waits, commitments: commits };
}
