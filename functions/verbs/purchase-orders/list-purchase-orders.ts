import type { Persona } from '#domain/document';
import type { ListSums, Page, Sort } from '#domain/lists/lists';
import type { PurchaseOrderFilters } from '#domain/lists/list-filters';
import { fromCents } from '#domain/values/money';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order';
import { visibleNumber } from '#domain/identity/visibility';
import {
  listPurchaseOrders as read,
  readPurchaseOrderSums as readSums,
} from '#store/show/purchase-orders/list-purchase-orders';
import { numberMilestone, sightOf } from '#verbs/request/context';
import type { Place, ShowContext } from '#verbs/request/context';
import { queueSums, wireSums } from '#domain/lists/queue-totals';

interface Wanted {
  persona: Persona;
  filters: PurchaseOrderFilters;
}

interface Request extends Wanted {
  sort: Sort;
  page: Page;
}

/** Which rows the list takes. */
export function rowsWanted<Asked extends Wanted>(place: Place, request: Asked) {
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
      isWaiting,
    })),
  };
}

/** What all purchase orders of a list come to, loaded or not (LS-46). */
export async function sumPurchaseOrders(context: ShowContext, wanted: Wanted): Promise<ListSums> {
  return wireSums(await context.store.foreseen.ask(readSums, context.store, rowsWanted(context, wanted)));
}
