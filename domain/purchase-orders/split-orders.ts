import type { InstanceStep } from '#domain/workflow/workflow';

/** Maximum days between the orders of a possible split. */
export const splitDays = 7;

interface Amount {
  totalCents: number;
}

/**
 * Finds the highest limit of the document's own copy of the workflow that it and `nearbyOrders` exceed together, each
 * of them being within it. Returns null without such a limit (PO-66).
 */
export function findPossibleSplit<Order extends Amount>(
  instance: { steps: readonly Pick<InstanceStep, 'kind' | 'amountLimitCents'>[] },
  own: Amount,
  nearbyOrders: readonly Order[],
): { limitCents: number; totalCents: number; orders: Order[] } | null {
  const limits = instance.steps.flatMap(({ kind, amountLimitCents }) =>
    kind === 'STANDARD' && amountLimitCents !== null ? [amountLimitCents] : [],
  );
  for (const limitCents of limits.toSorted((a, b) => b - a)) {
    if (own.totalCents <= 0 || own.totalCents > limitCents) continue;
    const orders = nearbyOrders.filter(({ totalCents }) => totalCents > 0 && totalCents <= limitCents);
    const totalCents = orders.reduce((sum, order) => sum + order.totalCents, own.totalCents);
    if (totalCents > limitCents) return { limitCents, totalCents, orders };
  }
  return null;
}
