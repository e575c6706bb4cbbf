import type { Persona } from '#domain/document';
import type { InvoiceList } from '#domain/invoices/invoice';
import type { ListSums, Page, Sort } from '#domain/lists/lists';
import type { InvoiceFilters } from '#domain/lists/list-filters';
import type { PlanRows } from '#store/d1/query';
import { invoicePageQuery, invoiceSumsQuery } from '#store/show/invoices/list-invoices';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import { queueTotals, wireSums } from '#domain/lists/queue-totals';
import { invoiceRow } from './view-invoice.ts';

interface Selection {
  persona: Persona;
  filters: InvoiceFilters;
}

interface Request extends Selection {
  sort: Sort<'INVOICE'>;
  page: Page;
}

/** What the list selects for this user. */
function selectionOf<Asked extends Selection>(place: Membership, request: Asked) {
  return { ...request, userId: place.user.id, visibility: visibilityOf(place, 'INVOICE', request.persona) };
}

/** A page of the invoices. */
export const invoiceListPlan = (member: MembershipContext, request: Request) => ({
  page: invoicePageQuery(member.store, selectionOf(member, request)),
});

/** A page of the invoices this user may see in this persona (API-79, LS-45, PE-17). Throws `FORBIDDEN` (DEC-12). */
export function listInvoices(
  context: RequestContext,
  { page: { rows, total, sums } }: PlanRows<typeof invoiceListPlan>,
): InvoiceList {
  requireModule(context, 'INVOICE');
  return {
    total,
    ...queueTotals(sums),
    invoices: rows.map(({ document, isWaiting, ...invoice }) => ({
      ...invoiceRow(document, invoice),
      isWaiting,
    })),
  };
}

/** The sums of a selection. */
export const invoiceSumsPlan = (member: MembershipContext, selection: Selection) => ({
  sums: invoiceSumsQuery(member.store, selectionOf(member, selection)),
});

/** What all invoices of a list come to, loaded or not (LS-46). Throws `FORBIDDEN` (DEC-12). */
export function sumInvoices(context: RequestContext, { sums }: PlanRows<typeof invoiceSumsPlan>): ListSums {
  requireModule(context, 'INVOICE');
  return wireSums(sums);
}
