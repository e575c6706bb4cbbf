import type { Persona } from '#domain/document';
import type { InvoiceList } from '#domain/invoice';
import type { InvoiceFilters, Page, Sort } from '#domain/lists';
import { visibilityFor } from '#domain/visibility';
import { listInvoices as read } from '#store/show/list-invoices';
import { mustHaveModule } from './act.ts';
import { viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';
import { invoiceRow } from './view-invoice.ts';

/** A page of the invoices this user may see in this persona (API-79, LS-45, PE-17). Throws `FORBIDDEN` (DEC-12). */
export async function listInvoices(
  context: ShowContext,
  request: { persona: Persona; filters: InvoiceFilters; sort: Sort<'INVOICE'>; page: Page },
): Promise<InvoiceList> {
  mustHaveModule(context, 'INVOICE');
  const { rows, total } = await read(context.store, {
    ...request,
    userId: context.user.id,
    visibility: visibilityFor(viewerOf(context), 'INVOICE', request.persona),
  });
  return { total, invoices: rows.map(({ document, ...invoice }) => invoiceRow(document, invoice)) };
}
