import useSWR from 'swr';
import { orderNumber } from '#domain/documents/document-number';
import { whyNotRelievable } from '#domain/relief/relief-reference';
import type { NotRelievableReason, ReliefParties } from '#domain/relief/relief-reference';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { listOrders, readOrder } from '../document/vendor/purchase-order-calls.ts';
import { matchOrder } from './match-purchase-order.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const words: Record<NotRelievableReason, (order: PurchaseOrder) => string> = {
  VOID: () => 'is void.',
  OTHER_VENDOR: ({ vendor }) => `is a PO of ${vendor.name}.`,
  OTHER_COMPANY: ({ company }) => `is for ${company}: select that company.`,
  OTHER_CURRENCY: ({ currency }) => `is in ${currency}: select that currency.`,
  NOT_APPROVED: () => 'is not approved yet.',
  CHANGE_ORDER_OPEN: () => 'has a change order that is not approved yet.',
  NOT_IN_ACCOUNTING: () => 'is approved, but not in accounting yet.',
  NOTHING_LEFT: () => 'is fully invoiced.',
  NUMBER_HIDDEN: () => 'has a number that you cannot see.',
};

function nameOf(order: PurchaseOrder): string {
  return order.poNumber === 'NA' ? 'A PO' : orderNumber(order);
}

function reasonText(order: PurchaseOrder, parties: ReliefParties): string | null {
  const why = whyNotRelievable(order, parties);
  return why && words[why](order);
}

/** Combines POs with the same reason into one sentence. */
function reasonSentences(orders: readonly PurchaseOrder[], parties: ReliefParties): string {
  const ordersByReason = Map.groupBy(orders, (order) => reasonText(order, parties));
  const sentences = [...ordersByReason].flatMap(([why, group]) => {
    if (why === null) return [];
    const verb = group.length === 1 ? why : why.replace(/^is /, 'are ').replace(/^has /, 'have ');
    return [`${group.map(nameOf).join(', ')} ${verb}`];
  });
  return sentences.join(' ');
}

/** Optional: without a response the form stays as it is. */
const optionalRequest = { revalidateOnFocus: false, shouldRetryOnError: false } as const;

/** Number of the vendor's newest POs that are explained. */
const newest = { sort: 'DATE,DESC', count: 3 } as const;

/**
 * Explains why a vendor has no available PO, from its newest POs that the user may see (DEC-13). `number` is the
 * vendor's; null fetches nothing.
 */
export function useNoOrdersReason(number: string | null, parties: ReliefParties): string | null {
  const { show } = useSession();
  const { data } = useSWR(
    number === null ? null : keys.lookup(show.id, 'not-offered', 'vendor', number),
    async () => {
      const { poS, total } = await listOrders(show.id, { vendorNumbers: [number ?? ''] }, newest);
      return { total, orders: await Promise.all(poS.map(({ id }) => readOrder(show.id, id))) };
    },
    optionalRequest,
  );
  if (!data) return null;
  if (data.total === 0) return 'You cannot see any POs for this vendor.';
  return reasonSentences(data.orders, parties) || null;
}

/** The smallest numbers that contain the digits: the searched one is among the first. */
const smallest = { sort: 'PO_NUMBER,ASC', count: 50 } as const;

async function orderOf(showId: string, typed: string): Promise<PurchaseOrder | null> {
  const digits = typed.split('-').at(-1) ?? typed;
  const { poS } = await listOrders(showId, { poNumbers: [digits] }, smallest);
  const match = matchOrder(typed, poS) ?? matchOrder(digits, poS);
  return match && readOrder(showId, match.id);
}

/** Explains why the typed PO is not available; null while unknown, or without a number. */
export function useNotRelievableReason(typed: string, parties: ReliefParties): string | null {
  const { show } = useSession();
  const text = typed.trim();
  const { data } = useSWR(
    /\d/.test(text) ? keys.lookup(show.id, 'not-offered', 'number', text) : null,
    async () => ({ order: await orderOf(show.id, text) }),
    optionalRequest,
  );
  if (!data) return null;
  if (data.order) return reasonSentences([data.order], parties) || null;
  return `You cannot see PO ${text}. It may not be approved yet, or it may belong to another vendor.`;
}
