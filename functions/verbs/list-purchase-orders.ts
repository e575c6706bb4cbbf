import type { Persona } from '#domain/document';
import type { Page, Sort } from '#domain/lists';
import type { PurchaseOrderFilters } from '#domain/list-filters';
import { fromCents } from '#domain/money';
import type { PurchaseOrderList } from '#domain/purchase-order';
import { visibleNumber } from '#domain/visibility';
import { listPurchaseOrders as read } from '#store/show/list-purchase-orders';
import { numberMilestone, sightOf } from './context.ts';
import type { Place, ShowContext } from './context.ts';
import { queueSums } from './queue-sums.ts';

interface Request {
  persona: Persona;
  filters: PurchaseOrderFilters;
  sort: Sort;
  page: Page;
}

/** Which rows a page of the list takes. */
export function rowsWanted(place: Place, request: Request) {
  return {
    ...request,
    userId: place.user.id,
    visibility: sightOf(place, 'PO', request.persona),
    numberMilestone: place.membership.displayPoNumbers,
  };
}

/** A page of the purchase orders this user may see in this persona (API-09, LS-45). */
export async function listPurchaseOrders(context: ShowContext, request: Request): Promise<PurchaseOrderList> {
  const milestone = numberMilestone(context);
  const wanted = rowsWanted(context, request);
  const { rows, total, sums } = await context.store.foreseen.ask(read, context.store, wanted);
  return {
    total,
    ...queueSums(sums),
    poS: rows.map(({ document, prefix, isWaiting }) => ({
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
      isWaiting,
    })),
  };
}
