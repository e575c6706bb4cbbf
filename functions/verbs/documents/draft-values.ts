import { coaExternalId, withoutUnavailableCodes } from '#domain/reference-data/chart-of-accounts';
import { taxCodeFor } from '#domain/reference-data/company';
import { cutDescription } from '#domain/documents/document-draft';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { DocType } from '#domain/document';
import type { Coding } from '#domain/reference-data/coding';
import { sha256 } from '#store/d1/sha256';
import type { Write } from '#store/d1/open';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import { insertNote } from '#store/show/documents/write-document';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { DraftReferences } from './draft-references.ts';
import type { SavedVendor } from './saved-content.ts';

// What purchase orders and invoices derive from the header of a draft.

/**
 * The draft with the show's own records in place of its references. A reference that the show does not have is blanked,
 * so that the rules of the form report the missing field (PO-43).
 */
export function resolveHeader<Draft extends DraftHeader>(
  context: RequestContext,
  docType: DocType,
  draft: Draft,
  records: DraftReferences,
): Draft {
  return {
    ...draft,
    description: cutDescription(draft.description, context.show.accountingSystem, docType),
    department: records.department && { id: records.department.id, name: records.department.name },
    category: records.category && { id: records.category.id, name: records.category.name },
    vendor: knownVendor(draft.vendor, records),
    vendorAddress: records.vendorAddress && { id: records.vendorAddress.id },
    projectCompanyExternalId: records.company?.projectCompanyExternalId ?? '',
    projectCompanyCurrencyExternalId: records.currency?.externalId ?? '',
    currency: records.currency?.isoCurrencyCode ?? '',
    billToAddressId: records.billTo?.id ?? null,
    shipToAddressId: records.shipTo?.id ?? null,
  };
}

/** The line without accounts and tax codes that the show does not have (LI-31). */
export function resolveCoding<
  Line extends { coding: Coding; coaExternalId: string | null; taxCode: string | null },
>(line: Line, records: DraftReferences): Line {
  const coding = withoutUnavailableCodes(line.coding, records.accountFields);
  return {
    ...line,
    coding,
    coaExternalId: coaExternalId(coding, records.accountFields),
    taxCode: taxCodeFor(records.taxes, line.taxCode),
  };
}

/**
 * A permanent vendor by its record. A temporary one as entered, or by its record unless the draft changes it (DEC-34).
 */
function knownVendor(vendor: DraftHeader['vendor'], records: DraftReferences): DraftHeader['vendor'] {
  if (!vendor) return null;
  if (!vendor.isTemporary) return records.vendor && { ...vendor, name: records.vendor.name };
  const record = records.temporaryVendor;
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

/**
 * The vendor that this save stores on the document, with name and address trimmed. A copy equal to `before` keeps its
 * version of the vendor's record (DEC-34).
 */
export function vendorSnapshot(
  draft: DraftHeader,
  records: DraftReferences,
  record: Pick<SavedVendor, 'tempVendorId' | 'tempVendorVersion'>,
  before: VendorSnapshot | null = null,
): VendorSnapshot {
  const { tempVendorVersion: version, ...values } = vendorValues(draft, records, record);
  const isSame = before !== null && isSameVendor({ ...before, ...values }, before);
  const recordVersion = isSame ? before.tempVendorVersion : version;
  return { ...values, ...(recordVersion !== undefined && { tempVendorVersion: recordVersion }) };
}

/** Whether two copies of a vendor are the same payee with the same data, whatever version of its record they name. */
export function isSameVendor(one: VendorSnapshot, other: VendorSnapshot): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof VendorSnapshot)[];
  return names.every((name) => name === 'tempVendorVersion' || one[name] === other[name]);
}

function vendorValues(
  draft: DraftHeader,
  records: DraftReferences,
  { tempVendorId, tempVendorVersion }: Pick<SavedVendor, 'tempVendorId' | 'tempVendorVersion'>,
): VendorSnapshot {
  const temporary = draft.vendor;
  if (temporary?.isTemporary) {
    return {
      id: null,
      name: temporary.name.trim(),
      number: '',
      externalId: null,
      isTemporary: true,
      tempVendorId,
      ...(tempVendorVersion !== null && { tempVendorVersion }),
      isRelatedParty: temporary.isRelatedParty,
      contact: temporary.contact.trim(),
      email: temporary.email.trim(),
      phoneNumber: temporary.phoneNumber.trim(),
      address: temporary.address.trim(),
      city: temporary.city.trim(),
      state: temporary.state.trim(),
      postalCode: temporary.postalCode.trim(),
    };
  }
  const { vendor, vendorAddress, vendorContact } = records;
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

/** The columns of the header that every save sets. */
export function headerValues(draft: DraftHeader, vendor: VendorSnapshot, totalCents: number) {
  return {
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

/** The columns that the tables of purchase orders and invoices share. */
export function detailValues(draft: DraftHeader, records: DraftReferences, vendor: VendorSnapshot) {
  return {
    categoryId: draft.category?.id ?? null,
    projectCompanyExternalId: draft.projectCompanyExternalId,
    companyExternalId: records.company?.companyExternalId ?? '',
    companyName: records.company?.name ?? '',
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
    vendor,
    vendorAddressId: draft.vendorAddress?.id ?? null,
    billToAddressId: draft.billToAddressId,
    shipToAddressId: draft.shipToAddressId,
  };
}

/** Keeps the id of a line that the document already has, and gives every other line a new one. */
export function withIds<Line extends { id: string | null }>(
  lines: readonly Line[],
  storedIds: ReadonlySet<string>,
  newId: () => string,
): (Line & { id: string })[] {
  const free = new Set(storedIds);
  return lines.map((line) => {
    // An id that the request repeats is used once.
    const isStored = line.id !== null && free.delete(line.id);
    return { ...line, id: isStored && line.id !== null ? line.id : newId() };
  });
}

/** Notes written on the form are saved with it (DEC-54). */
export function noteWrites(
  context: RequestContext,
  documentId: string,
  { notes }: Pick<DraftHeader, 'notes'>,
  changeOrderNumber: number,
): Write[] {
  return notes.map((note) =>
    insertNote(context.store, {
      id: context.newId(),
      showId: context.store.showId,
      documentId,
      // Without a key, the hash of user and text is the key: a repeated save adds nothing.
      keyId: note.keyId || sha256(`${context.user.id}:${note.content}`),
      content: note.content,
      context: 'STANDARD',
      changeOrderNumber,
      commenterId: context.user.id,
      commenterName: fullName(context.user),
      isReview: note.isReview,
      createdAt: context.now,
      updatedAt: context.now,
    }),
  );
}
