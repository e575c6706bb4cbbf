import { voidTogglesFor } from '#domain/identity/permissions';
import type { NewUser, UserChange } from '#domain/management/user';
import type { RequestContext } from '#verbs/request/context';

type MembershipDraft = Pick<NewUser, 'roleId'> & UserChange;

/** The columns of a membership that a change names. */
export function membershipOf(change: UserChange) {
  const { roleId, purchaseOrderVisibilityId, invoiceVisibilityId } = change;
  const toggles = {
    isActive: change.isActive,
    invoiceModuleVisible: change.invoiceModuleVisible,
    paymentModuleVisible: change.paymentModuleVisible,
    sendUnapprovedPurchaseOrders: change.sendUnapprovedPurchaseOrders,
    displayPoNumbers: change.displayPoNumbers,
    specialApprover: change.specialApprover,
    voidPo: change.voidPo,
    voidInvoice: change.voidInvoice,
    readBudget: change.readBudget,
  };
  const all = {
    role: roleId,
    purchaseOrderVisibility: purchaseOrderVisibilityId,
    invoiceVisibility: invoiceVisibilityId,
    budgetAccounts: change.budgetAccounts,
    ...toggles,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The Void toggles of a new member start from the role (DEC-11); a former member does not see the budget again (BUD-50). */
export function membershipRowOf(
  { show }: Pick<RequestContext, 'show'>,
  userId: string,
  draft: MembershipDraft,
  givenBy: string,
) {
  const defaults = { isActive: true, readBudget: false, ...voidTogglesFor(draft.roleId) };
  return { showId: show.id, userId, role: draft.roleId, givenBy, ...defaults, ...membershipOf(draft) };
}
