import type { Persona } from '#domain/document';
import type { Page, PurchaseOrderFilters, Sort } from '#domain/lists';
import { fromCents } from '#domain/money';
import type { PurchaseOrderList } from '#domain/purchase-order';
import { visibilityFor, visibleNumber } from '#domain/visibility';
import { listPurchaseOrders as read } from '#store/show/list-purchase-orders';
import { numberMilestone, viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

/** A page of the purchase orders this user may see in this persona (API-09, LS-45). */
export async function listPurchaseOrders(
  context: ShowContext,
  request: { persona: Persona; filters: PurchaseOrderFilters; sort: Sort; page: Page },
): Promise<PurchaseOrderList> {
  const milestone = numberMilestone(context);
  const { rows, total } = await read(context.store, {
    ...request,
    userId: context.user.id,
    visibility: visibilityFor(viewerOf(context), 'PO', request.persona),
    numberMilestone: milestone,
  });
  return {
    total,
    poS: rows.map(({ document, prefix }) => ({
      id: document.id,
      version: document.version,
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
    })),
  };
}
