import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { can, isApprover } from '#domain/identity/permissions';
import type { FoundUser, User } from '#domain/management/user';
import { ableToApprove } from '#domain/workflow/workflow-template';
import { findInDirectory, hasIdentityDirectory } from '#edges/identity/identity-directory';
import { isActiveElsewhere, readMember, readMembers, readStanding } from '#store/directory/members';
import type { MemberRow } from '#store/directory/members';
import { findUserByUsername } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import { readDepartments } from '#store/show/management/read-show-context';
import { fullName } from '#verbs/request/context';
import type { Seat, ShowContext } from '#verbs/request/context';
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

/** API-70: everybody who is or was in the show, by name. */
export async function listUsers({ env, store }: ShowContext) {
  return (await store.foreseen.ask(readMembers, env, store.showId)).map(listedOf);
}

/** API-69, DEC-63: who may stand on a step of such a template; `search` matches name or username. */
export async function listApprovers({ env, store }: ShowContext, type: TemplateType, search: string) {
  const wanted = search.trim().toLowerCase();
  const members = await store.foreseen.ask(readMembers, env, store.showId);
  return members
    .filter(({ user, membership }) =>
      ableToApprove({ ...membership, isActive: user.isActive && membership.isActive }, type),
    )
    .map(listedOf)
    .filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(wanted));
}

/** Begins what is told of somebody of the show. */
export function beginUser({ env, show, store }: Seat, userId: string): void {
  store.foreseen.begin(readMember, env, show.id, userId);
  store.foreseen.begin(readDepartments, store);
  store.foreseen.begin(isActiveElsewhere, env, userId, show.studioId);
}

/** Somebody of the show with what is told of him. */
interface PersonParts {
  member: MemberRow;
  departments: Awaited<ReturnType<typeof readDepartments>>;
  isOfOtherStudio: boolean;
}

/** Reads somebody of the show. Throws `USER_NOT_FOUND`. */
export async function partsOf({ env, show, store }: ShowContext, userId: string): Promise<PersonParts> {
  const [member, departments, isOfOtherStudio] = await Promise.all([
    store.foreseen.ask(readMember, env, show.id, userId),
    store.foreseen.ask(readDepartments, store),
    store.foreseen.ask(isActiveElsewhere, env, userId, show.studioId),
  ]);
  if (!member) throw new Refusal('USER_NOT_FOUND');
  return { member, departments, isOfOtherStudio };
}

/** MG-05: somebody of the show. Throws `USER_NOT_FOUND`. */
export async function userIn(context: ShowContext, userId: string): Promise<User> {
  return userOf(await partsOf(context, userId));
}

/** MG-05: the same on the wire. */
export function userOf({ member, departments, isOfOtherStudio }: PersonParts): User {
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
export async function viewUser(context: ShowContext, userId: string): Promise<User> {
  const user = await userIn(context, userId);
  if (user.id !== context.user.id) requirePermission(context.permissions, 'UserManagement', 'READ');
  return user;
}

/**
 * People of another studio are strangers here, except to those who run all of them; and a studio that describes somebody
 * knows no more than that (DEC-121).
 */
export async function standingHere({ env, show, permissions }: ShowContext, userId: string) {
  const { isOfStudio, describedAs } = await readStanding(env, userId, show.studioId);
  return { isKnown: isOfStudio || can(permissions, 'Internal', 'FULL'), describedAs };
}

/** An account as this show may know it; null for a stranger. */
async function knownHere(context: ShowContext, username: string): Promise<UserRow | null> {
  const user = await findUserByUsername(context.env, username);
  const standing = user && (await standingHere(context, user.id));
  if (!user || !standing?.isKnown) return null;
  return standing.describedAs ? { ...user, ...standing.describedAs } : user;
}

/** API-68, DEC-63: whom a username belongs to. Throws `FORBIDDEN`, `USER_NOT_FOUND`. */
export async function lookUpUser(
  context: ShowContext,
  { username, useSmartId }: { username: string; useSmartId: boolean },
): Promise<FoundUser> {
  const { env, show } = context;
  requirePermission(context.permissions, 'UserManagement', 'READ');
  const wanted = username.trim().toLowerCase();
  const asksDirectory = useSmartId && hasIdentityDirectory(env);
  const listed = asksDirectory ? await findInDirectory(env, wanted) : null;
  if (asksDirectory && !listed) throw new Refusal('USER_NOT_FOUND');
  const known = await knownHere(context, listed?.username ?? wanted);
  if (!listed && !known) throw new Refusal('USER_NOT_FOUND');
  const member = known && (await readMember(env, show.id, known.id));
  const names = known ?? { initials: '', localUser: false, ...(listed ?? { firstName: '', lastName: '' }) };
  return {
    id: known?.id ?? null,
    username: listed?.username ?? wanted,
    firstName: names.firstName,
    lastName: names.lastName,
    initials: names.initials,
    localUser: names.localUser,
    isInShow: member !== null,
  };
}
