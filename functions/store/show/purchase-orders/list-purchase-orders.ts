import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Milestone, Persona } from '#domain/document';
import { poNumberPattern } from '#domain/lists/lists';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import type { PurchaseOrderFilters } from '#domain/lists/list-filters';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { mapQuery, queryOf } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { betweenDays, hasDay, queueStateIn } from '#store/show/lists/document-filters';
import { openQuestionOf } from '#store/show/documents/questions';
import { extraColumns } from '#store/show/lists/extra-columns';
import { waitingWith } from '#store/show/lists/waiting-with';
import { listColumns, prepareListQuery, pageOf, listCondition } from '#store/show/lists/list-page';
import { groupsQuery } from '#store/show/lists/list-groups';
import { parseSums, sumsQuery, countQuery, parseTotals } from '#store/show/lists/list-totals';
import { isIndexed, documentsWithNumber } from '#store/show/lists/number-search';
import { numberReadable } from '#store/show/lists/number-visible';

/** Selects purchase orders of the show: those visible to a user in a persona, narrowed by a list's filters. */
export interface OrderSelection {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: PurchaseOrderFilters;
  /**
   * The milestone from which this user may read numbers, null: that of the show's settings; a masked number is not
   * found by number (DEC-17).
   */
  numberMilestone: Milestone | null;
}

interface ListRequest extends OrderSelection {
  sort: Sort;
  page: Page;
  /** The added columns that the list shows (VIEW-03). */
  columns: readonly FetchedColumn[];
}

/** The request in the form that all lists share, and the conditions that only purchase orders have. */
export function purchaseOrderConditions<Request extends OrderSelection>(source: Source, request: Request) {
  const { filters } = request;
  const patterns = filters.poNumbers.map(poNumberPattern);
  const common = { ...filters, statuses: filters.poStatuses };
  const query = {
    ...request,
    docType: 'PO' as const,
    filters: common,
    byNumber: patterns.length > 0,
    isIndexed: isIndexed(patterns),
  };
  return { query, typeConditions: ownFilters(source, request, patterns) };
}

const list = prepareListQuery((source, request: ListRequest) => {
  const { query, typeConditions } = purchaseOrderConditions(source, request);
  const selection = listCondition(source, query, typeConditions, {
    selectsByTable: hasDay(request.filters.rentalEnd),
  });
  const { from, key, on, order } = pageOf('PO', selection, request.sort, request.page);
  return [
    source.db
      .select({
        document: listColumns,
        key,
        queueState: queueStateIn(source, request.userId),
        waitingWith: waitingWith(source),
        openQuestion: openQuestionOf(documents.id),
        extra: extraColumns(source, request.columns),
        prefix: purchaseOrders.prefix,
      })
      .from(from)
      .crossJoin(documents)
      .crossJoin(purchaseOrders)
      .where(and(on, eq(purchaseOrders.documentId, documents.id)))
      .orderBy(...order),
    countQuery(source, query, selection, typeConditions),
  ] as const;
});

/** One page of purchase orders with the total count (LS, DEC-46). */
export const purchaseOrderPageQuery = (store: Source, request: ListRequest) =>
  mapQuery(list(store, request), ([rows, totals]) => ({ rows, ...parseTotals(totals) }));

/** The sums of all orders of a selection in cents, by currency (LS-46). */
export function purchaseOrderSumsQuery(store: Source, selection: OrderSelection) {
  const { query, typeConditions } = purchaseOrderConditions(store, selection);
  return mapQuery(queryOf(store.db, sumsQuery(store, query, typeConditions, false)), parseSums);
}

/** The groups of a selection with their sums in cents (VIEW-21). */
export function purchaseOrderGroupsQuery(store: Source, selection: OrderSelection, by: Grouping) {
  const { query, typeConditions } = purchaseOrderConditions(store, selection);
  return groupsQuery(store, query, typeConditions, false, by);
}

function ownFilters(
  store: Source,
  { filters, numberMilestone }: OrderSelection,
  patterns: readonly string[],
): (SQL | undefined)[] {
  return [
    patterns.length > 0
      ? and(
          documentsWithNumber(store, patterns),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(patterns)})
            WHERE instr(ltrim(${documents.number}, '0'), value) > 0)`,
          numberReadable(store, numberMilestone),
        )
      : undefined,
    filters.isAdjustment === null || filters.isAdjustment === undefined
      ? undefined
      : sql`(${documents.currentChangeOrder} > 0) = ${filters.isAdjustment ? 1 : 0}`,
    filters.importId
      ? sql`${documents.id} IN (SELECT document_id FROM import_items WHERE show_id = ${store.showId}
          AND import_id = ${filters.importId})`
      : undefined,
    hasDay(filters.rentalEnd)
      ? sql`${documents.id} IN (SELECT l.document_id FROM document_lines l INDEXED BY document_lines_by_rental_end
          WHERE l.show_id = ${store.showId} AND ${betweenDays(sql`l.rental_end`, filters.rentalEnd)}
            AND l.acquisition_type = 'RENTAL')`
      : undefined,
  ];
}
