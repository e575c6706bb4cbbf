import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { api, ask } from '../../api.ts';

/** A create without an answer yet. Sent again unchanged it is the same request, and makes no second PO (DEC-99). */
let unanswered: { text: string; key: string } | null = null;

async function create(json: PurchaseOrderDraft & { showId: string }): Promise<PurchaseOrder> {
  const text = JSON.stringify(json);
  if (unanswered?.text !== text) unanswered = { text, key: crypto.randomUUID() };
  const headers = { 'Idempotency-Key': unanswered.key };
  const order = await ask(api.api.pos.$post({ json }, { headers }));
  unanswered = null;
  return order;
}

/** Creates or saves a PO (API-02, API-03). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`. */
export async function savePurchaseOrder(
  showId: string,
  id: string | null,
  draft: PurchaseOrderDraft,
): Promise<PurchaseOrder> {
  if (id === null) return create({ ...draft, showId });
  return ask(api.api.pos[':id'].$put({ param: { id }, json: { ...draft, showId } }));
}
