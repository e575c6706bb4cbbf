import type { Persona } from '#domain/document';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import type { InvoiceFilters } from '#domain/lists/list-filters';
import type { PlanRows } from '#store/d1/query';
import { invoiceGroupsQuery, invoicePageQuery, invoiceSumsQuery } from '#store/show/invoices/list-invoices';
import { groupsOf } from '#verbs/lists/list-groups';
import { extraOf } from '#verbs/lists/extra-columns';
import { waitingOf } from '#verbs/documents/waiting-view';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import { queueTotals, toListTotals } from '#domain/lists/queue-totals';
import { invoiceRow } from './view-invoice.ts';
import type { InvoiceList } from '#domain/invoices/invoice-response';
import type { ListGroups } from '#domain/lists/list-group';
import type { ListTotals } from '#domain/lists/list-response';

interface Selection {
  persona: Persona;
  filters: InvoiceFilters;
}

interface Request extends Selection {
  sort: Sort<'INVOICE'>;
  page: Page;
  columns: readonly FetchedColumn[];
}

function listRequestOf<Query extends Selection>(viewer: Membership, request: Query) {
  return { ...request, userId: viewer.user.id, visibility: visibilityOf(viewer, 'INVOICE', request.persona) };
}

export const invoiceListPlan = (member: MembershipContext, request: Request) => ({
  page: invoicePageQuery(member.store, listRequestOf(member, request)),
});

/** A page of the invoices that this user may see in this persona. Throws `FORBIDDEN` (API-79, LS-45, PE-17, DEC-12). */
export function listInvoices(
  context: RequestContext,
  { page: { rows, total, sums } }: PlanRows<typeof invoiceListPlan>,
): InvoiceList {
  requireModule(context, 'INVOICE');
  return {
    total,
    ...queueTotals(sums, context.settings.baseCurrency),
    invoices: rows.map(({ document, queueState, waitingWith, openQuestion, extra, ...invoice }) => ({
      ...invoiceRow(document, invoice),
      ...queueState,
      ...(openQuestion && { openQuestion }),
      waiting: waitingOf(context, document, waitingWith),
      ...extraOf(extra),
    })),
  };
}

export const invoiceSumsPlan = (member: MembershipContext, selection: Selection) => ({
  sums: invoiceSumsQuery(member.store, listRequestOf(member, selection)),
});

/** The sums of all invoices of a list, not only of the loaded ones. Throws `FORBIDDEN` (LS-46, DEC-12). */
export function sumInvoices(context: RequestContext, { sums }: PlanRows<typeof invoiceSumsPlan>): ListTotals {
  requireModule(context, 'INVOICE');
  return toListTotals(sums, context.settings.baseCurrency);
}

export const invoiceGroupsPlan = (member: MembershipContext, selection: Selection, by: Grouping) => ({
  groups: invoiceGroupsQuery(member.store, listRequestOf(member, selection), by),
});

/** The groups of a list of invoices with their totals, loaded or not (VIEW-21). Throws `FORBIDDEN` (DEC-12). */
export function groupInvoices(
  context: RequestContext,
  { groups }: PlanRows<typeof invoiceGroupsPlan>,
): ListGroups {
  requireModule(context, 'INVOICE');
  return groupsOf(groups);
}
