import { amountForLimitsCents } from '#domain/currency/costing';
import { inApproval } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { findPossibleSplit } from '#domain/purchase-orders/split-orders';
import { visibleNumber } from '#domain/identity/visibility';
import type { PurchaseOrderRows } from '#store/show/purchase-orders/read-purchase-order';
import type { RowOf } from '#store/d1/query';
import type { ordersAroundQuery } from '#store/show/purchase-orders/read-orders-around';
import { numberMilestone } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { instanceOf } from '#verbs/lifecycle/subject';
import type { PossibleSplit } from '#domain/purchase-orders/purchase-order-response';

type NearbyOrders = RowOf<ReturnType<typeof ordersAroundQuery>>;

/** The warning of a possible split, for approvers of an order in approval; null without one (PO-66). */
export function possibleSplit(
  context: RequestContext,
  rows: PurchaseOrderRows,
  around: NearbyOrders,
): PossibleSplit | null {
  const { document, approvers } = rows;
  const isApprover = approvers.some(({ userId }) => userId === context.user.id);
  if (!context.settings.splitOrderWarning || !isApprover || !inApproval(document.status)) return null;
  const instance = instanceOf(rows);
  const split =
    instance && findPossibleSplit(instance, { totalCents: amountForLimitsCents(document) }, around);
  if (!split) return null;
  const visibleOrders = split.orders.filter(({ isVisible }) => isVisible);
  const milestone = numberMilestone(context);
  return {
    limit: fromCents(split.limitCents),
    total: fromCents(split.totalCents),
    currency: document.costing?.base ?? document.currencyCode,
    orders: visibleOrders.map(({ id, number, milestones, prefix, date, totalCents }) => ({
      id,
      number: orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) }),
      date,
      totalCost: fromCents(totalCents),
    })),
    hiddenOrders: split.orders.length - visibleOrders.length,
  };
}
