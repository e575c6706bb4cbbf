import * as v from 'valibot';
import type { VendorChange } from './vendor-change.ts';
import { described } from '#domain/values/described';

/** The allowed codes of each configured type; missing or empty means all (DEC-52). */
export const departmentSettings = v.object({
  accountCodes: v.record(v.string(), v.array(v.string())),
  poNumberPrefix: v.string(),
});
export type DepartmentSettings = v.InferOutput<typeof departmentSettings>;

export const vendorAttachment = v.object({
  attachmentId: v.string(),
  label: v.string(),
});
export type VendorAttachment = v.InferOutput<typeof vendorAttachment>;

/** A vendor on the wire, permanent (from accounting) or temporary (created with a document) (VE-01). */
export const vendor = v.object({
  id: v.nullable(v.string()),
  externalId: v.nullable(v.string()),
  name: v.string(),
  number: v.string(),
  contact: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  address: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  addressLineNumber: v.nullable(v.number()),
  isTemporary: v.boolean(),
  isRelatedParty: v.boolean(),
  tempVendorId: v.nullable(v.string()),
  attachments: v.array(vendorAttachment),
  shareEmail: v.string(),
  shareNote: v.string(),
});
export type Vendor = v.InferOutput<typeof vendor>;

export const vendorChange = described(
  'While in approval: the current values of the vendor record that differ from the document. Otherwise null.',
  v.nullable(
    v.object({
      name: v.string(),
      address: v.string(),
      city: v.string(),
      state: v.string(),
      postalCode: v.string(),
    }) satisfies v.GenericSchema<VendorChange>,
  ),
);

/** In the accounting system's own spelling (VE-02). */
export const vendorAddress = v.object({
  id: v.string(),
  vendor_address_uuid: v.string(),
  name: v.string(),
  address: v.string(),
  address1: v.string(),
  address2: v.string(),
  city: v.string(),
  state: v.string(),
  zip: v.string(),
  line_number: v.number(),
  is_default: v.boolean(),
  isActive: v.boolean(),
});
export type VendorAddress = v.InferOutput<typeof vendorAddress>;

/** A tax form that was removed from a temporary vendor while a submitted document used it (DEC-53). */
export const withdrawnTaxForm = v.object({
  attachmentId: v.string(),
  label: v.string(),
  withdrawnBy: v.object({ id: v.string(), name: v.string() }),
  withdrawnAt: v.string(),
  isErased: described('The content of the file was erased on legal request.', v.boolean()),
});
export type WithdrawnTaxForm = v.InferOutput<typeof withdrawnTaxForm>;
