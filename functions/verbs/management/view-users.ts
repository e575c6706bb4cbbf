import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { can, isApprover } from '#domain/identity/permissions';
import type { FoundUser, User } from '#domain/management/user';
import { ableToApprove } from '#domain/workflow/workflow-template';
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

/** A row of the users' list (API-69, API-70, DEC-92). */
function listedOf({ user, membership }: MemberRow) {
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

/** Everybody who is or was in the show. */
export const membersPlan = ({ directory }: Pick<MembershipContext, 'directory'>) => ({
  members: membersQuery(directory),
});

/** API-70: everybody who is or was in the show, by name. */
export function listUsers({ members }: PlanRows<typeof membersPlan>) {
  return members.map(listedOf);
}

/** API-69, DEC-63: who may stand on a step of such a template; `search` matches name or username. */
export function listApprovers({ members }: PlanRows<typeof membersPlan>, type: TemplateType, search: string) {
  const text = search.trim().toLowerCase();
  return members
    .filter(({ user, membership }) =>
      ableToApprove({ ...membership, isActive: user.isActive && membership.isActive }, type),
    )
    .map(listedOf)
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
/** The same of somebody who is in the show. */
type UserParts = UserRows & { member: MemberRow };

/** Throws `USER_NOT_FOUND`. */
export function partsOf({ member, ...others }: UserRows): UserParts {
  if (!member) throw new Refusal('USER_NOT_FOUND');
  return { member, ...others };
}

/** MG-05: a user of the show on the wire. */
export function userOf({ member, departments, isOfOtherStudio }: UserParts): User {
  const { user, membership } = member;
  const belongs = (members: readonly { userId: string; isActive: boolean }[]) =>
    members.some((one) => one.userId === user.id && one.isActive);
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
    mfaEnabled: user.mfaEnabled,
    originalMfaEnabled: user.mfaEnabled,
    localUser: user.localUser,
    // A studio that describes the person is not told of another one.
    isOfOtherStudio: isOfOtherStudio && membership.describedAs === null,
    departments: departments.filter(({ members }) => belongs(members)).map(({ id, name }) => ({ id, name })),
    approver: isApprover(membership.role),
  };
}

/** API-71: for those who manage users, and for oneself. Throws `USER_NOT_FOUND`, `FORBIDDEN`. */
export function viewUser(context: RequestContext, rows: UserRows): User {
  const user = userOf(partsOf(rows));
  if (user.id !== context.user.id) requirePermission(context.permissions, 'UserManagement', 'READ');
  return user;
}

/**
 * People of another studio are strangers here, except to those who run all of them; and a studio that describes a user
 * knows no more than that (DEC-121).
 */
export function isKnownHere(
  { permissions }: Pick<RequestContext, 'permissions'>,
  { isOfStudio }: RowOf<ReturnType<typeof studioMembershipQuery>>,
): boolean {
  return isOfStudio || can(permissions, 'Internal', 'FULL');
}

/** An account as this show may know it; null for a stranger. */
async function knownHere(context: RequestContext, username: string): Promise<UserRow | null> {
  const { directory, show } = context;
  const user = await read(accountQuery(directory, username));
  if (!user) return null;
  const inStudio = await read(studioMembershipQuery(directory, { userId: user.id, studioId: show.studioId }));
  if (!isKnownHere(context, inStudio)) return null;
  return inStudio.describedAs ? { ...user, ...inStudio.describedAs } : user;
}

/** API-68, DEC-63: whom a username belongs to. Throws `FORBIDDEN`, `USER_NOT_FOUND`. */
export async function lookUpUser(
  context: RequestContext,
  { username, useSmartId }: { username: string; useSmartId: boolean },
): Promise<FoundUser> {
  const { env, directory } = context;
  requirePermission(context.permissions, 'UserManagement', 'READ');
  const name = username.trim().toLowerCase();
  const asksDirectory = useSmartId && hasIdentityDirectory(env);
  const listed = asksDirectory ? await findInDirectory(env, name) : null;
  if (asksDirectory && !listed) throw new Refusal('USER_NOT_FOUND');
  const known = await knownHere(context, listed?.username ?? name);
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
