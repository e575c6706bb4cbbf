import type { Role } from '#domain/identity/permissions';
import useSWR from 'swr';
import { api, ask } from '../../../api.ts';
import { keys, referenceDataOptions } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import type { Vendor } from '#domain/reference-data/vendor-response';
import type {
  AccountField,
  Company,
  VendorDetails,
  VendorMatch,
  VendorUseCount,
} from '#domain/reference-data/reference-data-response';
import type { Department } from '#domain/management/management-response';

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

/** Reference data that the show provides to every form (MG-10). */
export interface ShowLists {
  categories: { id: string; name: string; isActive: boolean }[];
  addresses: ShowAddress[];
}

export interface Person {
  id: string;
  name: string;
  isActive: boolean;
  roleId: Role;
}

export function useCompanies() {
  const { show } = useSession();
  return useSWR<Company[]>(
    keys.lookup(show.id, 'companies'),
    () => ask(api.api.companies.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

/** Does not fetch while `wanted` is false. */
export function useDepartments(isEnabled = true) {
  const { show } = useSession();
  return useSWR<Department[]>(
    isEnabled ? keys.lookup(show.id, 'departments') : null,
    () => ask(api.api.departments.$get({ query: { showId: show.id } })),
    referenceDataOptions,
  );
}

interface LoadedAccountFields {
  items: AccountField[];
  /** An instant. */
  lastUpdated: string;
}

/** The chart of accounts with its parts, by license; cached until the show changes (LI-28, DEC-72). */
export function useAccountFields() {
  const { show } = useSession();
  const { data, error } = useSWR<LoadedAccountFields, unknown>(
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

/** All members of the show; does not fetch while `wanted` is false (PE-19). */
export function usePeople(isEnabled: boolean) {
  const { show } = useSession();
  return useSWR<Person[]>(
    isEnabled ? keys.lookup(show.id, 'people') : null,
    () => ask(api.api.users.$get({ query: { show: show.id } })),
    referenceDataOptions,
  );
}

/** Addresses and contacts of a permanent vendor; does not fetch for null. */
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

/** Whether the vendor is active in accounting; does not fetch for null (VE-23, DEC-43). */
export function useVendorActive(externalId: string | null) {
  const { show } = useSession();
  return useSWR<{ isActive: boolean }>(
    externalId === null ? null : keys.lookup(show.id, 'vendor-active', externalId),
    () => ask(api.api.vendors.active.$get({ query: { showId: show.id, externalId: externalId ?? '' } })),
    referenceDataOptions,
  );
}

/**
 * Number of other documents that use a temporary vendor, fetched each time because others work at the same time; does
 * not fetch for null (DEC-34).
 */
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

/** Finds vendors whose name contains the text (VE-10). Throws `ApiError`. */
export function findVendors(
  showId: string,
  search: string,
  withTemporary: boolean,
  signal: AbortSignal,
): Promise<VendorMatch[]> {
  const query = { id: showId, search, t: withTemporary ? '1' : '0' };
  return ask(api.api.vendors.$get({ query }, { init: { signal } }));
}

/** Reads a permanent vendor by its id, or a temporary one by the id of its record (API-37). Throws `ApiError`. */
export function readVendor(showId: string, id: string): Promise<Vendor> {
  const call = { param: { id }, query: { showId } };
  return ask(api.api.vendors[':id'].$get(call));
}
