import { asc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { splitDays } from '#domain/purchase-orders/split-orders';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { inApprovalList } from '#store/show/tables/status-lists';
import { visibleInAnyPersona } from '#store/show/lists/visible';

/** More orders of one vendor within a week are not needed to show a split. */
const maxOrdersAround = 50;

/** The ids of the orders around the order in approval `own`, found by the condition. */
function idsAround(showId: string, own: SQL): SQL {
  // Each arm names its index: D1 keeps no statistics.
  const other = sql`other.show_id = ${showId} AND other.type = 'PO' AND other.id <> own.id
    AND (other.status = 'APPROVED' OR other.status IN ${inApprovalList}) AND other.currency_code = own.currency_code
    AND other.business_day BETWEEN date(own.business_day, ${`-${splitDays} days`})
      AND date(own.business_day, ${`+${splitDays} days`})`;
  return sql`(SELECT other.id FROM documents own CROSS JOIN documents other INDEXED BY documents_of_vendor
      WHERE ${own} AND other.vendor_number = own.vendor_number
        AND other.vendor_external_id = own.vendor_external_id AND other.vendor_external_id <> '' AND ${other}
    UNION SELECT other.id FROM documents own CROSS JOIN documents other INDEXED BY documents_by_temporary_vendor
      WHERE ${own} AND other.temporary_vendor_id = own.temporary_vendor_id
        AND other.temporary_vendor_id IS NOT NULL AND ${other})`;
}

/** The totals in cents of the orders around the order in the row of `documents` (PO-66). */
export function totalsAroundRow({ showId }: Pick<Source, 'showId'>): SQL<number[]> {
  return sql`(SELECT json_group_array(near.cents) FROM (SELECT coalesce(d.base_total_cents, d.total_cents) AS cents FROM documents d
      WHERE d.id IN ${idsAround(showId, sql`own.id = documents.id`)} LIMIT ${maxOrdersAround}) AS near)`.mapWith(
    (totals: string) => JSON.parse(totals) as number[],
  );
}

const around = prepareRead(
  (source, { id, userId }: { id: string; userId: string }, kinds: readonly Visibility['kind'][]) => {
    const { db, showId } = source;
    const visibility = visibleInAnyPersona(
      source,
      kinds.map((kind) => ({ kind, userId })),
    );
    // Only an order in approval has orders around it.
    const ids = idsAround(
      showId,
      sql`own.id = ${id} AND +own.show_id = ${showId} AND own.type = 'PO' AND own.status IN ${inApprovalList}`,
    );
    return [
      db
        .select({
          id: documents.id,
          number: documents.number,
          milestones: documents.milestones,
          prefix: purchaseOrders.prefix,
          date: documents.businessDay,
          totalCents: sql<number>`coalesce(${documents.baseTotalCents}, ${documents.totalCents})`,
          isVisible: sql<boolean>`${visibility ?? sql`1`}`.mapWith(Boolean),
        })
        .from(documents)
        .crossJoin(purchaseOrders)
        .where(
          sql`${documents.id} IN ${ids} AND +${documents.showId} = ${showId}
            AND ${purchaseOrders.documentId} = ${documents.id}`,
        )
        .orderBy(asc(documents.businessDay), asc(documents.id))
        .limit(maxOrdersAround),
    ] as const;
  },
);

/**
 * For an order in approval: the orders of its vendor and currency within the week before and after it that are in
 * approval or approved, each with whether any of `visibilities` shows it (PO-66).
 */
export function ordersAroundQuery(source: Source, id: string, visibilities: readonly Visibility[]) {
  const [userId = ''] = visibilities.flatMap((row) => (row.kind === 'ALL' ? [] : [row.userId]));
  const kinds = visibilities.map(({ kind }) => kind);
  return mapQuery(around(source, { id, userId }, kinds), ([rows]) => rows);
}
