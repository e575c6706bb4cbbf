import { and, eq, sql } from 'drizzle-orm';
import type { Persona } from '#domain/document';
import { numberPattern } from '#domain/lists/lists';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import type { InvoiceFilters } from '#domain/lists/list-filters';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { mapQuery, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { betweenDays, hasDay, queueStateIn } from '#store/show/lists/document-filters';
import { openQuestionOf } from '#store/show/documents/questions';
import { extraColumns } from '#store/show/lists/extra-columns';
import { waitingWith } from '#store/show/lists/waiting-with';
import { listColumns, prepareListQuery, pageOf, listCondition } from '#store/show/lists/list-page';
import { groupsQuery } from '#store/show/lists/list-groups';
import { parseSums, sumsQuery, countQuery, parseTotals } from '#store/show/lists/list-totals';
import { isIndexed, documentsWithNumber } from '#store/show/lists/number-search';

/** Selects invoices of the show: those visible to a user in a persona, narrowed by a list's filters. */
export interface InvoiceSelection {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: InvoiceFilters;
}

interface InvoiceListRequest extends InvoiceSelection {
  sort: Sort<'INVOICE'>;
  page: Page;
  /** The added columns that the list shows (VIEW-03). */
  columns: readonly FetchedColumn[];
}

/** The request in the form that all lists share, and the conditions that only invoices have. */
export function invoiceConditions<Request extends InvoiceSelection>(source: Source, request: Request) {
  const { filters } = request;
  const patterns = filters.numbers.map(numberPattern);
  const query = {
    ...request,
    docType: 'INVOICE' as const,
    byNumber: patterns.length > 0,
    isIndexed: isIndexed(patterns),
  };
  const typeConditions = [
    patterns.length > 0
      ? and(
          documentsWithNumber(source, patterns),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(patterns)})
            WHERE instr(${documents.numberSort}, value) > 0)`,
        )
      : undefined,
    hasDay(filters.dueDate)
      ? sql`${documents.id} IN (SELECT i.document_id FROM invoices i INDEXED BY invoices_by_due_day
          WHERE i.show_id = ${source.showId} AND ${betweenDays(sql`i.due_day`, filters.dueDate)})`
      : undefined,
  ];
  return { query, typeConditions };
}

const list = prepareListQuery((source, request: InvoiceListRequest) => {
  const { query, typeConditions } = invoiceConditions(source, request);
  const selection = listCondition(source, query, typeConditions, {
    selectsByTable: hasDay(request.filters.dueDate),
  });
  const { from, key, on, order } = pageOf('INVOICE', selection, request.sort, request.page);
  return [
    source.db
      .select({
        document: listColumns,
        key,
        queueState: queueStateIn(source, request.userId),
        waitingWith: waitingWith(source),
        openQuestion: openQuestionOf(documents.id),
        extra: extraColumns(source, request.columns),
        dueDay: invoices.dueDay,
        amountCents: invoices.amountCents,
      })
      .from(from)
      .crossJoin(documents)
      .crossJoin(invoices)
      .where(and(on, eq(invoices.documentId, documents.id)))
      .orderBy(...order),
    countQuery(source, query, selection, typeConditions),
  ] as const;
});

/** One page of invoices with the total count (LS-16, LS-26, DEC-46). */
export const invoicePageQuery = (store: Source, request: InvoiceListRequest) =>
  mapQuery(list(store, request), ([rows, totals]) => ({ rows, ...parseTotals(totals) }));

/** The sums of all invoices of a selection in cents, by currency (LS-46). */
export function invoiceSumsQuery(store: Source, selection: InvoiceSelection) {
  const { query, typeConditions } = invoiceConditions(store, selection);
  return mapQuery(queryOf(store.db, sumsQuery(store, query, typeConditions, false)), parseSums);
}

/** The groups of a selection with their sums in cents (VIEW-21). */
export function invoiceGroupsQuery(store: Source, selection: InvoiceSelection, by: Grouping) {
  const { query, typeConditions } = invoiceConditions(store, selection);
  return groupsQuery(store, query, typeConditions, false, by);
}
