import { useMemo, useState } from 'react';
import useSWR from 'swr';
import type { DraftHeader } from '#domain/documents/document-draft';
import { isAdmin } from '#domain/identity/permissions';
import { ApiError, api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import {
  readVendor,
  useAccountFields,
  useDepartments,
  useShowLists,
} from '../../../forms/document/model/use-reference-data.ts';
import { today } from '../../../parts/display/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { useCounts } from '../../../session/waiting-counts.ts';
import type { AddressName, FormType } from '../../../forms/document/model/draft.ts';
import type { DuplicateSource, FormSource } from './form-definition.ts';

/** The document to copy, and whether its vendor can still be used. */
interface Source<Wire> {
  wire: Wire;
  vendorUsable: boolean;
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A temporary vendor is copied as long as its record exists (DEC-75). */
async function recordExists(showId: string, tempVendorId: string): Promise<boolean> {
  try {
    await readVendor(showId, tempVendorId);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Whether the vendor is active. Looked up by show and external id (VE-23, DEC-43). */
async function isVendorUsable({ showId, vendor }: FormSource): Promise<boolean> {
  if (vendor.isTemporary) {
    return vendor.tempVendorId !== null && recordExists(showId, vendor.tempVendorId);
  }
  if (vendor.externalId === null) return false;
  const query = { showId, externalId: vendor.externalId };
  return (await ask(api.api.vendors.active.$get({ query }))).isActive;
}

/** Drops a vendor address that is no longer active (PO-42). */
async function withUsableAddress<Wire extends FormSource>(wire: Wire): Promise<Wire> {
  const { showId, vendor, vendorAddress } = wire;
  if (!vendorAddress || vendor.isTemporary || vendor.id === null) return wire;
  const call = { param: { id: vendor.id }, query: { showId } };
  const { addresses } = await ask(api.api.vendors[':id'].details.$get(call));
  const isUsed = addresses.some(({ id, isActive }) => id === vendorAddress.id && isActive);
  return isUsed ? wire : { ...wire, vendorAddress: null };
}

async function readSource<Draft, Wire extends FormSource>(
  of: DuplicateSource<Draft, Wire>,
  showId: string,
  id: string,
): Promise<Source<Wire>> {
  const wire = await of.read(showId, id);
  const vendorUsable = await isVendorUsable(wire);
  return { wire: vendorUsable ? await withUsableAddress(wire) : wire, vendorUsable };
}

const addressNames = ['billToAddressId', 'shipToAddressId'] as const;
const noLostAddresses: readonly AddressName[] = [];

function isLostAddress(id: string | null, active: readonly string[]): boolean {
  return id !== null && !active.includes(id);
}

/** The draft that a copy starts with. `draft` is null until everything it depends on has loaded. */
interface Duplicate<Draft> {
  draft: Draft | null;
  /** The name of the department that was dropped because the user may not choose it (PO-42). */
  lostDepartment: string | null;
  /** The addresses that were dropped because they are no longer active (PO-42). */
  lostAddresses: readonly AddressName[];
  /** Why the document cannot be copied. Null if it can, or if that is not known yet. */
  blockedReason: string | null;
  error: unknown;
  retry: () => void;
}

/** The draft of a new document of `docType` that starts from this one (PO-41 to PO-43, IN-27). */
export function useDuplicateDraft<Draft extends Pick<DraftHeader, 'department'>, Wire extends FormSource>(
  docType: FormType,
  of: DuplicateSource<Draft, Wire>,
  id: string,
): Duplicate<Draft> {
  const { show, rights, config } = useSession();
  // A cache key of its own for each opening: the vendor may have become inactive since the last one.
  const [opening] = useState(() => crypto.randomUUID());
  const source = useSWR<Source<Wire>, unknown>(
    [...keys.document(of.docType, id, 'CREATOR'), 'copy', opening],
    () => readSource(of, show.id, id),
    { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false },
  );
  const departments = useDepartments();
  const mine = useCounts();
  const lists = useShowLists();
  const chart = useAccountFields();
  const {
    draft = null,
    lostDepartment = null,
    lostAddresses = noLostAddresses,
  } = useMemo(() => {
    const chartAnswered = chart.data ?? chart.error;
    if (!source.data || !departments.data || !mine.data || !lists.data || !chartAnswered) return {};
    const active = departments.data.filter(({ isActive }) => isActive);
    const open = isAdmin(rights.permissions, docType) ? active : mine.data.departments;
    const activeAddressIds = lists.data.addresses.filter((one) => one.isActive).map((one) => one.id);
    const newDraft = of.draftOf(source.data.wire, {
      today: today(config.settings.timeZone),
      departmentIds: open.map((one) => one.id),
      activeCategoryIds: lists.data.categories.filter((one) => one.isActive).map((one) => one.id),
      activeAddressIds,
      vendorUsable: source.data.vendorUsable,
      accountFields: chart.data ?? null,
      newKey: () => crypto.randomUUID(),
    });
    const lost = addressNames.filter((name) =>
      isLostAddress(source.data?.wire[name] ?? null, activeAddressIds),
    );
    const { department } = source.data.wire;
    const isDepartmentLost = department !== null && newDraft.department === null;
    return {
      draft: newDraft,
      lostDepartment: isDepartmentLost ? department.name : null,
      lostAddresses: lost,
    };
  }, [
    docType,
    of,
    source.data,
    departments.data,
    mine.data,
    lists.data,
    chart.data,
    chart.error,
    rights.permissions,
    config.settings.timeZone,
  ]);
  const activeIds = departments.data?.filter(({ isActive }) => isActive).map((one) => one.id) ?? null;
  const blockedReason =
    (source.data && of.blockedReason?.(source.data.wire, config.settings, activeIds)) ?? null;
  return {
    draft: blockedReason === null ? draft : null,
    lostDepartment,
    lostAddresses,
    blockedReason,
    error: source.error ?? departments.error ?? mine.error ?? lists.error,
    retry: () => {
      for (const one of [source, departments, mine, lists]) if (one.error) void one.mutate();
    },
  };
}
