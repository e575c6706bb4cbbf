import * as v from 'valibot';
import { milestones } from '#domain/document';
import { accountRanges } from '#domain/budget/account-ranges';
import { roles } from '#domain/identity/permissions';
import { visibilityScopes } from '#domain/identity/visibility';
import { departmentSettings } from '#domain/reference-data/vendor-response';
import { described } from '#domain/values/described';

/** Schemas of users, departments and approval flows. */
export const department = v.object({
  id: v.string(),
  name: v.string(),
  isActive: v.boolean(),
  settings: departmentSettings,
  users: v.array(v.object({ id: v.string(), name: v.string(), active: v.boolean() })),
});
export type Department = v.InferOutput<typeof department>;

export const departmentUser = v.object({
  id: v.string(),
  name: v.string(),
  active: v.boolean(),
});
export type DepartmentUser = v.InferOutput<typeof departmentUser>;

export const departmentMembership = v.object({
  userId: v.string(),
  departmentId: v.string(),
  active: v.boolean(),
});

export const user = v.object({
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
  readBudget: described(
    'The user sees budgets and their figures, also with a role that does not; administrators always do.',
    v.boolean(),
  ),
  budgetAccounts: described(
    'The ranges of accounts whose budget the user may see, if they see budgets; null for all.',
    v.nullable(accountRanges),
  ),
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
export type User = v.InferOutput<typeof user>;

export const foundUser = v.object({
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
export type UserLookupResult = v.InferOutput<typeof foundUser>;
