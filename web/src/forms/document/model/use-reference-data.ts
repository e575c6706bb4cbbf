import useSWR from 'swr';
import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { Company } from '#domain/reference-data/company';
import type { Department } from '#domain/management/department';
import type { VendorUseCount } from '#domain/reference-data/temporary-vendor-use';
import type { Vendor, VendorDetails, VendorMatch } from '#domain/reference-data/vendor';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { referenceDataOptions } from '../../../refresh-interval.ts';
import { useSession } from '../../../session/session.tsx';

export interface ShowAddress {
  id: string;
  addressType: 'BILL_TO' | 'SHIP_TO';
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  isActive: boolean;
}

/** What the show offers to every form (MG-10). */
export interface ShowLists {
  categories: { id: string; name: string; isActive: boolean }[];
  addresses: ShowAddress[];
}

export interface Person {
  id: string;
  name: string;
  isActive: boolean;
}

export function useCompanies() {
  const { show } = useSession();
  return useSWR<Company[]>(
    keys.lookup(show.id, 'companies'),
    () => ask(api.api.companies.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

/** Nothing is asked for while `wanted` is false. */
export function useDepartments(wanted = true) {
  const { show } = useSession();
  return useSWR<Department[]>(
    wanted ? keys.lookup(show.id, 'departments') : null,
    () => ask(api.api.departments.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

interface KeptFields {
  items: AccountField[];
  /** An instant. */
  lastUpdated: string;
}

/** LI-28: the chart of accounts with its parts, by license; kept until the show changes (DEC-72). */
export function useAccountFields() {
  const { show } = useSession();
  const { data, error } = useSWR<KeptFields, unknown>(
    keys.lookup(show.id, 'coa', show.license),
    async () => {
      const query = { includeAccountParts: 'true', showId: show.id };
      const call = { param: { license: show.license }, query };
      const items = await ask(api.api.coa[':license'].$get(call));
      return { items, lastUpdated: new Date().toISOString() };
    },
    { ...referenceDataOptions, revalidateOnReconnect: false },
  );
  return { data: data?.items, error, lastUpdated: data?.lastUpdated ?? null };
}

export function useShowLists() {
  const { show } = useSession();
  return useSWR<ShowLists>(
    keys.lookup(show.id, 'show'),
    () => ask(api.api.shows[':id'].$get({ param: { id: show.id } })),
    referenceDataOptions,
  );
}

/** Everyone in the show; nobody is asked for while `wanted` is false (PE-19). */
export function usePeople(wanted: boolean) {
  const { show } = useSession();
  return useSWR<Person[]>(
    wanted ? keys.lookup(show.id, 'people') : null,
    () => ask(api.api.users.$get({ query: { show: show.id } })),
    referenceDataOptions,
  );
}

/** Addresses and contacts of a permanent vendor; null asks for none. */
export function useVendorDetails(vendorId: string | null) {
  const { show } = useSession();
  return useSWR<VendorDetails>(
    vendorId === null ? null : keys.lookup(show.id, 'vendor-details', vendorId),
    () => {
      const call = { param: { id: vendorId ?? '' }, query: { showId: show.id } };
      return ask(api.api.vendors[':id'].details.$get(call));
    },
    referenceDataOptions,
  );
}

/** VE-23, DEC-43: whether accounting still pays this vendor; null asks about none. */
export function useVendorActive(externalId: string | null) {
  const { show } = useSession();
  return useSWR<{ isActive: boolean }>(
    externalId === null ? null : keys.lookup(show.id, 'vendor-active', externalId),
    () => ask(api.api.vendors.active.$get({ query: { showId: show.id, externalId: externalId ?? '' } })),
    referenceDataOptions,
  );
}

/** DEC-34: who else uses a temporary vendor; asked anew each time, as others work meanwhile. Null asks about none. */
export function useVendorUse(tempVendorId: string | null, documentId: string | null) {
  const { show } = useSession();
  return useSWR<VendorUseCount>(
    tempVendorId === null ? null : keys.lookup(show.id, 'vendor-use', tempVendorId, documentId ?? ''),
    () => {
      const query = { showId: show.id, documentId: documentId ?? '' };
      const call = { param: { id: tempVendorId ?? '' }, query };
      return ask(api.api.vendors[':id']['open-documents'].$get(call));
    },
  );
}

/** VE-10: vendors whose name holds the text. Errors: `ApiError`. */
export function findVendors(
  showId: string,
  search: string,
  withTemporary: boolean,
  signal: AbortSignal,
): Promise<VendorMatch[]> {
  const query = { id: showId, search, t: withTemporary ? '1' : '0' };
  return ask(api.api.vendors.$get({ query }, { init: { signal } }));
}

/** API-37: a permanent vendor by its id, a temporary one by the id of its record. Errors: `ApiError`. */
export function readVendor(showId: string, id: string): Promise<Vendor> {
  const call = { param: { id }, query: { showId } };
  return ask(api.api.vendors[':id'].$get(call));
}
