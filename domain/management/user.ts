import * as v from 'valibot';
import { trimmedText } from '#domain/values/schema-fields';
import { milestones } from '#domain/document';
import { accountRanges } from '#domain/budget/account-ranges';
import type { VisibleAccounts } from '#domain/budget/account-ranges';
import { can, isGuarantor, permissionMatrix, roles } from '#domain/identity/permissions';
import type { Permissions, Role } from '#domain/identity/permissions';
import { isEmail, notAnAddress } from '#domain/values/email-address';
import { visibilityScopes } from '#domain/identity/visibility';
import type { VisibilityScope } from '#domain/identity/visibility';
import type { User } from './management-response.ts';

/**
 * The name and settings under which a studio's shows list a user whose account is of another studio: as entered when
 * they were added, so that nothing reveals whether an account existed (DEC-121).
 */
export type UserDescription = Pick<User, 'firstName' | 'lastName' | 'initials' | 'localUser' | 'mfaEnabled'>;

/** Returns the user with the names that the show knows. */
export function withDescription<Person extends Pick<User, 'firstName' | 'lastName' | 'initials'>>(
  person: Person,
  { describedAs }: { describedAs: UserDescription | null },
): Person {
  if (!describedAs) return person;
  const { firstName, lastName, initials } = describedAs;
  return { ...person, firstName, lastName, initials };
}

/** Display names of the scopes (PE-17). */
export const visibilityNames = {
  CREATED_BY_THIS_USER: 'Created by this user',
  IN_THIS_USERS_DEPARTMENT: "In this user's departments",
  ALL: 'All',
} as const satisfies Record<VisibilityScope, string>;

/**
 * The default scope of a new user: all for administrators, their departments for approvers, their own documents for
 * others.
 */
export const defaultScope = {
  'PO Creator': 'CREATED_BY_THIS_USER',
  'Invoice Creator': 'CREATED_BY_THIS_USER',
  'PO & Invoice Creator': 'CREATED_BY_THIS_USER',
  Approver: 'IN_THIS_USERS_DEPARTMENT',
  'Show Admin': 'ALL',
  'Studio Admin': 'ALL',
  'EP Internal': 'ALL',
  Guarantor: 'CREATED_BY_THIS_USER',
} as const satisfies Record<Role, VisibilityScope>;

export const nameLimit = 60;
export const initialsLimit = 4;

/** The e-mail address, in lower case (DEC-63). */
export const username = v.pipe(
  v.string(),
  trimmedText,
  v.toLowerCase(),
  v.check((text) => isEmail(text), notAnAddress),
);

const personName = v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(nameLimit));
const initials = v.pipe(v.string(), trimmedText, v.maxLength(initialsLimit));

const membershipFields = {
  purchaseOrderVisibilityId: v.optional(v.picklist(visibilityScopes)),
  invoiceVisibilityId: v.optional(v.picklist(visibilityScopes)),
  isActive: v.optional(v.boolean()),
  invoiceModuleVisible: v.optional(v.boolean()),
  paymentModuleVisible: v.optional(v.boolean()),
  sendUnapprovedPurchaseOrders: v.optional(v.boolean()),
  displayPoNumbers: v.optional(v.nullable(v.picklist(milestones))),
  specialApprover: v.optional(v.boolean()),
  voidPo: v.optional(v.boolean()),
  voidInvoice: v.optional(v.boolean()),
  readBudget: v.optional(v.boolean()),
  mfaEnabled: v.optional(v.boolean()),
  budgetAccounts: v.optional(v.nullable(accountRanges)),
} as const;

/** `id` comes from the lookup; null for a user without an account (API-66). */
export const newUser = v.object({
  ...membershipFields,
  id: v.nullish(v.pipe(v.string(), v.maxLength(100)), null),
  username,
  firstName: personName,
  lastName: personName,
  initials: v.optional(initials, ''),
  roleId: v.picklist(roles),
});
export type NewUser = v.InferOutput<typeof newUser>;

/** The username cannot change: another one is rejected (API-67). */
export const userChange = v.object({
  ...membershipFields,
  username: v.optional(username),
  firstName: v.optional(personName),
  lastName: v.optional(personName),
  initials: v.optional(initials),
  roleId: v.optional(v.picklist(roles)),
});
export type UserChange = v.InferOutput<typeof userChange>;

/** EP Internal assigns EP Internal, those two assign Studio Admin, and every user manager the other roles (DEC-11). */
export function mayAssign(actor: { role: Role; permissions: Permissions }, role: Role): boolean {
  if (!can(actor.permissions, 'UserManagement', 'FULL')) return false;
  if (role === 'EP Internal') return actor.role === 'EP Internal';
  return role !== 'Studio Admin' || actor.role === 'Studio Admin' || actor.role === 'EP Internal';
}

/** Returns why this user cannot be changed, or null. Users who may not assign a role may not remove it either. */
export function userLock(
  actor: { id: string; role: Role; permissions: Permissions },
  person: Pick<User, 'roleId'>,
): string | null {
  if (!can(actor.permissions, 'UserManagement', 'FULL')) return 'You do not have permission to change users.';
  if (mayAssign(actor, person.roleId)) return null;
  return `Only ${person.roleId === 'EP Internal' ? 'EP Internal' : 'Studio Admin and EP Internal'} can change this user.`;
}

/**
 * Returns why the user's name and two-step sign-in, which apply to all their shows, cannot be changed here, or null.
 */
export function accountLock(
  actor: { permissions: Permissions },
  person: Pick<User, 'isOfOtherStudio'>,
): string | null {
  if (!person.isOfOtherStudio || can(actor.permissions, 'Internal', 'FULL')) return null;
  return 'Another studio also uses this account. Only EP Internal can change this.';
}

/** Users cannot change their own role, status or sight of the budget, so that they do not lock themselves out. */
export function isOwnMembershipChange(
  actor: { id: string },
  person: Pick<User, 'id' | 'roleId' | 'isActive'> & BudgetAccess,
  change: Pick<UserChange, 'roleId' | 'isActive' | keyof BudgetAccess>,
): boolean {
  const { roleId = person.roleId, isActive = person.isActive } = change;
  const isChanged =
    roleId !== person.roleId || isActive !== person.isActive || changesBudgetAccess(person, change);
  return actor.id === person.id && isChanged;
}

/** What a user sees of the budget beyond the role: whether at all, and which accounts (BUD-37, BUD-50). */
type BudgetAccess = Pick<User, 'readBudget' | 'budgetAccounts'>;

export function changesBudgetAccess(
  person: BudgetAccess,
  {
    readBudget = person.readBudget,
    budgetAccounts = person.budgetAccounts,
  }: Pick<UserChange, keyof BudgetAccess>,
): boolean {
  return (
    readBudget !== person.readBudget ||
    JSON.stringify(budgetAccounts) !== JSON.stringify(person.budgetAccounts)
  );
}

/** True for roles that come with figures of the budget, if only with those of issued reports. */
export function comesWithBudget(role: Role): boolean {
  return permissionMatrix[role].Budget !== 'NONE' || isGuarantor({ role });
}

/**
 * Returns the accounts of the budget that a role comes with, when a user who sees only a part gives it: that part.
 * Undefined: the accounts stay as they are, also those to which `readBudget` of the user is limited (BUD-37).
 */
export function givenBudgetAccounts(
  actor: { budgetAccounts: VisibleAccounts },
  before: (Pick<User, 'roleId'> & BudgetAccess) | null,
  role: Role,
): VisibleAccounts | undefined {
  const isDecided =
    before !== null &&
    (comesWithBudget(before.roleId) || (before.readBudget && before.budgetAccounts !== null));
  return actor.budgetAccounts !== null && comesWithBudget(role) && !isDecided
    ? actor.budgetAccounts
    : undefined;
}

/** Returns `DW` for Dana Whitlock. */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toUpperCase();
}
