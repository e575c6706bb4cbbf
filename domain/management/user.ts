import * as v from 'valibot';
import { trimmed } from '#domain/values/schema-fields';
import { milestones } from '#domain/document';
import type { Milestone } from '#domain/document';
import { can, roles } from '#domain/identity/permissions';
import type { Permissions, Role } from '#domain/identity/permissions';
import { isEmail, notAnAddress } from '#domain/values/email-address';
import { visibilityScopes } from '#domain/identity/visibility';
import type { VisibilityScope } from '#domain/identity/visibility';

/** MG-05: a person in one show. Ids of roles and scopes are their wire names. */
export interface User {
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  initials: string;
  roleId: Role;
  purchaseOrderVisibilityId: VisibilityScope;
  invoiceVisibilityId: VisibilityScope;
  isActive: boolean;
  invoiceModuleVisible: boolean;
  paymentModuleVisible: boolean;
  sendUnapprovedPurchaseOrders: boolean;
  /** Null: as the show says (DEC-17). */
  displayPoNumbers: Milestone | null;
  specialApprover: boolean;
  voidPo: boolean;
  voidInvoice: boolean;
  mfaEnabled: boolean;
  /** DEC-63: as it was when the user was read. */
  originalMfaEnabled: boolean;
  localUser: boolean;
  /** Active in a show of another studio, too. */
  isOfOtherStudio: boolean;
  /** Of which the user is an active member. */
  departments: { id: string; name: string }[];
  approver: boolean;
}

/** API-68: somebody found by his username; without an id he has no account here yet. */
export interface FoundUser {
  id: string | null;
  username: string;
  firstName: string;
  lastName: string;
  initials: string;
  localUser: boolean;
  /** Whether he is, or was, in this show: then he is edited, not created. */
  isInShow: boolean;
}

/**
 * DEC-121: how the shows of a studio call a person whose account is of another studio: as whoever added them described
 * them, so that nothing tells whether there was an account.
 */
export type Description = Pick<User, 'firstName' | 'lastName' | 'initials' | 'localUser' | 'mfaEnabled'>;

/** The person by the names that the show knows. */
export function namedIn<Person extends Pick<User, 'firstName' | 'lastName' | 'initials'>>(
  person: Person,
  { describedAs }: { describedAs: Description | null },
): Person {
  if (!describedAs) return person;
  const { firstName, lastName, initials } = describedAs;
  return { ...person, firstName, lastName, initials };
}

/** PE-17, in words. */
export const visibilityNames = {
  CREATED_BY_THIS_USER: 'Created by this user',
  IN_THIS_USERS_DEPARTMENT: "In this user's departments",
  ALL: 'All',
} as const satisfies Record<VisibilityScope, string>;

/** What somebody new is offered of a show's documents: administrators all, approvers their departments, others their own. */
export const firstScope = {
  'PO Creator': 'CREATED_BY_THIS_USER',
  'Invoice Creator': 'CREATED_BY_THIS_USER',
  'PO & Invoice Creator': 'CREATED_BY_THIS_USER',
  Approver: 'IN_THIS_USERS_DEPARTMENT',
  'Show Admin': 'ALL',
  'Studio Admin': 'ALL',
  'EP Internal': 'ALL',
} as const satisfies Record<Role, VisibilityScope>;

export const nameLimit = 60;
export const initialsLimit = 4;

/** DEC-63: the e-mail address, in small letters. */
export const username = v.pipe(
  v.string(),
  trimmed,
  v.toLowerCase(),
  v.check((text) => isEmail(text), notAnAddress),
);

const personName = v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(nameLimit));
const initials = v.pipe(v.string(), trimmed, v.maxLength(initialsLimit));

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
  mfaEnabled: v.optional(v.boolean()),
} as const;

/** API-66: `id` is that of the lookup's answer, null for somebody who has no account yet. */
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

/** API-67. A username stays what it is: sending another one is refused. */
export const userChange = v.object({
  ...membershipFields,
  username: v.optional(username),
  firstName: v.optional(personName),
  lastName: v.optional(personName),
  initials: v.optional(initials),
  roleId: v.optional(v.picklist(roles)),
});
export type UserChange = v.InferOutput<typeof userChange>;

/** DEC-11: EP Internal is assigned by EP Internal, Studio Admin by those two, everything else by whoever manages users. */
export function mayAssign(actor: { role: Role; permissions: Permissions }, role: Role): boolean {
  if (!can(actor.permissions, 'UserManagement', 'FULL')) return false;
  if (role === 'EP Internal') return actor.role === 'EP Internal';
  return role !== 'Studio Admin' || actor.role === 'Studio Admin' || actor.role === 'EP Internal';
}

/** Why this person cannot be changed, in words; null when he can. Whoever may not give a role may not take it either. */
export function userLock(
  actor: { id: string; role: Role; permissions: Permissions },
  person: Pick<User, 'roleId'>,
): string | null {
  if (!can(actor.permissions, 'UserManagement', 'FULL')) return 'You do not have permission to change users.';
  if (mayAssign(actor, person.roleId)) return null;
  return `Only ${person.roleId === 'EP Internal' ? 'EP Internal' : 'Studio Admin and EP Internal'} can change this user.`;
}

/** Why name and two-step sign-in, which hold in every show of this person, cannot be changed here; null when they can. */
export function accountLock(
  actor: { permissions: Permissions },
  person: Pick<User, 'isOfOtherStudio'>,
): string | null {
  if (!person.isOfOtherStudio || can(actor.permissions, 'Internal', 'FULL')) return null;
  return 'Another studio also uses this account. Only EP Internal can change this.';
}

/** Nobody locks himself out: one's own role and activity are for others to change. */
export function isOwnMembershipChange(
  actor: { id: string },
  person: Pick<User, 'id' | 'roleId' | 'isActive'>,
  change: Pick<UserChange, 'roleId' | 'isActive'>,
): boolean {
  const { roleId = person.roleId, isActive = person.isActive } = change;
  return actor.id === person.id && (roleId !== person.roleId || isActive !== person.isActive);
}

/** `DW` of Dana Whitlock. */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toUpperCase();
}
