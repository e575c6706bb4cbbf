import type { PlanRows, Reading } from '#store/d1/query';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { restorePlan } from '#verbs/lifecycle/restored-content';
import type { RequestContext } from '#verbs/request/context';
import type { Repeat } from '#verbs/request/idempotency';
import { actOnOrder } from './act-on-order.ts';
import type { purchaseOrderViewPlan } from './view-purchase-order.ts';

type ViewRows = PlanRows<typeof purchaseOrderViewPlan>;

/**
 * Asks for a change order on an approved PO (API-20, CO-01, CO-02, DEC-26): a draft of the requester's, with the reason
 * as its note. Returns what the page of the PO shows then. Throws `NOT_FOUND` for anything but a PO (CO-03), `FORBIDDEN`,
 * `WORKFLOW_CONFLICT` when it is not adjustable or is relieved, `POS_BAD_REQUEST` with `vendor` when its vendor is
 * inactive, `MISSING_REQUIRED_FIELDS`.
 */
export function requestChangeOrder(
  context: RequestContext,
  { poId: id, reason }: { poId: string; reason: string },
  reading: Reading<ReturnType<typeof documentChangePlan>>,
  repeat: Repeat | null,
): Promise<ViewRows> {
  const input = () => ({ at: context.now, reason });
  return actOnOrder(context, { id }, 'adjust', reading, repeat, { input });
}

/** A purchase order with its open change order, and the approved version that it goes back to. */
export const discardPlan = (
  context: Pick<RequestContext, 'store' | 'user'>,
  id: string,
  repeat: Repeat | null,
) => ({
  ...documentChangePlan(context, id, repeat),
  ...restorePlan(context, id),
});

/**
 * Takes an unsubmitted change order back with everything that it changed (API-06, CO-08, CO-09, DEC-26 discard). Returns
 * what the page of the PO shows then. Throws `NOT_FOUND`, `FORBIDDEN`, `ERROR_PO_NOT_EDITABLE` once it is submitted,
 * `WORKFLOW_CONFLICT` without one.
 */
export function discardChangeOrder(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof discardPlan>>,
  { repeat, contentVersion }: { repeat: Repeat | null; contentVersion: number | null },
): Promise<ViewRows> {
  return actOnOrder(context, { id, contentVersion }, 'discard', reading, repeat, {
    input: () => ({ at: context.now }),
    restore: (rows) => rows,
  });
}
