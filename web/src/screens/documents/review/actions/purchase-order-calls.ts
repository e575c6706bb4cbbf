import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { api, ask } from '../../../../api.ts';

const pos = api.api.pos;

/** API-12, PO-56, PO-57: sends the PO to accounting. 424 carries accounting's own words. Errors of all these: `ApiError`. */
export function pushToAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos.push[':id'].$post({ param: { id } }));
}

/** API-13, PO-58: what accounting knows of the PO is read anew. */
export function pullFromAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos[':id'].pull.$put({ param: { id } }));
}

/** API-20, CO-02: the PO becomes a draft again, as a change order of the one who asks. */
export function requestChangeOrder(poId: string, reason: string): Promise<PurchaseOrder> {
  return ask(api.api.workflows.adjust.$post({ json: { poId, reason } }));
}

/** API-06, CO-08. */
export function discardChangeOrder(id: string, contentVersion: number): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { contentVersion: String(contentVersion) } };
  return ask(pos[':id']['discard-change-order'].$post(call));
}
