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

// What a purchase order and an invoice make of the header of a draft alike.

/**
 * The draft with what it refers to replaced by what the show really has; what the show lacks is blanked, so that the
 * form's own rules say which field is missing (PO-43).
 */
export function resolvedHeader<Draft extends DraftHeader>(
  context: RequestContext,
  docType: DocType,
  draft: Draft,
  found: DraftReferences,
): Draft {
  return {
    ...draft,
    description: cutDescription(draft.description, context.show.accountingSystem, docType),
    department: found.department && { id: found.department.id, name: found.department.name },
    category: found.category && { id: found.category.id, name: found.category.name },
    vendor: knownVendor(draft.vendor, found),
    vendorAddress: found.vendorAddress && { id: found.vendorAddress.id },
    projectCompanyExternalId: found.company?.projectCompanyExternalId ?? '',
    projectCompanyCurrencyExternalId: found.currency?.externalId ?? '',
    currency: found.currency?.isoCurrencyCode ?? '',
    billToAddressId: found.billTo?.id ?? null,
    shipToAddressId: found.shipTo?.id ?? null,
  };
}

/** A line without accounts and tax codes that the show does not have (LI-31). */
export function resolvedCoding<
  Line extends { coding: Coding; coaExternalId: string | null; taxCode: string | null },
>(line: Line, found: DraftReferences): Line {
  const coding = withoutUnavailableCodes(line.coding, found.accountFields);
  return {
    ...line,
    coding,
    coaExternalId: coaExternalId(coding, found.accountFields),
    taxCode: taxCodeFor(found.taxes, line.taxCode),
  };
}

/** A permanent vendor by its record; a temporary one as given, or by its record when it is not being changed (DEC-34). */
function knownVendor(vendor: DraftHeader['vendor'], found: DraftReferences): DraftHeader['vendor'] {
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

/**
 * The vendor as this save leaves it on the document (DEC-34). Name and address are trimmed. A copy that says the same as
 * `before` keeps the version that it was given.
 */
export function vendorSnapshot(
  draft: DraftHeader,
  found: DraftReferences,
  record: Pick<SavedVendor, 'tempVendorId' | 'tempVendorVersion'>,
  before: VendorSnapshot | null = null,
): VendorSnapshot {
  const { tempVendorVersion: version, ...values } = vendorValues(draft, found, record);
  const isSame = before !== null && saysTheSame({ ...before, ...values }, before);
  const kept = isSame ? before.tempVendorVersion : version;
  return { ...values, ...(kept !== undefined && { tempVendorVersion: kept }) };
}

/** Whether two copies of a vendor are the same payee with the same data, whatever version of its record they name. */
export function saysTheSame(one: VendorSnapshot, other: VendorSnapshot): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof VendorSnapshot)[];
  return names.every((name) => name === 'tempVendorVersion' || one[name] === other[name]);
}

function vendorValues(
  draft: DraftHeader,
  found: DraftReferences,
  { tempVendorId, tempVendorVersion }: Pick<SavedVendor, 'tempVendorId' | 'tempVendorVersion'>,
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
      ...(tempVendorVersion !== null && { tempVendorVersion }),
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

/** The columns that the types' own tables have alike. */
export function detailValues(draft: DraftHeader, found: DraftReferences, vendor: VendorSnapshot) {
  return {
    categoryId: draft.category?.id ?? null,
    projectCompanyExternalId: draft.projectCompanyExternalId,
    companyExternalId: found.company?.companyExternalId ?? '',
    companyName: found.company?.name ?? '',
    currencyExternalId: draft.projectCompanyCurrencyExternalId,
    vendor,
    vendorAddressId: draft.vendorAddress?.id ?? null,
    billToAddressId: draft.billToAddressId,
    shipToAddressId: draft.shipToAddressId,
  };
}

/** A line keeps its id when the document already had it, and gets a fresh one otherwise. */
export function withIds<Line extends { id: string | null }>(
  lines: readonly Line[],
  known: ReadonlySet<string>,
  newId: () => string,
): (Line & { id: string })[] {
  const free = new Set(known);
  return lines.map((line) => {
    // Each id is given once, whatever the request repeats.
    const kept = line.id !== null && free.delete(line.id);
    return { ...line, id: kept && line.id !== null ? line.id : newId() };
  });
}

/** Notes written on the form travel with its save (DEC-54). */
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
      // Without a key the text is the key: the same save, sent again, adds nothing.
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
