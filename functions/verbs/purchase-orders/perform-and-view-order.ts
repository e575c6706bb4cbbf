import type { Action } from '#domain/lifecycle/transition';
import type { PlanRows, Reading } from '#store/d1/query';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { performAction } from '#verbs/lifecycle/perform-action';
import type { ActionDetails, documentChangePlan, Target } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { purchaseOrderViewPlan } from './view-purchase-order.ts';

type ChangePlan = ReturnType<typeof documentChangePlan>;

/** Performs an action on a purchase order once per idempotency key (DEC-99). Returns the data of its page. */
export function performAndViewOrder<P extends ChangePlan>(
  context: RequestContext,
  order: Omit<Target, 'docType'>,
  action: Action,
  reading: Reading<P>,
  details: Omit<ActionDetails<P, ReturnType<typeof purchaseOrderViewPlan>>, 'writes' | 'after'>,
): Promise<PlanRows<typeof purchaseOrderViewPlan>> {
  const { id } = order;
  const { stored } = reading.rows;
  const after = purchaseOrderViewPlan(context, id);
  return changeOnce(context, { id, stored, after }, (terms) =>
    performAction(context, { docType: 'PO', ...order }, action, reading, {
      ...details,
      writes: terms.additionalWrites,
      after,
    }),
  );
}
