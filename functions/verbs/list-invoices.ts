import type { Persona } from '#domain/document';
import type { InvoiceList } from '#domain/invoice';
import type { Page, Sort } from '#domain/lists';
import type { InvoiceFilters } from '#domain/list-filters';
import { listInvoices as read } from '#store/show/list-invoices';
import { mustHaveModule } from './act.ts';
import { sightOf } from './context.ts';
import type { Place, ShowContext } from './context.ts';
import { queueSums } from './queue-sums.ts';
import { invoiceRow } from './view-invoice.ts';

interface Request {
  persona: Persona;
  filters: InvoiceFilters;
  sort: Sort<'INVOICE'>;
  page: Page;
}

/** Which rows a page of the list takes. */
export function rowsWanted(place: Place, request: Request) {
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
