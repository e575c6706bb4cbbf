import type { Persona } from '#domain/document';
import type { InvoiceList } from '#domain/invoices/invoice';
import type { ListSums, Page, Sort } from '#domain/lists/lists';
import type { InvoiceFilters } from '#domain/lists/list-filters';
import { listInvoices as read, readInvoiceSums as readSums } from '#store/show/invoices/list-invoices';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { sightOf } from '#verbs/request/context';
import type { Place, ShowContext } from '#verbs/request/context';
import { queueSums, wireSums } from '#domain/lists/queue-totals';
import { invoiceRow } from './view-invoice.ts';

interface Wanted {
  persona: Persona;
  filters: InvoiceFilters;
}

interface Request extends Wanted {
  sort: Sort<'INVOICE'>;
  page: Page;
}

/** Which rows the list takes. */
export function rowsWanted<Asked extends Wanted>(place: Place, request: Asked) {
  return { ...request, userId: place.user.id, visibility: sightOf(place, 'INVOICE', request.persona) };
}

/** A page of the invoices this user may see in this persona (API-79, LS-45, PE-17). Throws `FORBIDDEN` (DEC-12). */
export async function listInvoices(context: ShowContext, request: Request): Promise<InvoiceList> {
  mustHaveModule(context, 'INVOICE');
  const wanted = rowsWanted(context, request);
  const { rows, total, sums } = await context.store.foreseen.ask(read, context.store, wanted);
  return {
    total,
    ...queueSums(sums),
    invoices: rows.map(({ document, isWaiting, ...invoice }) => ({
      ...invoiceRow(document, invoice),
      isWaiting,
    })),
  };
}

/** What all invoices of a list come to, loaded or not (LS-46). Throws `FORBIDDEN` (DEC-12). */
export async function sumInvoices(context: ShowContext, wanted: Wanted): Promise<ListSums> {
  mustHaveModule(context, 'INVOICE');
  return wireSums(await context.store.foreseen.ask(readSums, context.store, rowsWanted(context, wanted)));
}
