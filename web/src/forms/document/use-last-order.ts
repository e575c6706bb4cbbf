import useSWR from 'swr';
import type { Company } from '#domain/company';
import type { PurchaseOrder } from '#domain/purchase-order';
import type { VendorDraft } from '#domain/vendor';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { useSession } from '../../session/session.tsx';
import type { SharedForm } from './draft.ts';

const { pos } = api.api;

/** Among so many of the newest one is looked for that was not voided. */
const LOOKED_AT = 5;

interface Whose {
  vendorNumbers?: string[];
  creatorIds?: string[];
}

async function newestOf(showId: string, whose: Whose): Promise<PurchaseOrder | null> {
  const query = {
    showId,
    persona: 'CREATOR',
    page: '1',
    count: String(LOOKED_AT),
    sort: 'DATE,DESC',
  } as const;
  const call = { query, json: { showId, ...whose } };
  const { poS } = await ask(pos.filter.$post(call));
  const row = poS.find(({ status }) => status !== 'VOID');
  if (!row) return null;
  const read = { param: { id: row.id }, query: { persona: 'CREATOR', showId } };
  return ask(pos[':id'].$get(read));
}

/** What an earlier purchase order says about a new document. */
interface LastOrders {
  /** The newest one of the vendor that this user may see; null: there is none. */
  ofVendor: PurchaseOrder | null;
  /** That one, or else the user's own newest. */
  like: PurchaseOrder | null;
}

/** Of a permanent vendor; null asks for none. It only saves work: without an answer the form is as it was. */
export function useLastOrders(vendor: VendorDraft | null): LastOrders | undefined {
  const { show, user } = useSession();
  const number = vendor && !vendor.isTemporary ? vendor.number : '';
  const { data } = useSWR<LastOrders>(
    number === '' ? null : keys.lookup(show.id, 'last-orders', number),
    async () => {
      const ofVendor = await newestOf(show.id, { vendorNumbers: [number] });
      return { ofVendor, like: ofVendor ?? (await newestOf(show.id, { creatorIds: [user.id] })) };
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return data;
}

const changed = { shouldDirty: true } as const;

/** What nobody has chosen yet is as it was the last time, as far as it is still offered. */
export function takeOver(
  form: SharedForm,
  like: PurchaseOrder,
  offered: { companies: readonly Company[]; addressIds: readonly string[] },
): void {
  const company = offered.companies.find(
    (one) => one.projectCompanyExternalId === like.projectCompanyExternalId,
  );
  const currency = company?.project_company_currencies.find(
    (one) => one.external_id === like.projectCompanyCurrencyExternalId,
  );
  if (company && currency && form.getValues('projectCompanyExternalId') === '') {
    form.setValue('projectCompanyExternalId', company.projectCompanyExternalId, changed);
    form.setValue('projectCompanyCurrencyExternalId', currency.external_id, changed);
    form.setValue('currency', currency.iso_currency_code, changed);
  }
  for (const name of ['billToAddressId', 'shipToAddressId'] as const) {
    const id = like[name];
    if (form.getValues(name) === null && id !== null && offered.addressIds.includes(id)) {
      form.setValue(name, id, changed);
    }
  }
}
