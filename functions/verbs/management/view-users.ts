import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { can, isApprover, isGuarantor } from '#domain/identity/permissions';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import { findInDirectory, hasIdentityDirectory } from '#edges/identity/identity-directory';
import { memberQuery, membersQuery, otherStudioQuery, studioMembershipQuery } from '#store/directory/members';
import type { MemberRow } from '#store/directory/members';
import { accountQuery } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import { read } from '#store/d1/query';
import type { PlanRows, RowOf } from '#store/d1/query';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import type { User, UserLookupResult } from '#domain/management/management-response';

/** A row of the list of users (API-69, API-70, DEC-92). */
function listRowOf({ user, membership }: MemberRow) {
  const { id, username, firstName, lastName, initials } = user;
  return {
    id,
    username,
    firstName,
    lastName,
    name: fullName(user),
    initials,
    isActive: user.isActive && membership.isActive,
    roleId: membership.role,
  };
}

/** All current and former members of the show. */
export const membersPlan = ({ directory }: Pick<MembershipContext, 'directory'>) => ({
  members: membersQuery(directory),
});

/**
 * All current and former members of the show, by name (API-70). Only those who manage users see its guarantors, who are
 * not among the people of its documents (BUD-89).
 */
export function listUsers(
  { permissions }: Pick<RequestContext, 'permissions'>,
  { members }: PlanRows<typeof membersPlan>,
) {
  const seesGuarantors = can(permissions, 'UserManagement', 'READ');
  return members.filter(({ membership }) => seesGuarantors || !isGuarantor(membership)).map(listRowOf);
}

/** The members who may be approvers on a step of this type; `search` matches name or username (API-69, DEC-63). */
export function listApprovers({ members }: PlanRows<typeof membersPlan>, type: TemplateType, search: string) {
  const text = search.trim().toLowerCase();
  return members
    .filter(({ user, membership }) =>
      isEligibleApprover({ ...membership, isActive: user.isActive && membership.isActive }, type),
    )
    .map(listRowOf)
    .filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(text));
}

/** A user of the show, its departments, and whether the user is active in a show of another studio. */
export const userPlan = (
  { store, directory, show }: Pick<MembershipContext, 'store' | 'directory' | 'show'>,
  userId: string,
) => ({
  member: memberQuery(directory, userId),
  departments: departmentsQuery(store),
  isOfOtherStudio: otherStudioQuery(directory, { userId, studioId: show.studioId }),
});

type UserRows = PlanRows<typeof userPlan>;
/** The same for a user who is in the show. */
type UserParts = UserRows & { member: MemberRow };

/** Throws `USER_NOT_FOUND`. */
export function partsOf({ member, ...others }: UserRows): UserParts {
  if (!member) throw new Refusal('USER_NOT_FOUND');
  return { member, ...others };
}

/** A user of the show as the API returns it (MG-05). */
export function userOf({ member, departments, isOfOtherStudio }: UserParts): User {
  const { user, membership } = member;
  const belongs = (members: readonly { userId: string; isActive: boolean }[]) =>
    !isGuarantor(membership) && members.some((one) => one.userId === user.id && one.isActive);
  return {
    id: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    initials: user.initials,
    roleId: membership.role,
    purchaseOrderVisibilityId: membership.purchaseOrderVisibility,
    invoiceVisibilityId: membership.invoiceVisibility,
    isActive: user.isActive && membership.isActive,
    invoiceModuleVisible: membership.invoiceModuleVisible,
    paymentModuleVisible: membership.paymentModuleVisible,
    sendUnapprovedPurchaseOrders: membership.sendUnapprovedPurchaseOrders,
    displayPoNumbers: membership.displayPoNumbers,
    specialApprover: membership.specialApprover,
    voidPo: membership.voidPo,
    voidInvoice: membership.voidInvoice,
    readBudget: membership.readBudget,
    budgetAccounts: membership.budgetAccounts,
    mfaEnabled: user.mfaEnabled,
    originalMfaEnabled: user.mfaEnabled,
    localUser: user.localUser,
    // A studio that has entered its own data for the user must not learn of another studio.
    isOfOtherStudio: isOfOtherStudio && membership.describedAs === null,
    departments: departments.filter(({ members }) => belongs(members)).map(({ id, name }) => ({ id, name })),
    approver: isApprover(membership.role),
  };
}

/** A user, for those who manage users and for the user themselves (API-71). Throws `USER_NOT_FOUND`, `FORBIDDEN`. */
export function viewUser(context: RequestContext, rows: UserRows): User {
  const user = userOf(partsOf(rows));
  if (user.id !== context.user.id) requirePermission(context.permissions, 'UserManagement', 'READ');
  return user;
}

/**
 * Users of another studio are unknown here, except to administrators of all studios. A studio that has entered its own
 * data for a user sees only that (DEC-121).
 */
export function isKnownInStudio(
  { permissions }: Pick<RequestContext, 'permissions'>,
  { isOfStudio }: RowOf<ReturnType<typeof studioMembershipQuery>>,
): boolean {
  return isOfStudio || can(permissions, 'Internal', 'FULL');
}

/** The account as this show may see it, or null when it is unknown here. */
async function findKnownAccount(context: RequestContext, username: string): Promise<UserRow | null> {
  const { directory, show } = context;
  const user = await read(accountQuery(directory, username));
  if (!user) return null;
  const inStudio = await read(studioMembershipQuery(directory, { userId: user.id, studioId: show.studioId }));
  if (!isKnownInStudio(context, inStudio)) return null;
  return inStudio.describedAs ? { ...user, ...inStudio.describedAs } : user;
}

/** Finds the user of a username (API-68, DEC-63). Throws `FORBIDDEN`, `USER_NOT_FOUND`. */
export async function lookUpUser(
  context: RequestContext,
  { username, useSmartId }: { username: string; useSmartId: boolean },
): Promise<UserLookupResult> {
  const { env, directory } = context;
  requirePermission(context.permissions, 'UserManagement', 'READ');
  const name = username.trim().toLowerCase();
  const usesDirectory = useSmartId && hasIdentityDirectory(env);
  const listed = usesDirectory ? await findInDirectory(env, name) : null;
  if (usesDirectory && !listed) throw new Refusal('USER_NOT_FOUND');
  const known = await findKnownAccount(context, listed?.username ?? name);
  if (!listed && !known) throw new Refusal('USER_NOT_FOUND');
  const member = known && (await read(memberQuery(directory, known.id)));
  const names = known ?? { initials: '', localUser: false, ...(listed ?? { firstName: '', lastName: '' }) };
  return {
    id: known?.id ?? null,
    username: listed?.username ?? name,
    firstName: names.firstName,
    lastName: names.lastName,
    initials: names.initials,
    localUser: names.localUser,
    isInShow: member !== null,
  };
}
