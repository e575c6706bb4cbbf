import type { PlanRows, Reading } from '#store/d1/query';
import { act, subjectPlan } from '#verbs/lifecycle/perform-action';
import type { RequestContext } from '#verbs/request/context';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { purchaseOrderViewPlan } from './view-purchase-order.ts';

/** A purchase order, and what was answered to the same request before. */
export const orderActionPlan = (
  context: Pick<RequestContext, 'store' | 'user'>,
  id: string,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan(context, repeat),
  ...subjectPlan(context, id),
});

/**
 * Sends a purchase order to accounting on request (API-12, AC-02, DEC-25/17): an approved one, or with send-unapproved any
 * that is not void (DEC-63). Returns what its page shows then. Throws `accounting_interface_error` with accounting's message
 * when it was not taken; that is in the send history then.
 */
export function pushToAccounting(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof orderActionPlan>>,
  repeat: Repeat | null,
): Promise<PlanRows<typeof purchaseOrderViewPlan>> {
  const { stored } = reading.rows;
  const after = purchaseOrderViewPlan(context, id);
  return changeOnce(context, { id, repeat, stored, after }, (terms) =>
    act(context, { docType: 'PO', id }, 'push', reading, {
      input: () => ({ at: context.now }),
      writes: terms.more,
      after,
    }),
  );
}
