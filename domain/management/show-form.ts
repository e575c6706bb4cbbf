import * as v from 'valibot';
import { id, text, trimmed } from '#domain/values/schema-fields';
import { mayAdministerShow } from '#domain/operations/health';
import type { ShowRights } from '#domain/operations/health';
import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';

/** PE-22, PE-23: what a show may have beside purchase orders; set when it is created (DEC-64). */
export const features = [
  { code: 'APIA', name: 'Invoices' },
  { code: 'APPA', name: 'Payments' },
] as const;

const name = v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(100));

/** API-50: a show as EP Internal makes it, from what accounting knows of its license (API-117 to API-121). */
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
});
export type NewShow = v.InferOutput<typeof newShow>;

const flowId = v.optional(v.nullable(id));

/** API-51: what of a show is changed; license, studio and division are not (MG-12). */
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
  address1: v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(200)),
  address2: text(200),
  city: text(100),
  state: text(100),
  zip: text(20),
};

/** MG-16, API-55. */
export const newAddress = v.object(addressEntries);
export type NewAddress = v.InferOutput<typeof newAddress>;

/** API-56: the whole address; one that is no longer active is offered no more. */
export const savedAddress = v.object({ id, ...addressEntries, isActive: v.optional(v.boolean(), true) });
export type SavedAddress = v.InferOutput<typeof savedAddress>;

/** MG-17, API-57. */
export const newCategory = v.object({ name });

/** API-58: a new name, a new state, or both. */
export const categoryChanges = v.object({ id, name: v.optional(name), isActive: v.optional(v.boolean()) });
export type CategoryChanges = v.InferOutput<typeof categoryChanges>;

/** DEC-67: a new file follows, or there shall be none. */
export const termsWords = { add: 'TC_ADD_NEW', none: 'TC_NO_ATTACHMENT' } as const;

const fileIds = v.pipe(v.array(id), v.maxLength(20));

/** API-59, MG-21: as JSON, or as the fields of a form, where a list is written as JSON. */
export const companyTerms = v.object({
  projectCompanyExternalId: id,
  termsConditionsAttachmentId: id,
  attachmentLabel: v.optional(v.nullable(v.pipe(v.string(), trimmed, v.maxLength(255)))),
  cleanupAttachments: v.optional(
    v.union([fileIds, v.pipe(v.string(), v.maxLength(4000), v.parseJson(), fileIds)]),
    [],
  ),
});
export type CompanyTerms = v.InferOutput<typeof companyTerms>;

/** DEC-11: which shows Management lists for a user: all, those of their studios, or their own. */
export function listableShows(permissions: Permissions): 'all' | 'studios' | 'own' {
  if (can(permissions, 'Internal', 'FULL')) return 'all';
  return can(permissions, 'Studio', 'FULL') ? 'studios' : 'own';
}

/** MG-12, DEC-11: who changes a show: whoever looks after it, and EP Internal any. */
export function mayEditShow(rights: ShowRights): boolean {
  return mayAdministerShow(rights) || (rights.here !== null && can(rights.here, 'Internal', 'FULL'));
}
