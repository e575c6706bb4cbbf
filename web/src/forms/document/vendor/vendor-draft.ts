import { namedVendor } from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import type { Vendor } from '#domain/reference-data/vendor-response';
import type { VendorContact, VendorDetails } from '#domain/reference-data/reference-data-response';

/** A vendor of the show as form value. */
export function chosenVendor(vendor: Vendor): VendorDraft {
  return { ...vendor, updateTempVendor: false };
}

/** An empty temporary vendor with the searched name (VE-11). */
export function emptyTemporaryVendor(name: string): VendorDraft {
  return { ...namedVendor(name), isTemporary: true };
}

/** An applied edit changes the vendor's own record, unless it becomes a new vendor (VE-15, DEC-34). */
export function appliedVendor(vendor: VendorDraft, asNew: boolean): VendorDraft {
  const trimmed = { ...vendor, name: vendor.name.trim(), address: vendor.address.trim() };
  return asNew
    ? { ...trimmed, tempVendorId: null, updateTempVendor: false }
    : { ...trimmed, updateTempVendor: vendor.tempVendorId !== null };
}

/** The only active address, which is selected automatically (DEC-95). */
export function onlyAddress(details: VendorDetails | undefined): { id: string } | null {
  const active = details?.addresses.filter((address) => address.isActive) ?? [];
  return active.length === 1 && active[0] ? { id: active[0].id } : null;
}

export function onlyContact(details: VendorDetails | undefined): string {
  return details?.contacts.length === 1 ? (details.contacts[0]?.name ?? '') : '';
}

/** The contact that a save without a chosen one takes. */
export function defaultContact(details: VendorDetails | undefined): VendorContact | undefined {
  return details?.contacts.find((contact) => contact.is_default && contact.name !== '');
}
