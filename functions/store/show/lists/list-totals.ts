import { desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { documentsWhere, isApprovalQueue } from './document-filters.ts';
import type { Counted, DocumentsRequest } from './document-filters.ts';
import type { Selection } from './list-page.ts';

/** How many documents a list has: from what is counted as it changes, or else one by one; of a queue by currency. */
export function totalOf(
  store: Source,
  request: DocumentsRequest,
  { where, joinsPayments }: Selection,
  own: readonly (SQL | undefined)[],
) {
  // Few wait for one person: what all of it comes to costs nothing beside its number.
  if (isApprovalQueue(request)) return sumsOf(store, request, own, joinsPayments);
  const counted = own.every((one) => one === undefined) ? countedBy(request) : null;
  if (counted)
    return store.db
      .select({ total: sql<number>`coalesce(sum(total), 0)`, ...unsummed })
      .from(sql`${sql.raw(counted)} AS documents`)
      .where(documentsWhere(store, request, [], counted));
  const all = store.db
    .select({ total: sql<number>`count(*)`, ...unsummed })
    .from(documents)
    .$dynamic();
  if (joinsPayments) all.innerJoin(payments, eq(payments.documentId, documents.id));
  return all.where(where);
}

const unsummed = { currency: sql<string | null>`NULL`, cents: sql<number>`0` };

/** What a list comes to, by currency: from what is kept as it changes, or else from its documents. Cents. */
export function sumsOf(
  store: Source,
  request: DocumentsRequest,
  own: readonly (SQL | undefined)[],
  joinsPayments: boolean,
) {
  const counted = own.every((one) => one === undefined) ? countedBy(request) : null;
  const currency = sql<string | null>`${documents.currencyCode}`;
  if (counted)
    return store.db
      .select({ total: sql<number>`sum(total)`, currency, cents: sql<number>`sum(cents)` })
      .from(sql`${sql.raw(counted)} AS documents`)
      .where(documentsWhere(store, request, [], counted))
      .groupBy(documents.currencyCode)
      .having(sql`sum(total) > 0`)
      .orderBy(desc(sql`1`));
  const all = store.db
    .select({ total: sql<number>`count(*)`, currency, cents: sql<number>`sum(${documents.totalCents})` })
    .from(documents)
    .$dynamic();
  if (joinsPayments) all.innerJoin(payments, eq(payments.documentId, documents.id));
  return all
    .where(documentsWhere(store, request, own))
    .groupBy(documents.currencyCode)
    .orderBy(desc(sql`1`));
}

interface CurrencyTotal {
  total: number;
  currency: string | null;
  cents: number;
}

/** How many documents there are in all, and of a queue what they come to; `sums` null: of no queue. */
export function parseTotals(rows: readonly CurrencyTotal[]) {
  const sums = sumsFrom(rows);
  const total = rows.reduce((all, row) => all + row.total, 0);
  return { total, sums: sums.length === rows.length ? sums : null };
}

/** Cents by currency, the one of most documents first. */
export function sumsFrom(rows: readonly CurrencyTotal[]): { currency: string; cents: number }[] {
  return rows.flatMap(({ currency, cents }) => (currency === null ? [] : [{ currency, cents }]));
}

/** The table whose columns are all that this condition asks; null: none. */
function countedBy({ filters, persona, visibility, byNumber }: DocumentsRequest): Counted | null {
  const {
    departmentIds = [],
    vendorNumbers = [],
    creatorIds = [],
    approverIds = [],
    voiderIds = [],
  } = filters;
  const isDated = filters.dateRange?.startDate || filters.dateRange?.endDate;
  const asksVotes = approverIds.length > 0 || voiderIds.length > 0 || (filters.denierIds ?? []).length > 0;
  if (isDated || byNumber || vendorNumbers.length > 0 || asksVotes) return null;
  const byPeople = departmentIds.length > 0 || creatorIds.length > 0;
  if (persona === 'APPROVER')
    return byPeople || filters.statuses.includes('SUBMITTED_FOR_APPROVAL') ? null : 'approver_counts';
  return visibility.kind === 'ALL' && !byPeople ? 'document_totals' : 'document_counts';
}
