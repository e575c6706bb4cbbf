import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { measureNames } from '#domain/budget/measures';
import type { MeasureName } from '#domain/budget/measures';
import type { Visibility } from '#domain/identity/visibility';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { visibleInAnyPersona } from './visible.ts';

/** By which visibilities a user sees the documents of a type; null for a type that they do not see. */
type VisibilityByType = Readonly<Record<'PO' | 'INVOICE', readonly Visibility[] | null>>;

function visible(source: Source, { PO, INVOICE }: VisibilityByType): SQL<boolean> {
  const condition = (own: readonly Visibility[] | null) =>
    own === null ? sql`0` : (visibleInAnyPersona(source, own) ?? sql`1`);
  return sql<boolean>`CASE ${documents.type} WHEN 'PO' THEN (${condition(PO)}) ELSE (${condition(INVOICE)}) END`;
}

/** The documents whose sums of these accounts are not zero, the newest first, from row `from`. */
export function documentsOfAccountsQuery(
  source: Source,
  request: {
    accounts: readonly string[];
    currency: string;
    visibilities: VisibilityByType;
    from: number;
    limit: number;
  },
) {
  const { db, showId } = source;
  const { accounts, currency, visibilities, from, limit } = request;
  const sumOf = (measure: MeasureName) => sql<number>`sums.${sql.raw(measure)}`.mapWith(Number);
  const columns = measureNames.map((name) => sql`sum(iif(measure = ${name}, cents, 0)) AS ${sql.raw(name)}`);
  const sums = sql`(SELECT document_id, ${sql.join(columns, sql`, `)} FROM budget_movements
      INDEXED BY budget_movements_by_account
      WHERE show_id = ${showId} AND account IN ${inList(accounts)} AND currency_code = ${currency}
      GROUP BY document_id) sums`;
  const isCounting = sql.join(
    measureNames.map((name) => sql`sums.${sql.raw(name)} <> 0`),
    sql` OR `,
  );
  return queryOf(
    db,
    db
      .select({
        id: documents.id,
        type: documents.type,
        number: documents.number,
        description: documents.description,
        vendorName: documents.vendorName,
        businessDay: documents.businessDay,
        status: documents.status,
        isVisible: visible(source, visibilities).mapWith(Boolean),
        committedCents: sumOf('COMMITTED'),
        inProgressCents: sumOf('IN_PROGRESS'),
        waitingCents: sumOf('WAITING'),
        invoicedCents: sumOf('INVOICED'),
        overReliefCents: sumOf('OVER_RELIEF'),
      })
      .from(sums)
      .crossJoin(documents)
      .where(sql`${documents.id} = sums.document_id AND (${isCounting})`)
      .orderBy(sql`${documents.businessDay} DESC, ${documents.id} DESC`)
      .limit(limit)
      .offset(from),
  );
}
