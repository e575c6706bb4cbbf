import * as v from 'valibot';
import { flag, id, list, optionalId, text } from '#domain/values/schema-fields';
import { isEmail } from '#domain/values/email-address';

/** VE-01: a vendor on the wire, permanent (from accounting) or temporary (made with a document). */
export interface Vendor {
  id: string | null;
  externalId: string | null;
  name: string;
  number: string;
  contact: string;
  email: string;
  phoneNumber: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
  addressLineNumber: number | null;
  isTemporary: boolean;
  isRelatedParty: boolean;
  tempVendorId: string | null;
  attachments: VendorAttachment[];
  shareEmail: string;
  shareNote: string;
}

export interface VendorAttachment {
  attachmentId: string;
  label: string;
}

/** A tax form that was taken off a temporary vendor while a submitted document used it (DEC-53). */
export interface WithdrawnTaxForm extends VendorAttachment {
  withdrawnBy: { id: string; name: string };
  withdrawnAt: string;
  /** The bytes were erased on legal request; the file can no longer be opened. */
  isErased: boolean;
}

/** VE-10: a row of the vendor search. */
export interface VendorMatch {
  id: string;
  name: string;
  isTemporary: boolean;
  tempVendorId: string | null;
}

/** VE-02, in the accounting system's own spelling. */
export interface VendorAddress {
  id: string;
  vendor_address_uuid: string;
  name: string;
  address: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  line_number: number;
  is_default: boolean;
  isActive: boolean;
}

export interface VendorContact {
  id: string;
  name: string;
  is_default: boolean;
  contact_details: { email: string; phone: string };
}

/** API-39. */
export interface VendorDetails {
  contacts: VendorContact[];
  addresses: VendorAddress[];
}

/** VE-09, DEC-59: how much must be typed, and how many rows come back. */
export const vendorSearch = { minimumLength: 2, maximumRows: 50 } as const;

/** VE-14. */
export const shareNoteLimit = 150;

/** DEC-34. */
export const taxFormLimit = 5;

/** The vendor inside the body of a save. `updateTempVendor` changes the temporary vendor's own record (VE-15). */
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
  isTemporary: flag,
  isRelatedParty: flag,
  tempVendorId: optionalId,
  updateTempVendor: flag,
  attachments: list(v.object({ attachmentId: id, label: text(255) }), taxFormLimit),
  shareEmail: text(254),
  shareNote: text(shareNoteLimit),
});
export type VendorDraft = v.InferOutput<typeof vendorInput>;

/** DEC-95: a permanent vendor's address must be chosen; a temporary one has its street address. */
export function vendorNeedsAddress(
  vendor: Pick<VendorDraft, 'isTemporary'>,
  chosen: { id: string } | null | undefined,
): boolean {
  return !vendor.isTemporary && (!chosen || chosen.id === '');
}

/** A permanent vendor without a name is the rule `vendor`; a temporary one is `INVALID_TEMP_VENDOR` (DEC-02). */
export function vendorLacksName(vendor: Pick<VendorDraft, 'isTemporary' | 'name'>): boolean {
  return !vendor.isTemporary && vendor.name.trim() === '';
}

export function isEmailOrNone(given: string): boolean {
  return given.trim() === '' || isEmail(given.trim());
}

/** VE-13, VE-17, DEC-34: false is `INVALID_TEMP_VENDOR`. Name and street address, and addresses that are ones if given. */
export function temporaryVendorFits(
  vendor: Pick<VendorDraft, 'name' | 'address' | 'email' | 'shareEmail'>,
): boolean {
  return (
    vendor.name.trim() !== '' &&
    vendor.address.trim() !== '' &&
    isEmailOrNone(vendor.email) &&
    isEmailOrNone(vendor.shareEmail)
  );
}

/** A permanent vendor of whom nothing is known but the name. */
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
