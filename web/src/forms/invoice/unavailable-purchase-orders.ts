import useSWR from 'swr';
import { orderNumber } from '#domain/documents/order-number';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { whyNotRelievable } from '#domain/relief/relief-reference';
import type { NotRelievableReason, ReliefParties } from '#domain/relief/relief-reference';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import { listOrders, readOrder } from '../document/vendor/purchase-order-calls.ts';
import { matchOrder } from './match-purchase-order.ts';

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

function whyNot(order: PurchaseOrder, parties: ReliefParties): string | null {
  const why = whyNotRelievable(order, parties);
  return why && words[why](order);
}

/** Those that share a reason share its sentence. */
function told(orders: readonly PurchaseOrder[], parties: ReliefParties): string {
  const alike = Map.groupBy(orders, (order) => whyNot(order, parties));
  const sentences = [...alike].flatMap(([why, some]) => {
    if (why === null) return [];
    const verb = some.length === 1 ? why : why.replace(/^is /, 'are ').replace(/^has /, 'have ');
    return [`${some.map(nameOf).join(', ')} ${verb}`];
  });
  return sentences.join(' ');
}

/** It only explains: without an answer the form is as it was. */
const calmly = { revalidateOnFocus: false, shouldRetryOnError: false } as const;

/** So many of a vendor's newest ones are told of. */
const newest = { sort: 'DATE,DESC', count: 3 } as const;

/** Why a vendor has nothing on offer, from the newest POs of him that this user may see (DEC-13); `number` is the vendor's, null: it is not asked. */
export function useNoOrdersReason(number: string | null, parties: ReliefParties): string | null {
  const { show } = useSession();
  const { data } = useSWR(
    number === null ? null : keys.lookup(show.id, 'not-offered', 'vendor', number),
    async () => {
      const { poS, total } = await listOrders(show.id, { vendorNumbers: [number ?? ''] }, newest);
      return { total, orders: await Promise.all(poS.map(({ id }) => readOrder(show.id, id))) };
    },
    calmly,
  );
  if (!data) return null;
  if (data.total === 0) return 'You cannot see any POs for this vendor.';
  return told(data.orders, parties) || null;
}

/** The smallest numbers that hold the digits: the one that is meant is among the first. */
const smallest = { sort: 'PO_NUMBER,ASC', count: 50 } as const;

async function orderOf(showId: string, typed: string): Promise<PurchaseOrder | null> {
  const digits = typed.split('-').at(-1) ?? typed;
  const { poS } = await listOrders(showId, { poNumbers: [digits] }, smallest);
  const meant = matchOrder(typed, poS) ?? matchOrder(digits, poS);
  return meant && readOrder(showId, meant.id);
}

/** Why the PO that was typed is not on offer; null while that is not known, and where no number was typed. */
export function useNotRelievableReason(typed: string, parties: ReliefParties): string | null {
  const { show } = useSession();
  const text = typed.trim();
  const { data } = useSWR(
    /\d/.test(text) ? keys.lookup(show.id, 'not-offered', 'number', text) : null,
    async () => ({ order: await orderOf(show.id, text) }),
    calmly,
  );
  if (!data) return null;
  if (data.order) return told([data.order], parties) || null;
  return `You cannot see PO ${text}. It may not be approved yet, or it may belong to another vendor.`;
}
