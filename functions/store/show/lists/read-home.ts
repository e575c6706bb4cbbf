import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { queueOf } from '#store/show/cover/approval-queue';
import { visibleInAnyPersona } from './visible.ts';

export interface HomeRequest {
  userId: string;
  /** The user's visibilities of purchase orders, in all personas. */
  orders: readonly Visibility[];
}

type Kinds = readonly Visibility['kind'][];

/** In a show with a base currency, documents are counted in it (CURR-32). */
const displayedCurrency = sql<string>`coalesce(iif(${documents.baseTotalCents} IS NULL, NULL, ${documents.costing} ->> '$.base'),
  ${documents.currencyCode})`;
const amount = sql<number>`coalesce(${documents.baseTotalCents}, ${documents.totalCents})`;

/** The arrival at the step, in local time: it begins with the day by which working days are counted (WAIT-02). */
const since = sql<string>`coalesce(${documents.waitingSince}, ${documents.updatedAt})`;

const home = prepareRead((source, { userId }: { userId: string }, kinds: Kinds) => {
  const { db, showId } = source;
  const orders = kinds.map((kind) => ({ kind, userId }));
  const queue = queueOf(db, { showId }, userId);
  const ofUser = eq(documents.id, queue.documentId);
  const day = sql<string>`substr(${since}, 1, 10)`;

  const waiting = db
    .select({
      docType: queue.type,
      day,
      currency: displayedCurrency,
      count: sql<number>`count(*)`,
      totalCents: sql<number>`sum(${amount})`,
      oldest: sql<string>`min(${since})`,
    })
    .from(queue)
    .crossJoin(documents)
    .where(ofUser)
    .groupBy(queue.type, sql`2`, sql`3`);
  const ranked = db
    .select({
      docType: queue.type,
      since: since.as('since'),
      id: documents.id,
      number: documents.number,
      milestones: documents.milestones,
      vendorName: documents.vendorName,
      currency: displayedCurrency.as('amount_currency'),
      totalCents: amount.as('amount'),
      byAge: sql<number>`row_number() OVER (PARTITION BY ${queue.type}
        ORDER BY ${since}, ${documents.id})`.as('by_age'),
      // Amounts of different currencies are not compared: the largest is one of the currency with the most documents.
      bySize: sql<number>`row_number() OVER (PARTITION BY ${queue.type}, ${displayedCurrency}
        ORDER BY ${amount} DESC, ${documents.id})`.as('by_size'),
      inCurrency: sql<number>`count(*) OVER (PARTITION BY ${queue.type}, ${displayedCurrency})`.as(
        'in_currency',
      ),
    })
    .from(queue)
    .crossJoin(documents)
    .where(ofUser)
    .as('ranked');
  const firsts = db
    .select()
    .from(ranked)
    .where(sql`${ranked.byAge} = 1 OR ${ranked.bySize} = 1`)
    .orderBy(desc(ranked.inCurrency), sql`${ranked.currency}`);
  const pending = db
    .select({
      departmentId: documents.departmentId,
      department: documents.departmentName,
      currency: documents.currencyCode,
      waitingCents: sql<number>`sum(${documents.totalCents} - coalesce(${approvedCents(showId)}, 0))`,
    })
    .from(queue)
    .crossJoin(documents)
    .where(and(ofUser, sql`${queue.type} = 'PO'`))
    .groupBy(documents.departmentId, documents.currencyCode);
  const commitmentRows = sql`commitments c LEFT JOIN departments d ON d.id = c.department_id`;
  const committed = sql<number>`sum(c.committed_cents)`;
  const commitments = db
    .select({
      departmentId: sql<string | null>`nullif(c.department_id, '')`.as('department_id'),
      department: sql<string>`coalesce(d.name, '')`.as('department_name'),
      currency: sql<string>`c.currency_code`.as('currency_code'),
      committedCents: committed.as('committed_cents'),
      invoicedCents: sql<number>`sum(c.invoiced_cents)`.as('invoiced_cents'),
    })
    .from(commitmentRows)
    .where(and(sql`c.show_id = ${showId} AND c.orders > 0`, visibleSums(showId, userId, kinds)))
    .groupBy(sql`c.department_id, c.currency_code`)
    .orderBy(desc(committed));
  return [waiting, firsts, pending, commitments, commitmentsInChange(source, orders)] as const;
});

/**
 * The user's pending approvals by type, day of arrival and currency, the oldest of each type and the largest of each currency, and by department
 * and currency the pending amounts and commitments of orders. An order with an open change order commits its approved
 * amount, and the difference is pending (DEC-26).
 */
export function homeQuery(store: Source, { userId, orders }: HomeRequest) {
  const kinds = orders.map(({ kind }) => kind);
  return mapQuery(home(store, { userId }, kinds), ([waiting, firsts, pending, commitments, inChange]) => ({
    waiting,
    firsts,
    pending,
    commitments: [...commitments, ...inChange],
  }));
}

/** The approved amount of an order in the same currency before its open change order; null without one. */
function approvedCents(showId: string): SQL {
  return sql`(SELECT v.total_cents FROM purchase_orders p CROSS JOIN approval_history v
    WHERE p.document_id = ${documents.id} AND p.locked_line_count > 0
      AND v.show_id = ${showId} AND v.document_id = p.document_id
      AND v.snapshot ->> '$.header.currencyCode' = ${documents.currencyCode}
    ORDER BY v.position DESC LIMIT 1)`;
}

/**
 * The maintained sums leave out orders with an open change order: those commit the amount of their last approved
 * version.
 */
function commitmentsInChange({ db, showId }: Source, orders: readonly Visibility[]) {
  const [department, currencyCode] = [
    sql`v.snapshot ->> '$.header.departmentId'`,
    sql`v.snapshot ->> '$.header.currencyCode'`,
  ];
  return db
    .select({
      departmentId: sql<string | null>`${department}`.as('department_id'),
      department: sql<string>`coalesce(v.snapshot ->> '$.header.departmentName', '')`.as('department_name'),
      currency: sql<string>`${currencyCode}`.as('currency_code'),
      committedCents: sql<number>`sum(v.total_cents)`.as('committed_cents'),
      invoicedCents: sql<number>`sum(coalesce((SELECT sum(r.amount_cents) FROM relief r
        WHERE r.show_id = ${showId} AND r.po_id = v.document_id), 0))`.as('invoiced_cents'),
    })
    .from(sql`purchase_orders p CROSS JOIN documents CROSS JOIN approval_history v`)
    .where(
      and(
        sql`p.show_id = ${showId} AND p.locked_line_count > 0`,
        sql`${documents.id} = p.document_id AND ${documents.submissionStatus} NOT IN ('Approved', 'Void')`,
        sql`v.show_id = ${showId} AND v.document_id = p.document_id AND v.total_cents > 0`,
        sql`v.position = (SELECT max(position) FROM approval_history
          WHERE show_id = ${showId} AND document_id = p.document_id)`,
        visibleInAnyPersona({ showId }, orders),
      ),
    )
    .groupBy(sql`1, 3`);
}

/**
 * The condition for the maintained sums that add up to the orders visible to the user: those of all users, or the
 * user's own (raised, owned or approved) and those of all users in the user's departments.
 */
function visibleSums(showId: string, userId: string, kinds: Kinds): SQL {
  if (kinds.includes('ALL')) return sql`c.user_id = ''`;
  if (!kinds.includes('DEPARTMENTS')) return sql`c.user_id = ${userId}`;
  const ownDepartments = sql`(SELECT department_id FROM department_members
    WHERE show_id = ${showId} AND user_id = ${userId} AND is_active = 1)`;
  return sql`((c.user_id = '' AND c.department_id IN ${ownDepartments})
    OR (c.user_id = ${userId} AND c.department_id NOT IN ${ownDepartments}))`;
}
