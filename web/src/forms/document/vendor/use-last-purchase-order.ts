import { useEffect, useEffectEvent, useRef } from 'react';
import useSWR from 'swr';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { SharedForm } from '../model/draft.ts';
import { noDefaults, takeOver } from './order-defaults.ts';
import type { Defaults } from './order-defaults.ts';
import { listOrders, readOrder } from './purchase-order-calls.ts';
import { useCompanies, useShowLists } from '../model/use-reference-data.ts';

/** Among so many of the newest one is looked for that was not voided. */
const newest = { sort: 'DATE,DESC', count: 5 } as const;

interface Whose {
  vendorNumbers?: string[];
  creatorIds?: string[];
}

async function newestOf(showId: string, whose: Whose): Promise<PurchaseOrder | null> {
  const { poS } = await listOrders(showId, whose, newest);
  const row = poS.find(({ status }) => status !== 'VOID');
  return row ? readOrder(showId, row.id) : null;
}

/** What an earlier purchase order says about a new document. */
interface LastOrders {
  /** The newest one of the vendor that this user may see; null: there is none. */
  ofVendor: PurchaseOrder | null;
  /** That one, or else the user's own newest. */
  like: PurchaseOrder | null;
}

/** Accounting's number of a permanent vendor; '' asks for nothing. */
function numberOf(vendor: VendorDraft | null): string {
  return vendor && !vendor.isTemporary ? vendor.number : '';
}

/** It only saves work: without an answer the form is as it was. */
function useLastOrders(number: string) {
  const { show, user } = useSession();
  return useSWR<LastOrders>(
    number === '' ? null : keys.lookup(show.id, 'last-orders', number),
    async () => {
      const ofVendor = await newestOf(show.id, { vendorNumbers: [number] });
      return { ofVendor, like: ofVendor ?? (await newestOf(show.id, { creatorIds: [user.id] })) };
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
}

/** A vendor's last purchase order; `none`, too, where it could not be read. */
export type LastOfVendor = PurchaseOrder | 'coming' | 'none';

/**
 * The last purchase order of a new document's vendor; null without a vendor to have one. Company, currency and addresses
 * that nobody has chosen become those of that PO, once for each vendor that is `chosen` here: a copy, or work that was
 * kept, brings its own.
 */
export function useLastOrder(form: SharedForm, vendor: VendorDraft | null) {
  const number = numberOf(vendor);
  const { data: last, isLoading } = useLastOrders(number);
  const { data: companies } = useCompanies();
  const { data: lists } = useShowLists();
  const waiting = useRef('');
  const filled = useRef<Defaults>(noDefaults);
  const fill = useEffectEvent(
    (chosenOne: string, found: typeof last, offered: typeof companies, show: typeof lists) => {
      if (chosenOne === '' || waiting.current !== chosenOne || !found || !offered || !show) return;
      waiting.current = '';
      const addressIds = show.addresses.filter(({ isActive }) => isActive).map(({ id }) => id);
      filled.current = takeOver(form, found.like, { companies: offered, addressIds }, filled.current);
    },
  );
  useEffect(() => fill(number, last, companies, lists), [number, last, companies, lists]);
  const chosen = (next: VendorDraft | null) => {
    waiting.current = numberOf(next);
  };
  const known: LastOfVendor = last?.ofVendor ?? (isLoading ? 'coming' : 'none');
  return { order: number === '' ? null : known, chosen };
}
