import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ReportDimension } from '#domain/budget/cost-report/dimensions';
import { noCodes } from '#domain/budget/line-codes';
import type { LineKey } from '#domain/budget/line-codes';
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

/** Movements by code, and as of a day for a cost report. */
export interface CountedCodes {
  dimension: ReportDimension;
  /** The codes of the dimension; several only by account. */
  values: readonly string[];
  /** Only movements of these accounts with these codes below them; all when absent. */
  keys?: readonly LineKey[];
  currency: string;
  /** Null: all movements. */
  day: string | null;
  /** Only what approved orders leave open and what invoices in approval count themselves. */
  isOpen?: boolean;
}

interface DocumentPage {
  visibilities: VisibilityByType;
  from: number;
  limit: number;
}

const indexes = {
  ACCOUNT: 'budget_movements_by_account',
  department: 'budget_movements_by_department',
  SET: 'budget_movements_by_set',
  EPISODE: 'budget_movements_by_episode',
  LOCATION: 'budget_movements_by_location',
  FREE_FIELD: 'budget_movements_by_free_field',
} as const satisfies Record<ReportDimension, string>;

/** What a cost report adds up, without the part of it that is paid: the indexes have no more. */
const costs = sql` AND measure IN ('COMMITTED', 'INVOICED')`;

/** Waiting that another document counts is what an open order covers of the invoice (BUD-03). */
const accrual = sql`measure = 'WAITING' AND owner_id = document_id`;
const openCosts = sql` AND (measure = 'COMMITTED' OR ${accrual})`;

/** What counts of a document: with `isOpen`, orders in approval accrue nothing. */
function isCounted({ isOpen = false }: CountedCodes): SQL {
  if (isOpen) return sql`sums.COMMITTED <> 0 OR ${documents.type} = 'INVOICE' AND sums.WAITING <> 0`;
  return sql.join(
    measureNames.map((name) => sql`sums.${sql.raw(name)} <> 0`),
    sql` OR `,
  );
}

/** The condition of the movements, as the index of the type of code has it. */
function movementsOf(showId: string, counted: CountedCodes): SQL {
  const { dimension, values, keys, currency, day, isOpen = false } = counted;
  const ofCode = dimension === 'ACCOUNT' ? sql`account` : sql`coding ->> ${sql.raw(`'${dimension}'`)}`;
  const asOf = day === null ? sql`` : sql` AND effective_day <= ${day}`;
  const ofKeys = keys
    ? sql` AND (account, coalesce(codes, ${noCodes})) IN (SELECT key.value ->> 'account', key.value ->> 'codes'
        FROM json_each(${JSON.stringify(keys)}) key)`
    : sql``;
  return sql`show_id = ${showId} AND ${ofCode} IN ${inList(values)} AND currency_code = ${currency}${asOf}${ofKeys}${isOpen ? openCosts : sql``}`;
}

/**
 * The documents whose sums of these codes are not zero, the newest first, from row `from`. As of a day, these are
 * committed and invoiced amounts.
 */
export function documentsOfAccountsQuery(source: Source, counted: CountedCodes, page: DocumentPage) {
  const { db, showId } = source;
  const { visibilities, from, limit } = page;
  const sumOf = (measure: MeasureName) => sql<number>`sums.${sql.raw(measure)}`.mapWith(Number);
  const columns = measureNames.map((name) => sql`sum(iif(measure = ${name}, cents, 0)) AS ${sql.raw(name)}`);
  const ofDay = counted.day === null ? sql`` : costs;
  const sums = sql`(SELECT document_id, ${sql.join(columns, sql`, `)} FROM budget_movements
      INDEXED BY ${sql.raw(indexes[counted.dimension])}
      WHERE ${movementsOf(showId, counted)}${ofDay}
      GROUP BY document_id) sums`;
  return queryOf(
    db,
    db
      .select({
        id: documents.id,
        type: documents.type,
        number: documents.number,
        prefix: sql<string>`coalesce((SELECT prefix FROM purchase_orders WHERE document_id = ${documents.id}), '')`,
        description: documents.description,
        vendorName: documents.vendorName,
        businessDay: documents.businessDay,
        status: documents.status,
        isVisible: visible(source, visibilities).mapWith(Boolean),
        committedCents: sumOf('COMMITTED'),
        inProgressCents: sumOf('IN_PROGRESS'),
        waitingCents: sumOf('WAITING'),
        invoicedCents: sumOf('INVOICED'),
        paidCents: sumOf('PAID'),
        overReliefCents: sumOf('OVER_RELIEF'),
        exchangeDifferenceCents: sumOf('EXCHANGE_DIFFERENCE'),
        otherCents: sumOf('OTHER_ACTUAL'),
      })
      .from(sums)
      .crossJoin(documents)
      .where(sql`${documents.id} = sums.document_id AND (${isCounted(counted)})`)
      .orderBy(sql`${documents.businessDay} DESC, ${documents.id} DESC`)
      .limit(limit)
      .offset(from),
  );
}

/** The lines of these documents that count for the codes, in their order. */
export function countedLinesQuery(source: Source, counted: CountedCodes, ids: readonly string[]) {
  const { db, showId } = source;
  const sums = sql`(SELECT document_id, line_id, account, sum(iif(measure = 'COMMITTED', cents, 0)) AS committed,
        sum(iif(measure = 'INVOICED', cents, 0)) AS invoiced, sum(iif(measure = 'PAID', cents, 0)) AS paid,
        sum(iif(${counted.isOpen ? accrual : sql`0`}, cents, 0)) AS accrued
      FROM budget_movements INDEXED BY budget_movements_by_document
      WHERE document_id IN ${inList(ids)} AND ${movementsOf(showId, counted)}
      GROUP BY document_id, line_id, account) sums LEFT JOIN document_lines line ON line.id = sums.line_id`;
  return queryOf(
    db,
    db
      .select({
        documentId: sql<string>`sums.document_id`,
        account: sql<string>`sums.account`,
        lineNumber: sql<number>`coalesce(line.line_number, 0)`.mapWith(Number),
        description: sql<string>`coalesce(line.description, '')`,
        committedCents: sql<number>`sums.committed`.mapWith(Number),
        invoicedCents: sql<number>`sums.invoiced`.mapWith(Number),
        paidCents: sql<number>`sums.paid`.mapWith(Number),
        accruedCents: sql<number>`sums.accrued`.mapWith(Number),
      })
      .from(sums)
      .where(sql`sums.committed <> 0 OR sums.invoiced <> 0 OR sums.paid <> 0 OR sums.accrued <> 0`)
      .orderBy(sql`sums.document_id, coalesce(line.line_number, 0), sums.line_id`),
  );
}
