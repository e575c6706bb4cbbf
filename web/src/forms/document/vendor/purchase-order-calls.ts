import type { PurchaseOrderFilterBody } from '#domain/lists/list-filters';
import { api, ask } from '../../../api.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const { pos } = api.api;

/** Reads a PO in the creator's persona (API-04). Throws `ApiError`. */
export function readOrder(showId: string, id: string): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { persona: 'CREATOR', showId } };
  return ask(pos[':id'].$get(call));
}

interface OrderQuery {
  sort: 'DATE,DESC' | 'PO_NUMBER,ASC';
  count: number;
}

/** Lists the first POs that the user may see (DEC-13). Throws `ApiError`. */
export async function listOrders(
  showId: string,
  filters: PurchaseOrderFilterBody,
  { sort, count }: OrderQuery,
) {
  const query = { showId, persona: 'CREATOR', page: '1', count: String(count), sort };
  const call = { query, json: { showId, ...filters } };
  return ask(pos.filter.$post(call));
}
