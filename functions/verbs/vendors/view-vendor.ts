import { Refusal } from '#domain/codes';
import { countUses } from '#domain/reference-data/temporary-vendor-use';
import type { VendorUseCount } from '#domain/reference-data/temporary-vendor-use';
import type { Vendor, VendorDetails } from '#domain/reference-data/vendor';
import { readTemporaryVendor, readVendor } from '#store/show/vendors/read-reference-data';
import { readTaxForms } from '#store/show/vendors/temporary-vendors';
import { readVendorUse } from '#store/show/documents/vendor-use';
import type { Seat, ShowContext } from '#verbs/request/context';
import { mayReadTaxForms, prefetchTaxFormAccess } from '#verbs/documents/tax-form-access';
import { vendorAddressOf } from '#verbs/documents/view-parts';

type VendorRows = NonNullable<Awaited<ReturnType<typeof readVendor>>>;

/** API-39: addresses and contacts, defaults first. */
export function vendorDetailsOf({ addresses, contacts }: VendorRows): VendorDetails {
  return {
    addresses: addresses.flatMap((address) => vendorAddressOf(address) ?? []),
    contacts: contacts.map((contact) => ({
      id: contact.id,
      name: contact.name,
      is_default: contact.isDefault,
      contact_details: { email: contact.email, phone: contact.phone },
    })),
  };
}

/** Begins what is told of a vendor, of whichever kind. */
export function beginVendor(seat: Seat, id: string): void {
  const { store } = seat;
  store.foreseen.begin(readVendor, store, id);
  store.foreseen.begin(readTemporaryVendor, store, id);
  store.foreseen.begin(readTaxForms, store, id);
  prefetchTaxFormAccess(seat, { tempVendorId: id });
}

/** API-37: a vendor of the show, permanent or temporary; tax forms only for those who may read them. Throws `NOT_FOUND`. */
export async function vendorOf(context: ShowContext, id: string): Promise<Vendor> {
  const { store } = context;
  const [found, record, forms, mayReadForms] = await Promise.all([
    store.foreseen.ask(readVendor, store, id),
    store.foreseen.ask(readTemporaryVendor, store, id),
    store.foreseen.ask(readTaxForms, store, id),
    mayReadTaxForms(context, { tempVendorId: id }),
  ]);
  if (found) return permanent(found);
  if (!record) throw new Refusal('NOT_FOUND');
  return {
    id: null,
    externalId: null,
    name: record.name,
    number: '',
    contact: record.contact,
    email: record.email,
    phoneNumber: record.phone,
    address: record.address,
    city: record.city,
    state: record.state,
    postalCode: record.postalCode,
    addressLineNumber: null,
    isTemporary: true,
    isRelatedParty: record.isRelatedParty,
    tempVendorId: record.id,
    attachments: mayReadForms ? forms.map((form) => ({ attachmentId: form.id, label: form.label })) : [],
    shareEmail: record.shareEmail,
    shareNote: record.shareNote,
  };
}

/** Begins what is told of a temporary vendor before it is changed. */
export function beginVendorUse(seat: Seat, id: string, documentId: string): void {
  const { store, user } = seat;
  store.foreseen.begin(readTemporaryVendor, store, id);
  store.foreseen.begin(readVendorUse, store, id, user.id, documentId);
  store.foreseen.begin(readTaxForms, store, id);
  prefetchTaxFormAccess(seat, { tempVendorId: id });
}

/**
 * How many open documents besides this one use a temporary vendor, and whether this user may edit them all, with the
 * record's tax forms (DEC-34).
 * Throws `NOT_FOUND`.
 */
export async function vendorUseOf(
  context: ShowContext,
  id: string,
  documentId: string,
): Promise<VendorUseCount> {
  const { store, user } = context;
  const [record, uses, forms, mayReadForms] = await Promise.all([
    store.foreseen.ask(readTemporaryVendor, store, id),
    store.foreseen.ask(readVendorUse, store, id, user.id, documentId),
    store.foreseen.ask(readTaxForms, store, id),
    mayReadTaxForms(context, { tempVendorId: id }),
  ]);
  if (!record) throw new Refusal('NOT_FOUND');
  const counted = countUses(context, uses);
  return { ...counted, canEditAll: counted.canEditAll && (forms.length === 0 || mayReadForms) };
}

function permanent({ vendor, addresses, contacts }: VendorRows): Vendor {
  const [address] = addresses;
  const contact = contacts.find((one) => one.isDefault) ?? contacts[0];
  return {
    id: vendor.id,
    externalId: vendor.externalId,
    name: vendor.name,
    number: vendor.number,
    contact: contact?.name ?? '',
    email: contact?.email ?? '',
    phoneNumber: contact?.phone ?? '',
    address: [address?.address1, address?.address2].filter(Boolean).join(', '),
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.zip ?? '',
    addressLineNumber: address?.lineNumber ?? null,
    isTemporary: false,
    isRelatedParty: vendor.isRelatedParty,
    tempVendorId: null,
    attachments: [],
    shareEmail: '',
    shareNote: '',
  };
}
