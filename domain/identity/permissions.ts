import type { Code } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Settings, Toggles } from '#domain/settings';

/**
 * A user has one role in each show (PE-01). A new role needs a migration of the CHECK of `memberships`; what it may do is
 * decided by the tables of this file, which do not compile without it.
 */
export const roles = [
  'PO Creator',
  'Invoice Creator',
  'PO & Invoice Creator',
  'Approver',
  'Show Admin',
  'Studio Admin',
  'EP Internal',
  'Guarantor',
] as const;
export type Role = (typeof roles)[number];

/** PE-02, and `Budget` (DEC-175). */
export const permissionNames = [
  'CreatePurchaseOrders',
  'VoidPurchaseOrders',
  'CreateInvoices',
  'VoidInvoices',
  'Departments',
  'UserManagement',
  'ApprovalFlows',
  'ApprovalFlowsPayments',
  'Studio',
  'Show',
  'Internal',
  'Budget',
] as const;
export type Permission = (typeof permissionNames)[number];

/** In ascending order (PE-03). */
export const levels = ['NONE', 'READ', 'FULL'] as const;
export type Level = (typeof levels)[number];

export type Permissions = Record<Permission, Level>;

const creator = {
  CreatePurchaseOrders: 'READ',
  VoidPurchaseOrders: 'NONE',
  CreateInvoices: 'READ',
  VoidInvoices: 'NONE',
  Departments: 'NONE',
  UserManagement: 'NONE',
  ApprovalFlows: 'NONE',
  ApprovalFlowsPayments: 'NONE',
  Studio: 'NONE',
  Show: 'NONE',
  Internal: 'NONE',
  Budget: 'NONE',
} as const satisfies Permissions;

const approver = {
  ...creator,
  CreatePurchaseOrders: 'FULL',
  VoidPurchaseOrders: 'FULL',
  CreateInvoices: 'FULL',
  VoidInvoices: 'FULL',
  ApprovalFlows: 'READ',
} as const satisfies Permissions;

const showAdmin = {
  ...approver,
  Departments: 'FULL',
  UserManagement: 'FULL',
  ApprovalFlows: 'FULL',
  ApprovalFlowsPayments: 'FULL',
  Show: 'FULL',
  Budget: 'FULL',
} as const satisfies Permissions;

/** The Void rows are defaults for the toggles of a new user; afterwards only the toggles count (DEC-11). */
export const permissionMatrix = {
  'PO Creator': { ...creator, CreatePurchaseOrders: 'FULL' },
  'Invoice Creator': { ...creator, CreateInvoices: 'FULL' },
  'PO & Invoice Creator': { ...creator, CreatePurchaseOrders: 'FULL', CreateInvoices: 'FULL' },
  Approver: approver,
  'Show Admin': showAdmin,
  'Studio Admin': { ...showAdmin, Studio: 'FULL', Internal: 'READ' },
  'EP Internal': { ...showAdmin, Studio: 'FULL', Internal: 'FULL' },
  // Of a show, a guarantor sees the issued cost reports only (BUD-88).
  Guarantor: { ...creator, CreatePurchaseOrders: 'NONE', CreateInvoices: 'NONE' },
} as const satisfies Record<Role, Permissions>;

/**
 * A guarantor has no permission that others have: whatever does not name this role is closed to it (BUD-88, DEC-253).
 */
export function isGuarantor({ role }: { role: Role }): boolean {
  return role === 'Guarantor';
}

export function administersShow({ role }: { role: Role }): boolean {
  return permissionMatrix[role].Show === 'FULL';
}

/** By what the level of `Budget` is decided. */
interface BudgetRights {
  role: Role;
  readBudget?: boolean;
  budgetAccounts?: readonly unknown[] | null;
}

/** A user who sees a part of the budget changes nothing of it, and neither does one with another role (BUD-37, BUD-50). */
function budgetLevelOf({ role, readBudget = false, budgetAccounts = null }: BudgetRights): Level {
  if (permissionMatrix[role].Budget === 'FULL') return budgetAccounts ? 'READ' : 'FULL';
  return readBudget ? 'READ' : 'NONE';
}

/**
 * Returns a member's levels. EP Internal keeps both Void permissions whatever the toggles are, as its cells carry no
 * asterisk (DEC-11).
 */
export function permissionsOf(
  membership: BudgetRights & Pick<Toggles, 'voidPo' | 'voidInvoice'>,
): Permissions {
  if (isGuarantor(membership)) return permissionMatrix.Guarantor;
  const base: Permissions = { ...permissionMatrix[membership.role], Budget: budgetLevelOf(membership) };
  if (membership.role === 'EP Internal') return base;
  return {
    ...base,
    VoidPurchaseOrders: membership.voidPo ? 'FULL' : 'NONE',
    VoidInvoices: membership.voidInvoice ? 'FULL' : 'NONE',
  };
}

/** Returns the Void toggles of a user who receives this role (DEC-11, asterisk). */
export function voidTogglesFor(role: Role): Pick<Toggles, 'voidPo' | 'voidInvoice'> {
  const base = permissionMatrix[role];
  return { voidPo: base.VoidPurchaseOrders === 'FULL', voidInvoice: base.VoidInvoices === 'FULL' };
}

/** The roles with FULL of this permission. */
export function rolesWithFull(name: Permission): Role[] {
  return roles.filter((role) => permissionMatrix[role][name] === 'FULL');
}

/** FULL includes READ. */
export function can(permissions: Permissions, name: Permission, level: 'READ' | 'FULL'): boolean {
  return levels.indexOf(permissions[name]) >= levels.indexOf(level);
}

/** True when the member may read any approval flows (PE-09). */
export function canReadWorkflows({ permissions }: { permissions: Permissions }): boolean {
  return can(permissions, 'ApprovalFlows', 'READ') || can(permissions, 'ApprovalFlowsPayments', 'READ');
}

/** DEC-11, last row. */
const approverFlag = {
  'PO Creator': false,
  'Invoice Creator': false,
  'PO & Invoice Creator': false,
  Approver: true,
  'Show Admin': true,
  'Studio Admin': true,
  'EP Internal': true,
  Guarantor: false,
} as const satisfies Record<Role, boolean>;

/** The approver flag, which also decides the approver persona (PE-15, DEC-14). */
export function isApprover(role: Role): boolean {
  return approverFlag[role];
}

/** Feature codes of a show (PE-22, PE-23). */
type FeatureCode = 'APPA' | 'APIA';

export interface Modules {
  invoices: boolean;
  payments: boolean;
}

/** A module is open when the show's setting, the show's feature and the user's toggle all enable it (DEC-12). */
export function modulesOf(
  settings: Pick<Settings, 'invoiceModuleVisible' | 'paymentModuleVisible'>,
  features: readonly string[],
  toggles: Pick<Toggles, 'invoiceModuleVisible' | 'paymentModuleVisible'>,
): Modules {
  const has = (code: FeatureCode) => features.includes(code);
  return {
    invoices: settings.invoiceModuleVisible && has('APIA') && toggles.invoiceModuleVisible,
    payments: settings.paymentModuleVisible && has('APPA') && toggles.paymentModuleVisible,
  };
}

/** False when this document type does not exist for the user (DEC-12). */
export function moduleVisible(modules: Modules, docType: DocType): boolean {
  if (docType === 'INVOICE') return modules.invoices;
  return docType === 'PO' || modules.payments;
}

/** No user creates payments (DEC-28), so that type has no create permission. */
const createPermission = {
  PO: 'CreatePurchaseOrders',
  INVOICE: 'CreateInvoices',
  PAYMENT: null,
} as const satisfies Record<DocType, Permission | null>;

export function hasCreatePermission(permissions: Permissions, docType: DocType): boolean {
  const name = createPermission[docType];
  return name !== null && can(permissions, name, 'FULL');
}

/** True for FULL Show with the FULL create permission of the type, for payments FULL Show (Part 2, legend; DEC-28). */
export function isAdmin(permissions: Permissions, docType: DocType): boolean {
  return (
    can(permissions, 'Show', 'FULL') && (docType === 'PAYMENT' || hasCreatePermission(permissions, docType))
  );
}

export interface Member {
  permissions: Permissions;
  /** Departments in which the user is an active member. */
  departmentIds: readonly string[];
}

/**
 * A document can be saved or submitted only in one of the user's own departments, except by an admin. An invoice may
 * also use `orderDepartmentId`, the department of the order that all its lines reference (`sharedDepartment`). Returns
 * null when allowed (DEC-02, DEC-13).
 */
export function departmentRefusal(
  member: Member,
  docType: DocType,
  departmentId: string | null,
  orderDepartmentId: string | null = null,
): Code | null {
  if (departmentId === null || isAdmin(member.permissions, docType)) return null;
  if (docType === 'INVOICE' && departmentId === orderDepartmentId) return null;
  return member.departmentIds.includes(departmentId) ? null : 'NO_DEPARTMENT_ASSOCIATION_WITH_USER';
}

/**
 * Creating requires the FULL create permission and one of the user's own departments. Returns null when allowed
 * (DEC-13).
 */
export function createRefusal(
  member: Member & { modules: Modules },
  docType: DocType,
  departmentId: string | null,
): Code | null {
  if (!moduleVisible(member.modules, docType)) return 'FORBIDDEN';
  if (!hasCreatePermission(member.permissions, docType)) return 'FORBIDDEN';
  return departmentRefusal(member, docType, departmentId);
}
