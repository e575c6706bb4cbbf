import { and, eq, sql } from 'drizzle-orm';
import type { Persona } from '#domain/document';
import { numberPattern } from '#domain/lists/lists';
import type { Page, Sort } from '#domain/lists/lists';
import type { InvoiceFilters } from '#domain/lists/list-filters';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { mapped, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { isInQueueOf } from '#store/show/lists/document-filters';
import { listed, listOf, pageOf, selectionOf } from '#store/show/lists/list-page';
import { sumsFrom, sumsOf, totalOf, parseTotals } from '#store/show/lists/list-totals';
import { isIndexed, numbersHolding } from '#store/show/lists/number-search';

/** Which invoices of the show: what a person sees in a persona, narrowed by a list's filters. */
export interface InvoiceSelection {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: InvoiceFilters;
}

interface InvoiceListRequest extends InvoiceSelection {
  sort: Sort<'INVOICE'>;
  page: Page;
}

/** The list as all types ask for it, and what only invoices filter by. */
function chosenBy<Request extends InvoiceSelection>(source: Source, request: Request) {
  const { filters } = request;
  const needles = filters.numbers.map(numberPattern);
  const wanted = {
    ...request,
    docType: 'INVOICE' as const,
    byNumber: needles.length > 0,
    isIndexed: isIndexed(needles),
  };
  const own = [
    needles.length > 0
      ? and(
          numbersHolding(source, needles),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needles)})
            WHERE instr(${documents.numberSort}, value) > 0)`,
        )
      : undefined,
  ];
  return { wanted, own };
}

const list = listOf((source, request: InvoiceListRequest) => {
  const { wanted, own } = chosenBy(source, request);
  const selection = selectionOf(source, wanted, own);
  const { from, on, order } = pageOf('INVOICE', selection, request.sort, request.page);
  return [
    source.db
      .select({
        document: listed,
        isWaiting: isInQueueOf(source, request.userId),
        dueDay: invoices.dueDay,
        amountCents: invoices.amountCents,
      })
      .from(from)
      .crossJoin(documents)
      .crossJoin(invoices)
      .where(and(on, eq(invoices.documentId, documents.id)))
      .orderBy(...order),
    totalOf(source, wanted, selection, own),
  ] as const;
});

/** One page of invoices and how many there are in all (LS-16, LS-26, DEC-46). */
export const invoicePageQuery = (store: Source, request: InvoiceListRequest) =>
  mapped(list(store, request), ([rows, totals]) => ({ rows, ...parseTotals(totals) }));

/** What all invoices of a selection come to, by currency, in cents (LS-46). */
export function invoiceSumsQuery(store: Source, selection: InvoiceSelection) {
  const { wanted, own } = chosenBy(store, selection);
  return mapped(queryOf(store.db, sumsOf(store, wanted, own, false)), sumsFrom);
}
