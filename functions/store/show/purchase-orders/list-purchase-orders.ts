import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Milestone, Persona } from '#domain/document';
import { poNumberPattern } from '#domain/lists/lists';
import type { Page, Sort } from '#domain/lists/lists';
import type { PurchaseOrderFilters } from '#domain/lists/list-filters';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { mapped, queryOf } from '#store/d1/query';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { isFailedToSend } from '#store/show/outbox/failed-pushes';
import { isInQueueOf } from '#store/show/lists/document-filters';
import { listed, listOf, pageOf, selectionOf } from '#store/show/lists/list-page';
import { sumsFrom, sumsOf, totalOf, parseTotals } from '#store/show/lists/list-totals';
import { isIndexed, numbersHolding } from '#store/show/lists/number-search';
import { numberReadable } from '#store/show/lists/number-visible';

/** Which orders of the show: what a person sees in a persona, narrowed by a list's filters. */
export interface OrderSelection {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: PurchaseOrderFilters;
  /** From when on this user may read numbers, null: as the show has it; a masked number is not found by number (DEC-17). */
  numberMilestone: Milestone | null;
}

interface ListRequest extends OrderSelection {
  sort: Sort;
  page: Page;
}

/** The list as all types ask for it, and what only orders filter by. */
function chosenBy<Request extends OrderSelection>(source: Source, request: Request) {
  const { filters } = request;
  const needles = filters.poNumbers.map(poNumberPattern);
  const common = { ...filters, statuses: filters.poStatuses };
  const wanted = {
    ...request,
    docType: 'PO' as const,
    filters: common,
    byNumber: needles.length > 0,
    isIndexed: isIndexed(needles),
  };
  return { wanted, own: ownFilters(source, request, needles) };
}

const list = listOf((source, request: ListRequest) => {
  const { wanted, own } = chosenBy(source, request);
  const selection = selectionOf(source, wanted, own);
  const { from, on, order } = pageOf('PO', selection, request.sort, request.page);
  return [
    source.db
      .select({
        document: listed,
        isWaiting: isInQueueOf(source, request.userId),
        prefix: purchaseOrders.prefix,
      })
      .from(from)
      .crossJoin(documents)
      .crossJoin(purchaseOrders)
      .where(and(on, eq(purchaseOrders.documentId, documents.id)))
      .orderBy(...order),
    totalOf(source, wanted, selection, own),
  ] as const;
});

/** One page of purchase orders and how many there are in all (LS, DEC-46). */
export const purchaseOrderPageQuery = (store: Source, request: ListRequest) =>
  mapped(list(store, request), ([rows, totals]) => ({ rows, ...parseTotals(totals) }));

/** What all orders of a selection come to, by currency, in cents (LS-46). */
export function purchaseOrderSumsQuery(store: Source, selection: OrderSelection) {
  const { wanted, own } = chosenBy(store, selection);
  return mapped(queryOf(store.db, sumsOf(store, wanted, own, false)), sumsFrom);
}

function ownFilters(
  store: Source,
  { filters: given, numberMilestone }: OrderSelection,
  needles: readonly string[],
): (SQL | undefined)[] {
  return [
    needles.length > 0
      ? and(
          numbersHolding(store, needles),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needles)})
            WHERE instr(ltrim(${documents.number}, '0'), value) > 0)`,
          numberReadable(store, numberMilestone),
        )
      : undefined,
    given.isAdjustment === null || given.isAdjustment === undefined
      ? undefined
      : sql`(${documents.currentChangeOrder} > 0) = ${given.isAdjustment ? 1 : 0}`,
    given.isFailedToSendToAccounting ? isFailedToSend(sql`(${store.showId})`) : undefined,
    given.importId
      ? sql`${documents.id} IN (SELECT document_id FROM import_items WHERE show_id = ${store.showId}
          AND import_id = ${given.importId})`
      : undefined,
  ];
}
