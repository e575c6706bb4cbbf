import type { PlanRows, Reading } from '#store/d1/query';
import type { documentChangePlan } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { performAndViewOrder } from './perform-and-view-order.ts';
import type { purchaseOrderViewPlan } from './view-purchase-order.ts';

/**
 * Sends a purchase order to accounting on request (API-12, AC-02, DEC-25/17): an approved one, or with send-unapproved
 * any that is not void (DEC-63). Returns the data of its page. Throws `accounting_interface_error` with accounting's
 * message when accounting rejects it; the send history has the message, too.
 */
export function pushToAccounting(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof documentChangePlan>>,
): Promise<PlanRows<typeof purchaseOrderViewPlan>> {
  return performAndViewOrder(context, { id }, 'push', reading, {
    input: () => ({ at: context.now }),
  });
}
