import { draftOf } from '../../../../domain/purchase-orders/purchase-order-draft.ts';
import type { PurchaseOrderDraft } from '../../../../domain/purchase-orders/purchase-order.ts';
import { aLine } from './orders.ts';
import type { Session } from '../environment/product.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

type Who = Pick<Session, 'api'>;

/** Requests a change order, which makes the approved purchase order a draft again. */
export async function requestChangeOrder(
  { api }: Who,
  { id }: { id: string },
  reason = 'The ballroom needs more',
): Promise<PurchaseOrder> {
  return api.post<PurchaseOrder>('/api/workflows/adjust', { poId: id, reason });
}

/** Saves a draft with changes and one more line, which costs $75.00 unless `line` overrides it. */
export async function saveWithExtraLine(
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

/** Submits the stored draft unchanged. */
export async function submitDraft({ api }: Who, { id }: { id: string }): Promise<PurchaseOrder> {
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}
