import { addressLine } from '#domain/company';
import { coaExternalId, withoutLostCodes } from '#domain/chart-of-accounts';
import { taxCodeFor } from '#domain/company';
import { storedLines } from '#domain/line';
import { cutDescription } from '#domain/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import type { DraftReferences } from './draft-references.ts';
import type { LineValues } from '#store/show/write-document';
import type { VendorSnapshot } from '#store/show/snapshots';
import type { ShowContext } from './context.ts';

/**
 * The draft with what it refers to replaced by what the show really has; what the show lacks is blanked, so that the
 * form's own rules say which field is missing, and a lost account or tax code is taken out (PO-43, LI-31).
 */
export function resolved(
  context: ShowContext,
  draft: PurchaseOrderDraft,
  found: DraftReferences,
): PurchaseOrderDraft {
  return {
    ...draft,
    description: cutDescription(draft.description, context.show.accountingSystem, 'PO'),
    department: found.department && { id: found.department.id, name: found.department.name },
    category: found.category && { id: found.category.id, name: found.category.name },
    vendor: knownVendor(draft, found),
    vendorAddress: found.vendorAddress && { id: found.vendorAddress.id },
    projectCompanyExternalId: found.company?.projectCompanyExternalId ?? '',
    projectCompanyCurrencyExternalId: found.currency?.externalId ?? '',
    currency: found.currency?.isoCurrencyCode ?? '',
    billToAddressId: found.billTo?.id ?? null,
    shipToAddressId: found.shipTo?.id ?? null,
    lineItems: draft.lineItems.map((line) => {
      const coding = withoutLostCodes(line.coding, found.accountFields);
      return {
        ...line,
        coding,
        coaExternalId: coaExternalId(coding, found.accountFields),
        taxCode: taxCodeFor(found.taxes, line.taxCode),
      };
    }),
  };
}

/** A permanent vendor by its record; a temporary one as given, or by its record when it is not being changed (DEC-34). */
function knownVendor({ vendor }: PurchaseOrderDraft, found: DraftReferences): PurchaseOrderDraft['vendor'] {
  if (!vendor) return null;
  if (!vendor.isTemporary) return found.vendor && { ...vendor, name: found.vendor.name };
  const record = found.temporaryVendor;
  if (!record || vendor.updateTempVendor) return vendor;
  const { name, contact, email, address, city, state, postalCode, isRelatedParty } = record;
  return {
    ...vendor,
    name,
    contact,
    email,
    phoneNumber: record.phone,
    address,
    city,
    state,
    postalCode,
    isRelatedParty,
  };
}

/** The vendor as this save leaves it on the document (DEC-34). Name and address are trimmed. */
export function vendorSnapshot(
  draft: PurchaseOrderDraft,
  found: DraftReferences,
  tempVendorId: string | null,
): VendorSnapshot {
  const given = draft.vendor;
  if (given?.isTemporary) {
    return {
      id: null,
      name: given.name.trim(),
      number: '',
      externalId: null,
      isTemporary: true,
      tempVendorId,
      isRelatedParty: given.isRelatedParty,
      contact: given.contact.trim(),
      email: given.email.trim(),
      phoneNumber: given.phoneNumber.trim(),
      address: given.address.trim(),
      city: given.city.trim(),
      state: given.state.trim(),
      postalCode: given.postalCode.trim(),
    };
  }
  const { vendor, vendorAddress, vendorContact } = found;
  return {
    id: vendor?.id ?? null,
    name: vendor?.name ?? '',
    number: vendor?.number ?? '',
    externalId: vendor?.externalId ?? null,
    isTemporary: false,
    tempVendorId: null,
    isRelatedParty: vendor?.isRelatedParty ?? false,
    contact: draft.vendorContact || (vendorContact?.name ?? ''),
    email: vendorContact?.email ?? '',
    phoneNumber: vendorContact?.phone ?? '',
    address: [vendorAddress?.address1, vendorAddress?.address2].filter(Boolean).join(', '),
    city: vendorAddress?.city ?? '',
    state: vendorAddress?.state ?? '',
    postalCode: vendorAddress?.zip ?? '',
  };
}

/** The columns of the header that a save sets. */
export function headerValues(draft: PurchaseOrderDraft, vendor: VendorSnapshot, totalCents: number) {
  return {
    businessDay: draft.poDate,
    description: draft.description,
    departmentId: draft.department?.id ?? null,
    departmentName: draft.department?.name ?? '',
    vendorId: vendor.id,
    temporaryVendorId: vendor.tempVendorId,
    vendorExternalId: vendor.externalId,
    vendorNumber: vendor.number,
    vendorName: vendor.name,
    currencyCode: draft.currency,
    totalCents,
  };
}

/** The columns of the purchase order's own table that a save sets. */
export function detailValues(draft: PurchaseOrderDraft, found: DraftReferences, vendor: VendorSnapshot) {
  const place = found.companyAddress;
  return {
    categoryId: draft.category?.id ?? null,
    projectCompanyExternalId: draft.projectCompanyExternalId,
    companyExternalId: found.company?.companyExternalId ?? '',
    companyName: found.company?.name ?? '',
    companyAddress: addressLine(
      place && {
        address_line1: place.addressLine1,
        city: place.city,
        state: place.state,
        postal_code: place.postalCode,
      },
    ),
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
    currencyReferenceCode: found.currency?.referenceCode ?? '',
    vendor,
    vendorAddressId: draft.vendorAddress?.id ?? null,
    billToAddressId: draft.billToAddressId,
    shipToAddressId: draft.shipToAddressId,
    hst: draft.hst,
    fid: draft.fid,
  };
}

/** Lines as rows: a line keeps its id when the document already had it, and gets a fresh one otherwise. */
export function lineValues(
  draft: PurchaseOrderDraft,
  known: ReadonlySet<string>,
  newId: () => string,
): LineValues[] {
  const free = new Set(known);
  return storedLines(draft.lineItems).map((line) => {
    // Each id is given once, whatever the request repeats.
    const kept = line.id !== null && free.delete(line.id);
    return { ...line, id: kept && line.id !== null ? line.id : newId() };
  });
}
