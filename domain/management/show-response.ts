import * as v from 'valibot';
import { accountingSystems, milestones } from '#domain/document';
import { settingsSchema } from '#domain/settings';
import { described } from '#domain/values/described';
import { regionIds } from '#domain/values/regions';
import { visibilityScopes } from '#domain/identity/visibility';

const settings = v.required(settingsSchema);
const summaryFields = {
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  license: v.string(),
  accountingSystem: v.picklist(accountingSystems),
  studioDivision: v.object({ name: v.string() }),
  features: v.array(v.string()),
  awaitingApprovalCount: v.number(),
};
export const showCategory = v.object({ id: v.string(), name: v.string(), isActive: v.boolean() });

export const showAddress = v.object({
  id: v.string(),
  name: v.string(),
  addressType: v.string(),
  address1: v.string(),
  address2: v.string(),
  city: v.string(),
  state: v.string(),
  zip: v.string(),
  isActive: v.boolean(),
});

export const companySettings = v.object({
  projectCompanyExternalId: v.string(),
  companyName: v.string(),
  termsConditionsAttachmentId: v.nullable(v.string()),
  attachmentLabel: v.nullable(v.string()),
});
export type CompanySettings = v.InferOutput<typeof companySettings>;

export const regions = v.array(v.object({ id: v.picklist(regionIds), name: v.string() }));

/** Schemas of shows. */
export const showSummary = v.object(summaryFields);

export const ownShows = v.object({
  shows: v.array(v.object({ ...summaryFields, mayEdit: v.boolean(), isMember: v.boolean() })),
  total: v.number(),
});

export const show = v.object({
  ...summaryFields,
  region: v.nullable(v.picklist(regionIds)),
  settings,
  defaultPurchaseOrderWorkflowId: v.nullable(v.string()),
  defaultInvoiceWorkflowId: v.nullable(v.string()),
  defaultPaymentWorkflowId: v.nullable(v.string()),
  categories: v.array(showCategory),
  addresses: v.array(showAddress),
  companySettings: v.array(companySettings),
});

export const showConfig = v.object({
  purchaseOrderVisibility: v.picklist(visibilityScopes),
  invoiceVisibility: v.picklist(visibilityScopes),
  displayPoNumbers: v.nullable(v.picklist(milestones)),
  sendUnapprovedPurchaseOrders: v.boolean(),
  specialApprover: v.boolean(),
  accountingSystem: v.picklist(accountingSystems),
  settings,
  isGuarantor: v.exactOptional(
    described('Present for a guarantor, for whom only the issued cost reports are loaded.', v.literal(true)),
  ),
});

export const showSettings = settings;

const counts = { po: v.number(), invoice: v.number() };
export const showMeta = v.object({
  approver: v.boolean(),
  departments: v.array(v.object({ id: v.string(), name: v.string() })),
  awaitingApproval: v.object({ ...counts, payment: v.number() }),
  toRevise: v.exactOptional(v.object(counts)),
});

/** Licenses of the accounting system, for users who create shows. */
export const accountingName = v.object({ id: v.string(), name: v.string() });

export const license = v.object({
  license: v.string(),
  name: v.string(),
  accountingSystem: v.picklist(accountingSystems),
});
