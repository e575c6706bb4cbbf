import * as v from 'valibot';
import { vendorAddress } from '#domain/reference-data/vendor-response';
import { described } from '#domain/values/described';

export const companyAddress = v.object({
  is_default: v.boolean(),
  address_line1: v.string(),
  city: v.string(),
  state: v.string(),
  postal_code: v.string(),
});
export type CompanyAddress = v.InferOutput<typeof companyAddress>;

export const taxCode = v.object({ code: v.string(), description: v.string() });
export type TaxCode = v.InferOutput<typeof taxCode>;

export const currency = v.object({
  iso_currency_code: v.string(),
  reference_code: v.string(),
  external_id: v.string(),
  is_base: v.boolean(),
  symbol: v.string(),
});
export type Currency = v.InferOutput<typeof currency>;

export const company = v.object({
  projectCompanyExternalId: v.string(),
  companyExternalId: v.string(),
  company_name: v.string(),
  company_addresses: v.array(companyAddress),
  hasTaxInfo: v.boolean(),
  taxCodes: v.array(taxCode),
  project_company_currencies: v.array(currency),
});
export type Company = v.InferOutput<typeof company>;

export const vendorMatch = v.object({
  id: v.string(),
  name: v.string(),
  isTemporary: v.boolean(),
  tempVendorId: v.nullable(v.string()),
});
export type VendorMatch = v.InferOutput<typeof vendorMatch>;

export const vendorContact = v.object({
  id: v.string(),
  name: v.string(),
  is_default: v.boolean(),
  contact_details: v.object({ email: v.string(), phone: v.string() }),
});
export type VendorContact = v.InferOutput<typeof vendorContact>;

export const vendorDetails = v.object({
  contacts: v.array(vendorContact),
  addresses: v.array(vendorAddress),
});
export type VendorDetails = v.InferOutput<typeof vendorDetails>;

export const vendorUseCount = v.object({
  others: described(
    'The number of drafts and documents in approval with this temporary vendor, not counting `documentId`.',
    v.number(),
  ),
  canEditAll: described(
    'The user is allowed to edit all of them. Otherwise `updateTempVendor` creates a separate record for the saved document.',
    v.boolean(),
  ),
});
export type VendorUseCount = v.InferOutput<typeof vendorUseCount>;

export const accountPart = v.object({
  account_part_id: v.string(),
  part_config_id: v.string(),
  id_code: v.string(),
  description: v.string(),
  part_order: v.number(),
  is_active: v.boolean(),
  is_asset: v.boolean(),
  is_header: v.boolean(),
  is_insurance: v.boolean(),
  rollup_account_part_id: v.nullable(v.string()),
});
export type AccountPart = v.InferOutput<typeof accountPart>;

const chartField = v.object({
  header: v.string(),
  config_type: v.string(),
  part_config_id: v.string(),
  account_parts: v.array(accountPart),
});
export type AccountField = v.InferOutput<typeof chartField>;

export const accountField = v.object({
  ...chartField.entries,
  lastUpdated: described('The time of the last update from accounting.', v.string()),
});
