import useSWR from 'swr';
import { toCents } from '#domain/values/money';
import type { RelievableOrder } from '#domain/relief/relief';
import type { ReliefParties } from '#domain/relief/relief-reference';
import { api, ask } from '../api.ts';
import { keys } from '../keys.ts';
import { useSession } from '../session/session.tsx';
import type { RelievablePo } from '#domain/relief/relief-response';

const none: RelievablePo[] = [];

/**
 * The POs that an invoice of these parties may relieve, including those that the saved invoice references. Undefined
 * while loading; none if the show does not use relief (RL-08) or an id is missing (RL-07, RL-10).
 */
export function useRelievable(parties: ReliefParties, invoiceId: string | null) {
  const { show, config } = useSession();
  const { vendorExternalId, projectCompanyExternalId: companyId, currencyExternalId: currencyId } = parties;
  const isAsked =
    config.settings.purchaseOrderRelieveResources &&
    vendorExternalId !== '' &&
    companyId !== '' &&
    currencyId !== '';
  const key = keys.relievable(show.id, vendorExternalId, companyId, currencyId, invoiceId ?? '');
  const { data, error } = useSWR<RelievablePo[], unknown>(isAsked ? key : null, async () => {
    const query = { showId: show.id, companyId, currencyId, ...(invoiceId !== null && { invoiceId }) };
    const call = { param: { vendorId: vendorExternalId }, query };
    return (await ask(api.api.pos['get-for-relieve'][':vendorId'].$get(call))).poS;
  });
  return { orders: isAsked ? data : none, error };
}

/** The available POs for the relief rules. */
export function relievableOrders(orders: readonly RelievablePo[]): RelievableOrder[] {
  return orders.map(({ poNumber, lineItems }) => ({
    poNumber,
    lines: lineItems.map(({ lineNumber, remainingBalance }) => ({
      lineNumber,
      remainingCents: toCents(remainingBalance),
    })),
  }));
}
