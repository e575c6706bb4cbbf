import type { Action } from '#domain/lifecycle/transition';
import type { PlanRows, Reading } from '#store/d1/query';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { act } from '#verbs/lifecycle/perform-action';
import type { ActionDetails, documentChangePlan, Target } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import type { Repeat } from '#verbs/request/idempotency';
import { purchaseOrderViewPlan } from './view-purchase-order.ts';

type ChangePlan = ReturnType<typeof documentChangePlan>;

/** Performs an action on a purchase order once for its idempotency key (DEC-99). Returns what its page shows then. */
export function actOnOrder<P extends ChangePlan>(
  context: RequestContext,
  order: Omit<Target, 'docType'>,
  action: Action,
  reading: Reading<P>,
  repeat: Repeat | null,
  details: Omit<ActionDetails<P, ReturnType<typeof purchaseOrderViewPlan>>, 'writes' | 'after'>,
): Promise<PlanRows<typeof purchaseOrderViewPlan>> {
  const { id } = order;
  const { stored } = reading.rows;
  const after = purchaseOrderViewPlan(context, id);
  return changeOnce(context, { id, repeat, stored, after }, (terms) =>
    act(context, { docType: 'PO', ...order }, action, reading, { ...details, writes: terms.more, after }),
  );
}
