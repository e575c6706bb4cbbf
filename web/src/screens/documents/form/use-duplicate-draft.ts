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

/** What is copied, and what has become of its vendor since. */
interface Source<Wire> {
  wire: Wire;
  vendorUsable: boolean;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** DEC-75: a temporary vendor is kept as long as its record exists. */
async function recordExists(showId: string, tempVendorId: string): Promise<boolean> {
  try {
    await readVendor(showId, tempVendorId);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** VE-23, DEC-43: asked by show and external id. */
async function isVendorUsable({ showId, vendor }: FormSource): Promise<boolean> {
  if (vendor.isTemporary) {
    return vendor.tempVendorId !== null && recordExists(showId, vendor.tempVendorId);
  }
  if (vendor.externalId === null) return false;
  const query = { showId, externalId: vendor.externalId };
  return (await ask(api.api.vendors.active.$get({ query }))).isActive;
}

/** PO-42: an address of the vendor that is no longer used is lost like any other. */
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
const noneLost: readonly AddressName[] = [];

function isLostAddress(id: string | null, active: readonly string[]): boolean {
  return id !== null && !active.includes(id);
}

/** What a copy begins with; `draft` is null until all is known that decides about it. */
interface Duplicate<Draft> {
  draft: Draft | null;
  /** PO-42: the name of the department that the user may not choose, and that is therefore lost. */
  lostDepartment: string | null;
  /** PO-42: the addresses that are no longer in use, and are therefore lost. */
  lostAddresses: readonly AddressName[];
  /** Why there will be none, in words; null: nothing is known against it. */
  refused: string | null;
  error: unknown;
  askAgain: () => void;
}

/** PO-41 to PO-43, IN-27: the draft of a new document of `docType` that begins from this one. */
export function useDuplicateDraft<Draft extends Pick<DraftHeader, 'department'>, Wire extends FormSource>(
  docType: FormType,
  of: DuplicateSource<Draft, Wire>,
  id: string,
): Duplicate<Draft> {
  const { show, rights, config } = useSession();
  // A key of its own for each opening: what was copied an hour ago may have lost its vendor since.
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
    lostAddresses = noneLost,
  } = useMemo(() => {
    const chartAnswered = chart.data ?? chart.error;
    if (!source.data || !departments.data || !mine.data || !lists.data || !chartAnswered) return {};
    const active = departments.data.filter(({ isActive }) => isActive);
    const open = isAdmin(rights.permissions, docType) ? active : mine.data.departments;
    const activeAddressIds = lists.data.addresses.filter((one) => one.isActive).map((one) => one.id);
    const begun = of.draftOf(source.data.wire, {
      today: today(),
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
    const isLost = department !== null && begun.department === null;
    return { draft: begun, lostDepartment: isLost ? department.name : null, lostAddresses: lost };
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
  ]);
  const activeIds = departments.data?.filter(({ isActive }) => isActive).map((one) => one.id) ?? null;
  const refused = (source.data && of.whyNot?.(source.data.wire, config.settings, activeIds)) ?? null;
  return {
    draft: refused === null ? draft : null,
    lostDepartment,
    lostAddresses,
    refused,
    error: source.error ?? departments.error ?? mine.error ?? lists.error,
    askAgain: () => {
      for (const one of [source, departments, mine, lists]) if (one.error) void one.mutate();
    },
  };
}
