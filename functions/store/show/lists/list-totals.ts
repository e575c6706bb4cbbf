import { desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CurrencySum, SumsInBase } from '#domain/lists/queue-totals';
import type { Source } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { payments } from '#store/show/tables/invoice-tables';
import { documentsWhere, isApprovalQueue } from './document-filters.ts';
import { countedIn } from './filter-traits.ts';
import type { CountTable, DocumentsRequest } from './document-filters.ts';
import type { ListCondition } from './list-page.ts';

/**
 * The query that counts a list's documents: from a table of counts where possible, else one by one; for an approval
 * queue by currency.
 */
export function countQuery(
  store: Source,
  request: DocumentsRequest,
  { where, joinsPayments }: ListCondition,
  typeConditions: readonly (SQL | undefined)[],
) {
  // A user's queue is short: its sums cost nothing in addition to its count.
  if (isApprovalQueue(request)) return sumsQuery(store, request, typeConditions, joinsPayments);
  const countTable = typeConditions.every((one) => one === undefined) ? countTableFor(request) : null;
  if (countTable)
    return store.db
      .select({ total: sql<number>`coalesce(sum(total), 0)`, ...noSums })
      .from(sql`${sql.raw(countTable)} AS documents`)
      .where(documentsWhere(store, request, [], countTable));
  const documentRows = store.db
    .select({ total: sql<number>`count(*)`, ...noSums })
    .from(documents)
    .$dynamic();
  if (joinsPayments) documentRows.innerJoin(payments, eq(payments.documentId, documents.id));
  return documentRows.where(where);
}

const noSums = {
  currency: sql<string | null>`NULL`,
  cents: sql<number>`0`,
  ratedCents: sql<number>`0`,
  baseCents: sql<number>`0`,
};
const keptSums = {
  cents: sql<number>`sum(cents)`,
  ratedCents: sql<number>`sum(rated_cents)`,
  baseCents: sql<number>`sum(base_cents)`,
};
const documentSums = {
  cents: sql<number>`sum(${documents.totalCents})`,
  ratedCents: sql<number>`sum(iif(${documents.baseTotalCents} IS NULL, 0, ${documents.totalCents}))`,
  baseCents: sql<number>`sum(coalesce(${documents.baseTotalCents}, 0))`,
};

/** The sums of a list in cents, by currency: from a table of counts where possible, else from its documents. */
export function sumsQuery(
  store: Source,
  request: DocumentsRequest,
  typeConditions: readonly (SQL | undefined)[],
  joinsPayments: boolean,
) {
  const countTable = typeConditions.every((one) => one === undefined) ? countTableFor(request) : null;
  const currency = sql<string | null>`${documents.currencyCode}`;
  if (countTable)
    return store.db
      .select({ total: sql<number>`sum(total)`, currency, ...keptSums })
      .from(sql`${sql.raw(countTable)} AS documents`)
      .where(documentsWhere(store, request, [], countTable))
      .groupBy(documents.currencyCode)
      .having(sql`sum(total) > 0`)
      .orderBy(desc(sql`1`));
  const documentRows = store.db
    .select({ total: sql<number>`count(*)`, currency, ...documentSums })
    .from(documents)
    .$dynamic();
  if (joinsPayments) documentRows.innerJoin(payments, eq(payments.documentId, documents.id));
  return documentRows
    .where(documentsWhere(store, request, typeConditions))
    .groupBy(documents.currencyCode)
    .orderBy(desc(sql`1`));
}

interface CurrencyTotal extends SumsInBase {
  total: number;
  currency: string | null;
  cents: number;
}

/** The total count and, for an approval queue, its sums; `sums` is null for any other list. */
export function parseTotals(rows: readonly CurrencyTotal[]) {
  const sums = parseSums(rows);
  const total = rows.reduce((all, row) => all + row.total, 0);
  return { total, sums: sums.length === rows.length ? sums : null };
}

/** Cents by currency, the currency of the most documents first. */
export function parseSums(rows: readonly CurrencyTotal[]): CurrencySum[] {
  return rows.flatMap(({ currency, cents, ratedCents, baseCents }) =>
    currency === null ? [] : [{ currency, cents, ratedCents, baseCents }],
  );
}

/** The table of counts that has all columns of this condition; null for none. */
function countTableFor({ filters, persona, visibility, byNumber }: DocumentsRequest): CountTable | null {
  const tables = countedIn(filters);
  if (tables === 'NONE' || byNumber) return null;
  const byPeople = tables === 'DOCUMENT_COUNTS';
  if (persona === 'APPROVER')
    return byPeople || filters.statuses.includes('SUBMITTED_FOR_APPROVAL') ? null : 'approver_counts';
  return visibility.kind === 'ALL' && !byPeople ? 'document_totals' : 'document_counts';
}
