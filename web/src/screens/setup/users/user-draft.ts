import type { Milestone } from '#domain/document';
import { voidTogglesFor } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { isEmail } from '#domain/values/email-address';
import { firstScope } from '#domain/management/user';
import type { FoundUser, User } from '#domain/management/user';
import type { Complaint } from '../../../forms/error-summary.tsx';
import { userTexts } from './messages.ts';

/** What the form of a user holds: every field of MG-05 that people choose. */
export interface UserDraft extends Omit<
  User,
  | 'id'
  | 'originalMfaEnabled'
  | 'localUser'
  | 'isOfOtherStudio'
  | 'approver'
  | 'departments'
  | 'displayPoNumbers'
> {
  displayPoNumbers: Milestone | null;
  departmentIds: string[];
}

/** What a new user of this role begins with. */
export function startOf(
  role: Role,
): Pick<UserDraft, 'voidPo' | 'voidInvoice' | 'purchaseOrderVisibilityId' | 'invoiceVisibilityId'> {
  const scope = firstScope[role];
  return { ...voidTogglesFor(role), purchaseOrderVisibilityId: scope, invoiceVisibilityId: scope };
}

/** Somebody new begins as a PO creator who sees only what is his. */
export function newDraft(found: FoundUser | null, username: string): UserDraft {
  return {
    username: found?.username ?? username,
    firstName: found?.firstName ?? '',
    lastName: found?.lastName ?? '',
    initials: found?.initials ?? '',
    roleId: 'PO Creator',
    ...startOf('PO Creator'),
    displayPoNumbers: null,
    isActive: true,
    invoiceModuleVisible: false,
    paymentModuleVisible: false,
    specialApprover: false,
    sendUnapprovedPurchaseOrders: false,
    mfaEnabled: false,
    departmentIds: [],
  };
}

export function draftOf(user: User): UserDraft {
  const { id: _id, originalMfaEnabled: _mfa, localUser: _local, approver: _approver, ...rest } = user;
  const { departments, isOfOtherStudio: _other, ...fields } = rest;
  return { ...fields, departmentIds: departments.map(({ id }) => id) };
}

export function checkUser(draft: UserDraft): Complaint[] {
  const complaints: Complaint[] = [];
  if (!isEmail(draft.username.trim())) {
    complaints.push({ field: 'username', text: userTexts.usernameWrong });
  }
  if (draft.firstName.trim() === '') {
    complaints.push({ field: 'firstName', text: userTexts.firstNameMissing });
  }
  if (draft.lastName.trim() === '') complaints.push({ field: 'lastName', text: userTexts.lastNameMissing });
  return complaints;
}

/** API-67: what is other than before; null when nothing is. */
export function changesOf(before: UserDraft, draft: UserDraft): Partial<UserDraft> | null {
  const { departmentIds: _ids, username: _name, ...fields } = draft;
  const changed = Object.entries(fields).filter(([name, value]) => value !== before[name as keyof UserDraft]);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

export function departmentsChanged(before: UserDraft, draft: UserDraft): boolean {
  return before.departmentIds.toSorted().join() !== draft.departmentIds.toSorted().join();
}
