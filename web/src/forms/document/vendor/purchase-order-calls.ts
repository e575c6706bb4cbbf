import type { PurchaseOrderFilterBody } from '#domain/lists/list-filters';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { api, ask } from '../../../api.ts';

const { pos } = api.api;

/** API-04, as whoever raises documents sees it. Errors: `ApiError`. */
export function readOrder(showId: string, id: string): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { persona: 'CREATOR', showId } };
  return ask(pos[':id'].$get(call));
}

interface Wanted {
  sort: 'DATE,DESC' | 'PO_NUMBER,ASC';
  count: number;
}

/** The first of those that this user may see (DEC-13). Errors: `ApiError`. */
export async function listOrders(showId: string, filters: PurchaseOrderFilterBody, { sort, count }: Wanted) {
  const query = { showId, persona: 'CREATOR', page: '1', count: String(count), sort };
  const call = { query, json: { showId, ...filters } };
  return ask(pos.filter.$post(call));
}
