import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { api, ask } from '../../api.ts';
import { createOnce } from '../document/create-once.ts';

const create = createOnce<PurchaseOrder>();

/** Creates or saves a PO (API-02, API-03). Errors: `ApiError`; `POS_BAD_REQUEST` names the rules in `errors`. */
export async function savePurchaseOrder(
  showId: string,
  id: string | null,
  draft: PurchaseOrderDraft,
): Promise<PurchaseOrder> {
  const json = { ...draft, showId };
  if (id === null) return create(json, (headers) => ask(api.api.pos.$post({ json }, { headers })));
  return ask(api.api.pos[':id'].$put({ param: { id }, json }));
}
