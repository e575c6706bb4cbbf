import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { api, ask } from '../../api.ts';
import { createIdempotent } from '../document/saving/idempotent-create.ts';
import type { SaveTarget } from '../document/model/form-definition.ts';

const once = createIdempotent<PurchaseOrder>();

/** Creates or saves a PO (API-02, API-03). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`. */
export async function savePurchaseOrder(
  showId: string,
  target: SaveTarget | null,
  draft: PurchaseOrderDraft,
): Promise<PurchaseOrder> {
  const json = { ...draft, showId };
  if (target === null) return once(json, (headers) => ask(api.api.pos.$post({ json }, { headers })));
  const { id, contentVersion } = target;
  const call = { param: { id }, json: { ...json, contentVersion } };
  return once(call, (headers) => ask(api.api.pos[':id'].$put(call, { headers })));
}
