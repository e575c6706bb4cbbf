import { draftOf } from '../../../../domain/purchase-orders/purchase-order-draft.ts';
import type { PurchaseOrder, PurchaseOrderDraft } from '../../../../domain/purchase-orders/purchase-order.ts';
import { aLine } from './orders.ts';
import type { Session } from '../environment/product.ts';

type Who = Pick<Session, 'api'>;

/** Requests a change order: the approved purchase order is a draft again. */
export async function adjusted(
  { api }: Who,
  { id }: { id: string },
  reason = 'The ballroom needs more',
): Promise<PurchaseOrder> {
  return api.post<PurchaseOrder>('/api/workflows/adjust', { poId: id, reason });
}

/** Saves a draft with changes, and with one more line as `line` says: $75.00 unless told otherwise. */
export async function extended(
  { api }: Who,
  order: PurchaseOrder,
  line: Record<string, unknown> = {},
  over: Partial<PurchaseOrderDraft> = {},
): Promise<PurchaseOrder> {
  const body = draftOf(order);
  const lineItems = [
    ...body.lineItems,
    aLine({ description: 'Rigging', quantity: 1, unitCost: 75, ...line }),
  ];
  return api.put<PurchaseOrder>(`/api/pos/${order.id}`, { ...body, lineItems, ...over });
}

/** Submits what is stored as it is. */
export async function handedIn({ api }: Who, { id }: { id: string }): Promise<PurchaseOrder> {
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}
