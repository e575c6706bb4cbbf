import type { PlanRows, Reading } from '#store/d1/query';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { restorePlan } from '#verbs/lifecycle/restored-content';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { performAndViewOrder } from './perform-and-view-order.ts';
import type { purchaseOrderViewPlan } from './view-purchase-order.ts';

type ViewRows = PlanRows<typeof purchaseOrderViewPlan>;

/**
 * Opens a change order on an approved PO (API-20, CO-01, CO-02, DEC-26): a draft of the requester, with the reason as
 * its note. Returns the data of the PO's page. Throws `NOT_FOUND` for anything but a PO (CO-03), `FORBIDDEN`,
 * `WORKFLOW_CONFLICT` when it is not adjustable or is relieved, `POS_BAD_REQUEST` with `vendor` when its vendor is
 * inactive, `MISSING_REQUIRED_FIELDS`.
 */
export function requestChangeOrder(
  context: RequestContext,
  { poId: id, reason }: { poId: string; reason: string },
  reading: Reading<ReturnType<typeof documentChangePlan>>,
): Promise<ViewRows> {
  const input = () => ({ at: context.now, reason });
  return performAndViewOrder(context, { id }, 'adjust', reading, { input });
}

/** A purchase order with its open change order, and the approved version to restore. */
export const discardPlan = (context: MembershipContext, id: string) => ({
  ...documentChangePlan(context, id),
  ...restorePlan(context, id),
});

/**
 * Discards an unsubmitted change order with all its changes (API-06, CO-08, CO-09, DEC-26 discard). Returns the data of
 * the PO's page. Throws `NOT_FOUND`, `FORBIDDEN`, `ERROR_PO_NOT_EDITABLE` when it is submitted, `WORKFLOW_CONFLICT`
 * without one.
 */
export function discardChangeOrder(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof discardPlan>>,
  { contentVersion }: { contentVersion: number | null },
): Promise<ViewRows> {
  return performAndViewOrder(context, { id, contentVersion }, 'discard', reading, {
    input: () => ({ at: context.now }),
    restore: (rows) => rows,
  });
}
