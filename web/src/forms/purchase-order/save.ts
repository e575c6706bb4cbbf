import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { api, ask } from '../../api.ts';

/** Creates or saves a PO (API-02, API-03). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`. */
export async function savePurchaseOrder(
  showId: string,
  id: string | null,
  draft: PurchaseOrderDraft,
): Promise<PurchaseOrder> {
  if (id === null) return ask(api.api.pos.$post({ json: { ...draft, showId } }));
  return ask(api.api.pos[':id'].$put({ param: { id }, json: { ...draft, showId } }));
}
