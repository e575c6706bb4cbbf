import { api, ask } from '../../../../api.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const pos = api.api.pos;

/**
 * Sends the PO to accounting. A 424 has accounting's own text. All functions of this file throw `ApiError` (API-12,
 * PO-56, PO-57).
 */
export function pushToAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos.push[':id'].$post({ param: { id } }));
}

/** Updates the PO from accounting (API-13, PO-58). */
export function pullFromAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos[':id'].pull.$put({ param: { id } }));
}

/** Makes the PO a draft again, as a change order of the current user (API-20, CO-02). */
export function requestChangeOrder(poId: string, reason: string): Promise<PurchaseOrder> {
  return ask(api.api.workflows.adjust.$post({ json: { poId, reason } }));
}

/** (API-06, CO-08) */
export function discardChangeOrder(id: string, contentVersion: number): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { contentVersion: String(contentVersion) } };
  return ask(pos[':id']['discard-change-order'].$post(call));
}
