import { useEffect, useEffectEvent, useRef } from 'react';
import useSWR from 'swr';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { SharedForm } from '../model/draft.ts';
import { noDefaults, applyDefaults } from './order-defaults.ts';
import type { Defaults } from './order-defaults.ts';
import { listOrders, readOrder } from './purchase-order-calls.ts';
import { useCompanies, useShowLists } from '../model/use-reference-data.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** Looks for one that is not void among the newest five. */
const newest = { sort: 'DATE,DESC', count: 5 } as const;

interface OrderFilter {
  vendorNumbers?: string[];
  creatorIds?: string[];
}

async function newestOf(showId: string, filter: OrderFilter): Promise<PurchaseOrder | null> {
  const { poS } = await listOrders(showId, filter, newest);
  const row = poS.find(({ status }) => status !== 'VOID');
  return row ? readOrder(showId, row.id) : null;
}

/** Earlier purchase orders that provide defaults. */
interface LastPurchaseOrders {
  /** The vendor's newest PO that the user may see, or null. */
  ofVendor: PurchaseOrder | null;
  /** That PO, or else the user's own newest. */
  like: PurchaseOrder | null;
}

/** The number of every temporary vendor. They have no earlier orders. */
const temporary = '*';

/** Accounting's number of a permanent vendor; '' fetches nothing. */
function numberOf(vendor: VendorDraft | null): string {
  return vendor?.isTemporary ? temporary : (vendor?.number ?? '');
}

/** Optional: without a response the form stays as it is. */
function useLastPurchaseOrders(number: string) {
  const { show, user } = useSession();
  return useSWR<LastPurchaseOrders>(
    number === '' ? null : keys.lookup(show.id, 'last-orders', number),
    async () => {
      const ofVendor = number === temporary ? null : await newestOf(show.id, { vendorNumbers: [number] });
      return { ofVendor, like: ofVendor ?? (await newestOf(show.id, { creatorIds: [user.id] })) };
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
}

/** The vendor's last purchase order; `none` also if the request failed. */
export type LastPurchaseOrderState = PurchaseOrder | 'coming' | 'none';

/**
 * Returns the last purchase order of a new document's vendor, or null without a vendor. Fills in company, currency and
 * addresses that the user has not chosen, once per vendor `chosen` here: a duplicate or a restored draft has its own
 * values.
 */
export function useLastPurchaseOrder(form: SharedForm, vendor: VendorDraft | null) {
  const number = numberOf(vendor);
  const { data: last, isLoading } = useLastPurchaseOrders(number);
  const { data: companies } = useCompanies();
  const { data: lists } = useShowLists();
  const numberToFill = useRef('');
  const filled = useRef<Defaults>(noDefaults);
  const fill = useEffectEvent(
    (chosenNumber: string, found: typeof last, offered: typeof companies, show: typeof lists) => {
      if (chosenNumber === '' || numberToFill.current !== chosenNumber || !found || !offered || !show) return;
      numberToFill.current = '';
      const addressIds = show.addresses.filter(({ isActive }) => isActive).map(({ id }) => id);
      filled.current = applyDefaults(form, found.like, { companies: offered, addressIds }, filled.current);
    },
  );
  useEffect(() => fill(number, last, companies, lists), [number, last, companies, lists]);
  const chosen = (next: VendorDraft | null) => {
    numberToFill.current = numberOf(next);
  };
  const state: LastPurchaseOrderState = last?.ofVendor ?? (isLoading ? 'coming' : 'none');
  return { order: number === '' || number === temporary ? null : state, chosen };
}
