import type { Milestone } from '#domain/document';
import { isEmptyRange } from '#domain/budget/account-ranges';
import { voidTogglesFor } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { isEmail } from '#domain/values/email-address';
import { comesWithBudget, defaultScope } from '#domain/management/user';
import type { FormError } from '../../../forms/error-summary.tsx';
import { userTexts } from './messages.ts';
import type { User, UserLookupResult } from '#domain/management/management-response';

/** The fields of MG-05 that the form can change. */
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

export function roleDefaults(
  role: Role,
): Pick<UserDraft, 'voidPo' | 'voidInvoice' | 'purchaseOrderVisibilityId' | 'invoiceVisibilityId'> {
  const scope = defaultScope[role];
  return { ...voidTogglesFor(role), purchaseOrderVisibilityId: scope, invoiceVisibilityId: scope };
}

/** A new user starts as a PO Creator who sees only their own documents. */
export function newDraft(found: UserLookupResult | null, username: string): UserDraft {
  return {
    username: found?.username ?? username,
    firstName: found?.firstName ?? '',
    lastName: found?.lastName ?? '',
    initials: found?.initials ?? '',
    roleId: 'PO Creator',
    ...roleDefaults('PO Creator'),
    displayPoNumbers: null,
    isActive: true,
    invoiceModuleVisible: false,
    paymentModuleVisible: false,
    specialApprover: false,
    sendUnapprovedPurchaseOrders: false,
    mfaEnabled: false,
    readBudget: false,
    budgetAccounts: null,
    departmentIds: [],
  };
}

export function draftOf(user: User): UserDraft {
  const { id: _id, originalMfaEnabled: _mfa, localUser: _local, approver: _approver, ...rest } = user;
  const { departments, isOfOtherStudio: _other, ...fields } = rest;
  return { ...fields, departmentIds: departments.map(({ id }) => id) };
}

export function checkUser(draft: UserDraft): FormError[] {
  const errors: FormError[] = [];
  if (!isEmail(draft.username.trim())) {
    errors.push({ field: 'username', text: userTexts.usernameWrong });
  }
  if (draft.firstName.trim() === '') {
    errors.push({ field: 'firstName', text: userTexts.firstNameMissing });
  }
  if (draft.lastName.trim() === '') errors.push({ field: 'lastName', text: userTexts.lastNameMissing });
  return [...errors, ...rangeErrors(draft)];
}

/** Whether the role reads budgets or the user may besides it (BUD-50). */
export const seesBudget = ({ roleId, readBudget }: UserDraft): boolean =>
  readBudget || comesWithBudget(roleId);

function rangeErrors(draft: UserDraft): FormError[] {
  const { budgetAccounts } = draft;
  if (!seesBudget(draft)) return [];
  return (budgetAccounts ?? []).flatMap(({ from, to }, index): FormError[] => {
    const missing = Object.entries({ from, to }).filter(([, code]) => code.trim() === '');
    if (missing.length > 0)
      return missing.map(([end]) => ({
        field: `budgetAccounts.${index}.${end}`,
        text: userTexts.accountMissing,
      }));
    const isReversed = isEmptyRange({ from: from.trim(), to: to.trim() });
    return isReversed ? [{ field: `budgetAccounts.${index}.to`, text: userTexts.rangeReversed }] : [];
  });
}

/** The draft without ranges that the form no longer shows. */
export const withShownRanges = (draft: UserDraft, before: Pick<UserDraft, 'budgetAccounts'>): UserDraft =>
  seesBudget(draft) ? draft : { ...draft, budgetAccounts: before.budgetAccounts };

/** The changed fields. Null without changes (API-67). */
export function changesOf(before: UserDraft, draft: UserDraft): Partial<UserDraft> | null {
  const { departmentIds: _ids, username: _name, ...fields } = withShownRanges(draft, before);
  const changed = Object.entries(fields).filter(([name, value]) => value !== before[name as keyof UserDraft]);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

export function departmentsChanged(before: UserDraft, draft: UserDraft): boolean {
  return before.departmentIds.toSorted().join() !== draft.departmentIds.toSorted().join();
}
