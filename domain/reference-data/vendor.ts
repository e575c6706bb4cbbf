import * as v from 'valibot';
import { booleanFlag, id, list, optionalId, text } from '#domain/values/schema-fields';
import { isEmail } from '#domain/values/email-address';

/** Minimum letters of a search, and maximum rows of its result (VE-09, DEC-59). */
export const vendorSearch = { minimumLength: 2, maximumRows: 50 } as const;

/** VE-14. */
export const shareNoteLimit = 150;

/** DEC-34. */
export const taxFormLimit = 5;

/** The vendor in the body of a save. `updateTempVendor` changes the temporary vendor's own record (VE-15). */
export const vendorInput = v.object({
  id: optionalId,
  externalId: optionalId,
  name: text(200),
  number: text(50),
  contact: text(200),
  email: text(254),
  phoneNumber: text(50),
  address: text(300),
  city: text(100),
  state: text(100),
  postalCode: text(30),
  isTemporary: booleanFlag,
  isRelatedParty: booleanFlag,
  tempVendorId: optionalId,
  updateTempVendor: booleanFlag,
  attachments: list(v.object({ attachmentId: id, label: text(255) }), taxFormLimit),
  shareEmail: text(254),
  shareNote: text(shareNoteLimit),
});
export type VendorDraft = v.InferOutput<typeof vendorInput>;

/** A permanent vendor needs a selected address; a temporary one has its street address (DEC-95). */
export function vendorNeedsAddress(
  vendor: Pick<VendorDraft, 'isTemporary'>,
  selected: { id: string } | null | undefined,
): boolean {
  return !vendor.isTemporary && (!selected || selected.id === '');
}

/** A permanent vendor without a name fails the rule `vendor`; a temporary one is `INVALID_TEMP_VENDOR` (DEC-02). */
export function vendorLacksName(vendor: Pick<VendorDraft, 'isTemporary' | 'name'>): boolean {
  return !vendor.isTemporary && vendor.name.trim() === '';
}

export function isEmailOrNone(address: string): boolean {
  return address.trim() === '' || isEmail(address.trim());
}

/**
 * Requires name and street address; e-mail addresses must be valid if present. False means `INVALID_TEMP_VENDOR`
 * (VE-13, VE-17, DEC-34).
 */
export function isValidTemporaryVendor(
  vendor: Pick<VendorDraft, 'name' | 'address' | 'email' | 'shareEmail'>,
): boolean {
  return (
    vendor.name.trim() !== '' &&
    vendor.address.trim() !== '' &&
    isEmailOrNone(vendor.email) &&
    isEmailOrNone(vendor.shareEmail)
  );
}

/** A permanent vendor of which only the name is known. */
export function namedVendor(name: string): VendorDraft {
  return {
    id: null,
    externalId: null,
    name,
    number: '',
    contact: '',
    email: '',
    phoneNumber: '',
    address: '',
    city: '',
    state: '',
    postalCode: '',
    isTemporary: false,
    isRelatedParty: false,
    tempVendorId: null,
    updateTempVendor: false,
    attachments: [],
    shareEmail: '',
    shareNote: '',
  };
}
