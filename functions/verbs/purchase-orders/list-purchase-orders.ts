import type { Persona } from '#domain/document';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import type { PurchaseOrderFilters } from '#domain/lists/list-filters';
import { fromCents } from '#domain/values/money';
import { visibleNumber } from '#domain/identity/visibility';
import type { PlanRows } from '#store/d1/query';
import {
  purchaseOrderGroupsQuery,
  purchaseOrderPageQuery,
  purchaseOrderSumsQuery,
} from '#store/show/purchase-orders/list-purchase-orders';
import { numberMilestone, visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import { groupsOf } from '#verbs/lists/list-groups';
import { extraOf } from '#verbs/lists/extra-columns';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import { waitingOf } from '#verbs/documents/waiting-view';
import { queueTotals, toListTotals } from '#domain/lists/queue-totals';
import type { ListGroups } from '#domain/lists/list-group';
import type { ListTotals } from '#domain/lists/list-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';

interface Selection {
  persona: Persona;
  filters: PurchaseOrderFilters;
}

interface Request extends Selection {
  sort: Sort;
  page: Page;
  columns: readonly FetchedColumn[];
}

/** The list request with the user and the user's visibility. */
function listRequestOf<ListRequest extends Selection>(member: Membership, request: ListRequest) {
  return {
    ...request,
    userId: member.user.id,
    visibility: visibilityOf(member, 'PO', request.persona),
    numberMilestone: member.membership.displayPoNumbers,
  };
}

export const purchaseOrderListPlan = (member: MembershipContext, request: Request) => ({
  page: purchaseOrderPageQuery(member.store, listRequestOf(member, request)),
});

/** A page of the purchase orders this user may see in this persona (API-09, LS-45). */
export function listPurchaseOrders(
  context: RequestContext,
  { page: { rows, total, sums } }: PlanRows<typeof purchaseOrderListPlan>,
): PurchaseOrderList {
  const milestone = numberMilestone(context);
  return {
    total,
    ...queueTotals(sums, context.settings.baseCurrency),
    poS: rows.map(({ document, prefix, queueState, waitingWith, openQuestion, extra }) => ({
      id: document.id,
      version: document.version,
      contentVersion: document.contentVersion,
      prefix,
      poNumber: visibleNumber(document.number, document.milestones, milestone),
      poDate: document.businessDay,
      revision: document.revision,
      vendor: { name: document.vendorName },
      department: document.departmentId ? { id: document.departmentId, name: document.departmentName } : null,
      description: document.description,
      creator: { id: document.creatorId, name: document.creatorName },
      ownerId: document.ownerId,
      totalCost: fromCents(document.totalCents),
      currency: document.currencyCode,
      status: document.status,
      submissionStatus: document.submissionStatus,
      attachmentCount: document.attachmentCount,
      currentChangeOrderNumber: document.currentChangeOrder,
      ...baseTotalOf(document),
      ...queueState,
      ...(openQuestion && { openQuestion }),
      waiting: waitingOf(context, document, waitingWith),
      ...extraOf(extra),
    })),
  };
}

export const purchaseOrderSumsPlan = (member: MembershipContext, selection: Selection) => ({
  sums: purchaseOrderSumsQuery(member.store, listRequestOf(member, selection)),
});

/** The totals of all purchase orders of a list, loaded or not (LS-46). */
export function sumPurchaseOrders(
  context: RequestContext,
  { sums }: PlanRows<typeof purchaseOrderSumsPlan>,
): ListTotals {
  return toListTotals(sums, context.settings.baseCurrency);
}

export const purchaseOrderGroupsPlan = (member: MembershipContext, selection: Selection, by: Grouping) => ({
  groups: purchaseOrderGroupsQuery(member.store, listRequestOf(member, selection), by),
});

/** The groups of a list of purchase orders with their totals, loaded or not (VIEW-21). */
export function groupPurchaseOrders({ groups }: PlanRows<typeof purchaseOrderGroupsPlan>): ListGroups {
  return groupsOf(groups);
}
