import type { Instance } from '#domain/workflow/workflow';

/** How many days the orders of a possible split may be apart. */
export const splitDays = 7;

/** PO-66: several orders of one vendor that stay within a limit of the flow each, and exceed it together. */
export interface PossibleSplit {
  /** The amount limit of the step that the orders exceed together. */
  limit: number;
  total: number;
  currency: string;
  /** The other orders that the user may see. */
  orders: { id: string; number: string; date: string; totalCost: number }[];
  /** How many further orders the user may not see. */
  hiddenOrders: number;
}

interface Amount {
  totalCents: number;
}

/**
 * PO-66: the highest limit of the document's own copy of the flow that it and the orders around it exceed together,
 * each of them within it; and which orders those are. Null where there is no such limit.
 */
export function splitOver<Order extends Amount>(
  instance: Pick<Instance, 'steps'>,
  own: Amount,
  around: readonly Order[],
): { limitCents: number; totalCents: number; orders: Order[] } | null {
  const limits = instance.steps.flatMap(({ kind, amountLimitCents }) =>
    kind === 'STANDARD' && amountLimitCents !== null ? [amountLimitCents] : [],
  );
  for (const limitCents of limits.toSorted((a, b) => b - a)) {
    if (own.totalCents <= 0 || own.totalCents > limitCents) continue;
    const orders = around.filter(({ totalCents }) => totalCents > 0 && totalCents <= limitCents);
    const totalCents = orders.reduce((sum, order) => sum + order.totalCents, own.totalCents);
    if (totalCents > limitCents) return { limitCents, totalCents, orders };
  }
  return null;
}
