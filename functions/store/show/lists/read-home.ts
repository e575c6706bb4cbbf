import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { waitingApprovals } from '#store/show/tables/workflow-tables';
import { visibleAnyhow } from './document-filters.ts';

export interface HomeRequest {
  userId: string;
  /** Instants, newest first: what came after the first is of the first age, and so on. */
  ageBounds: readonly string[];
  /** What the user may see of purchase orders, in any persona. */
  orders: readonly Visibility[];
}

type Values = { userId: string; [bound: `bound${number}`]: string };
type Kinds = readonly Visibility['kind'][];

const home = prepareRead((source, values: Values, bounds: number, kinds: Kinds) => {
  const { db, showId } = source;
  const { userId } = values;
  const ageBounds = Array.from({ length: bounds }, (_, index) => values[`bound${index}`]);
  const orders = kinds.map((kind) => ({ kind, userId }));
  const age = sql<number>`CASE ${sql.join(
    ageBounds.map(
      (bound, index) => sql`WHEN ${waitingApprovals.since} > ${bound} THEN ${sql.raw(String(index))}`,
    ),
    sql` `,
  )} ELSE ${sql.raw(String(ageBounds.length))} END`.mapWith(Number);
  const mine = and(
    eq(waitingApprovals.showId, showId),
    eq(waitingApprovals.userId, userId),
    eq(documents.id, waitingApprovals.documentId),
  );
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
    .where(mine)
    .groupBy(waitingApprovals.type, sql`2`, documents.currencyCode);
  const ranked = db
    .select({
      docType: waitingApprovals.type,
      since: waitingApprovals.since,
      id: documents.id,
      number: documents.number,
      milestones: documents.milestones,
      vendorName: documents.vendorName,
      currency: documents.currencyCode,
      totalCents: documents.totalCents,
      byAge: sql<number>`row_number() OVER (PARTITION BY ${waitingApprovals.type}
        ORDER BY ${waitingApprovals.since}, ${documents.id})`.as('by_age'),
      // Amounts of two currencies are not compared: the largest is one of the currency that most wait in.
      bySize: sql<number>`row_number() OVER (PARTITION BY ${waitingApprovals.type}, ${documents.currencyCode}
        ORDER BY ${documents.totalCents} DESC, ${documents.id})`.as('by_size'),
      inCurrency:
        sql<number>`count(*) OVER (PARTITION BY ${waitingApprovals.type}, ${documents.currencyCode})`.as(
          'in_currency',
        ),
    })
    .from(waitingApprovals)
    .crossJoin(documents)
    .where(mine)
    .as('ranked');
  const firsts = db
    .select()
    .from(ranked)
    .where(sql`${ranked.byAge} = 1 OR ${ranked.bySize} = 1`)
    .orderBy(desc(ranked.inCurrency), ranked.currency);
  const pending = db
    .select({
      departmentId: documents.departmentId,
      department: documents.departmentName,
      currency: documents.currencyCode,
      waitingCents: sql<number>`sum(${documents.totalCents} - coalesce(${approvedCents(showId)}, 0))`,
    })
    .from(waitingApprovals)
    .crossJoin(documents)
    .where(and(mine, sql`${waitingApprovals.type} = 'PO'`))
    .groupBy(documents.departmentId, documents.currencyCode);
  const kept = sql`commitments c LEFT JOIN departments d ON d.id = c.department_id`;
  const committed = sql<number>`sum(c.committed_cents)`;
  const commitments = db
    .select({
      departmentId: sql<string | null>`nullif(c.department_id, '')`.as('department_id'),
      department: sql<string>`coalesce(d.name, '')`.as('department_name'),
      currency: sql<string>`c.currency_code`.as('currency_code'),
      committedCents: committed.as('committed_cents'),
      invoicedCents: sql<number>`sum(c.invoiced_cents)`.as('invoiced_cents'),
    })
    .from(kept)
    .where(and(sql`c.show_id = ${showId} AND c.orders > 0`, shares(showId, userId, kinds)))
    .groupBy(sql`c.department_id, c.currency_code`)
    .orderBy(desc(committed));
  return [waiting, firsts, pending, commitments, commitmentsInChange(source, orders)] as const;
});

/**
 * What waits for one user by type, age and currency, the oldest and the largest of each type, and by department and
 * currency what waits of orders and what the approved ones commit. An order with an open change order commits what was
 * approved of it, and waits with the difference (DEC-26).
 */
export function homeQuery(store: Source, { userId, ageBounds, orders }: HomeRequest) {
  const bounds = Object.fromEntries(ageBounds.map((bound, index) => [`bound${index}`, bound]));
  const kinds = orders.map(({ kind }) => kind);
  return mapped(
    home(store, { userId, ...bounds }, ageBounds.length, kinds),
    ([waiting, firsts, pending, commitments, inChange]) => ({
      waiting,
      firsts,
      pending,
      commitments: [...commitments, ...inChange],
    }),
  );
}

/** What was approved of an order in the same currency before its open change order; null without one. */
function approvedCents(showId: string): SQL {
  return sql`(SELECT v.total_cents FROM purchase_orders p CROSS JOIN approval_history v
    WHERE p.document_id = ${documents.id} AND p.locked_line_count > 0
      AND v.show_id = ${showId} AND v.document_id = p.document_id
      AND v.snapshot ->> '$.header.currencyCode' = ${documents.currencyCode}
    ORDER BY v.position DESC LIMIT 1)`;
}

/** The kept sums leave out orders with an open change order: what these commit is that of their last approved version. */
function commitmentsInChange({ db, showId }: Source, orders: readonly Visibility[]) {
  const [department, currency] = [
    sql`v.snapshot ->> '$.header.departmentId'`,
    sql`v.snapshot ->> '$.header.currencyCode'`,
  ];
  return db
    .select({
      departmentId: sql<string | null>`${department}`.as('department_id'),
      department: sql<string>`coalesce(v.snapshot ->> '$.header.departmentName', '')`.as('department_name'),
      currency: sql<string>`${currency}`.as('currency_code'),
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
        visibleAnyhow({ showId }, orders),
      ),
    )
    .groupBy(sql`1, 3`);
}

/**
 * Which of the kept sums add up to what the user sees of orders: everybody's, or the user's own (raised, owned or
 * approved), with everybody's in the user's departments.
 */
function shares(showId: string, userId: string, kinds: Kinds): SQL {
  if (kinds.includes('ALL')) return sql`c.user_id = ''`;
  if (!kinds.includes('DEPARTMENTS')) return sql`c.user_id = ${userId}`;
  const mine = sql`(SELECT department_id FROM department_members
    WHERE show_id = ${showId} AND user_id = ${userId} AND is_active = 1)`;
  return sql`((c.user_id = '' AND c.department_id IN ${mine})
    OR (c.user_id = ${userId} AND c.department_id NOT IN ${mine}))`;
}
