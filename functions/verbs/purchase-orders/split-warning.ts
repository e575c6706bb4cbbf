import { inApproval } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/order-number';
import { splitOver } from '#domain/purchase-orders/split-orders';
import type { PossibleSplit } from '#domain/purchase-orders/split-orders';
import { visibleNumber } from '#domain/identity/visibility';
import type { PurchaseOrderRows } from '#store/show/purchase-orders/read-purchase-order';
import type { RowOf } from '#store/d1/query';
import type { ordersAroundQuery } from '#store/show/purchase-orders/read-orders-around';
import { numberMilestone } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { instanceOf } from '#verbs/lifecycle/subject';

type Around = RowOf<ReturnType<typeof ordersAroundQuery>>;

/** PO-66: the warning of a possible split, for approvers of an order that is in approval; null where there is none. */
export function possibleSplit(
  context: RequestContext,
  rows: PurchaseOrderRows,
  around: Around,
): PossibleSplit | null {
  const { document, approvers } = rows;
  const isApprover = approvers.some(({ userId }) => userId === context.user.id);
  if (!context.settings.splitOrderWarning || !isApprover || !inApproval(document.status)) return null;
  const instance = instanceOf(rows);
  const split = instance && splitOver(instance, document, around);
  if (!split) return null;
  const seen = split.orders.filter(({ isVisible }) => isVisible);
  const milestone = numberMilestone(context);
  return {
    limit: fromCents(split.limitCents),
    total: fromCents(split.totalCents),
    currency: document.currencyCode,
    orders: seen.map(({ id, number, milestones, prefix, date, totalCents }) => ({
      id,
      number: orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) }),
      date,
      totalCost: fromCents(totalCents),
    })),
    hiddenOrders: split.orders.length - seen.length,
  };
}
