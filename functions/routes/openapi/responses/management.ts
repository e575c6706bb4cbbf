import * as v from 'valibot';
import type { Department } from '#domain/management/department';
import { milestones, templateTypes } from '#domain/document';
import { roles } from '#domain/identity/permissions';
import type { UserLookupResult, User } from '#domain/management/user';
import { visibilityScopes } from '#domain/identity/visibility';
import type {
  TemplateBankAccount,
  TemplateStepView,
  WorkflowTemplate,
} from '#domain/workflow/workflow-template';
import type { DepartmentUser } from '#verbs/management/department-members';
import { departmentSettings } from '#domain/reference-data/vendor-response';
import { described } from '#domain/values/described';

/** Schemas of users, departments and approval flows. */
export const department: v.GenericSchema<Department> = v.object({
  id: v.string(),
  name: v.string(),
  isActive: v.boolean(),
  settings: departmentSettings,
  users: v.array(v.object({ id: v.string(), name: v.string(), active: v.boolean() })),
});

export const departmentUser: v.GenericSchema<DepartmentUser> = v.object({
  id: v.string(),
  name: v.string(),
  active: v.boolean(),
});

export const departmentMembership = v.object({
  userId: v.string(),
  departmentId: v.string(),
  active: v.boolean(),
});

export const user: v.GenericSchema<User> = v.object({
  id: v.string(),
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  initials: v.string(),
  roleId: v.picklist(roles),
  purchaseOrderVisibilityId: v.picklist(visibilityScopes),
  invoiceVisibilityId: v.picklist(visibilityScopes),
  isActive: v.boolean(),
  invoiceModuleVisible: v.boolean(),
  paymentModuleVisible: v.boolean(),
  sendUnapprovedPurchaseOrders: v.boolean(),
  displayPoNumbers: described('Null if the setting of the show applies.', v.nullable(v.picklist(milestones))),
  specialApprover: v.boolean(),
  voidPo: v.boolean(),
  voidInvoice: v.boolean(),
  mfaEnabled: v.boolean(),
  originalMfaEnabled: described('The value when the user was read.', v.boolean()),
  localUser: v.boolean(),
  isOfOtherStudio: described('The user is also active in a show of another studio.', v.boolean()),
  departments: described(
    'The departments in which the user is an active member.',
    v.array(v.object({ id: v.string(), name: v.string() })),
  ),
  approver: v.boolean(),
});

export const foundUser: v.GenericSchema<UserLookupResult> = v.object({
  id: v.nullable(v.string()),
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  initials: v.string(),
  localUser: v.boolean(),
  isInShow: described(
    'The user is or was a member of this show. Change the user instead of adding one.',
    v.boolean(),
  ),
});

export const templateStepView: v.GenericSchema<TemplateStepView> = v.object({
  id: v.string(),
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  amountLimit: v.nullable(v.number()),
  approvalsNeeded: v.number(),
  mayApproveOverRelief: described(
    'A flow with such a step can approve invoices that exceed the balance of a purchase order line.',
    v.boolean(),
  ),
  approvers: described(
    '`isActive` is false for users who are still listed but can no longer approve.',
    v.array(v.object({ userId: v.string(), name: v.string(), initials: v.string(), isActive: v.boolean() })),
  ),
});

export const templateBankAccount: v.GenericSchema<TemplateBankAccount> = v.object({
  id: v.string(),
  externalId: v.string(),
  name: v.string(),
  isoCurrencyCode: v.string(),
});

export const workflowTemplate: v.GenericSchema<WorkflowTemplate> = v.object({
  id: v.string(),
  showId: v.string(),
  slug: v.string(),
  name: v.string(),
  templateType: v.picklist(templateTypes),
  isDefault: v.boolean(),
  version: v.number(),
  steps: v.array(templateStepView),
  paymentBankAccounts: v.array(templateBankAccount),
  itemsInProgress: v.number(),
});
