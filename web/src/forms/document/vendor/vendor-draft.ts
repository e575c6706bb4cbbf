import { namedVendor } from '#domain/reference-data/vendor';
import type { Vendor, VendorContact, VendorDetails, VendorDraft } from '#domain/reference-data/vendor';

/** A vendor of the show as the form holds it. */
export function chosenVendor(vendor: Vendor): VendorDraft {
  return { ...vendor, updateTempVendor: false };
}

/** VE-11: an empty temporary vendor, named as far as the search was typed. */
export function emptyTemporaryVendor(name: string): VendorDraft {
  return { ...namedVendor(name), isTemporary: true };
}

/** VE-15, DEC-34: an applied edit changes the vendor's own record, unless it shall be a vendor of its own. */
export function appliedVendor(vendor: VendorDraft, asNew: boolean): VendorDraft {
  const trimmed = { ...vendor, name: vendor.name.trim(), address: vendor.address.trim() };
  return asNew
    ? { ...trimmed, tempVendorId: null, updateTempVendor: false }
    : { ...trimmed, updateTempVendor: vendor.tempVendorId !== null };
}

/** DEC-95: the only active address is chosen by itself. */
export function onlyAddress(details: VendorDetails | undefined): { id: string } | null {
  const active = details?.addresses.filter((address) => address.isActive) ?? [];
  return active.length === 1 && active[0] ? { id: active[0].id } : null;
}

export function onlyContact(details: VendorDetails | undefined): string {
  return details?.contacts.length === 1 ? (details.contacts[0]?.name ?? '') : '';
}

/** Whom a save without a chosen contact takes. */
export function defaultContact(details: VendorDetails | undefined): VendorContact | undefined {
  return details?.contacts.find((contact) => contact.is_default && contact.name !== '');
}
