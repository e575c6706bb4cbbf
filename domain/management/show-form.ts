import * as v from 'valibot';
import { regionIds } from '#domain/values/regions';
import { id, text, trimmedText } from '#domain/values/schema-fields';
import { mayAdministerShow } from '#domain/operations/health';
import type { ShowRights } from '#domain/operations/health';
import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';

/** Optional modules of a show, set when it is created (PE-22, PE-23, DEC-64). */
export const features = [
  { code: 'APIA', name: 'Invoices' },
  { code: 'APPA', name: 'Payments' },
] as const;

const name = v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(100));

/** A show that EP Internal creates from the license data of accounting (API-50, API-117 to API-121). */
export const newShow = v.object({
  name,
  license: id,
  studioId: id,
  divisionId: id,
  acctPackageId: id,
  showTypeId: id,
  features: v.optional(
    v.pipe(v.array(v.picklist(features.map(({ code }) => code))), v.maxLength(features.length)),
    [],
  ),
  /** Where its data is stored, for good; absent: in the main region (DEC-150). */
  region: v.optional(v.nullable(v.picklist(regionIds))),
});
export type NewShow = v.InferOutput<typeof newShow>;

const flowId = v.optional(v.nullable(id));

/** The editable fields of a show; license, studio and division are fixed (API-51, MG-12). */
export const showChanges = v.object({
  name: v.optional(name),
  defaultPurchaseOrderWorkflowId: flowId,
  defaultInvoiceWorkflowId: flowId,
  defaultPaymentWorkflowId: flowId,
});
export type ShowChanges = v.InferOutput<typeof showChanges>;

export const addressTypes = ['BILL_TO', 'SHIP_TO'] as const;
export type AddressType = (typeof addressTypes)[number];

const addressEntries = {
  name,
  address1: v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(200)),
  address2: text(200),
  city: text(100),
  state: text(100),
  zip: text(20),
};

/** MG-16, API-55. */
export const newAddress = v.object(addressEntries);
export type NewAddress = v.InferOutput<typeof newAddress>;

/** The whole address; an inactive one is no longer offered (API-56). */
export const savedAddress = v.object({ id, ...addressEntries, isActive: v.optional(v.boolean(), true) });
export type SavedAddress = v.InferOutput<typeof savedAddress>;

/** MG-17, API-57. */
export const newCategory = v.object({ name });

/** A new name, a new state, or both (API-58). */
export const categoryChanges = v.object({ id, name: v.optional(name), isActive: v.optional(v.boolean()) });
export type CategoryChanges = v.InferOutput<typeof categoryChanges>;

/** `add` means that a new file follows, `none` that the company has no terms (DEC-67). */
export const termsWords = { add: 'TC_ADD_NEW', none: 'TC_NO_ATTACHMENT' } as const;

const fileIds = v.pipe(v.array(id), v.maxLength(20));

/** Sent as JSON, or as form fields with lists as JSON texts (API-59, MG-21). */
export const companyTerms = v.object({
  projectCompanyExternalId: id,
  termsConditionsAttachmentId: id,
  attachmentLabel: v.optional(v.nullable(v.pipe(v.string(), trimmedText, v.maxLength(255)))),
  cleanupAttachments: v.optional(
    v.union([fileIds, v.pipe(v.string(), v.maxLength(4000), v.parseJson(), fileIds)]),
    [],
  ),
});
export type CompanyTerms = v.InferOutput<typeof companyTerms>;

/** Returns which shows Management lists for a user: all, those of their studios, or their own (DEC-11). */
export function listableShows(permissions: Permissions): 'all' | 'studios' | 'own' {
  if (can(permissions, 'Internal', 'FULL')) return 'all';
  return can(permissions, 'Studio', 'FULL') ? 'studios' : 'own';
}

/** A show's administrators may edit it, and EP Internal any show (MG-12, DEC-11). */
export function mayEditShow(rights: ShowRights): boolean {
  return (
    mayAdministerShow(rights) || (rights.currentShow !== null && can(rights.currentShow, 'Internal', 'FULL'))
  );
}
