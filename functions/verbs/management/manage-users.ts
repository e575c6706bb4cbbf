import { createHmac } from 'node:crypto';
import { Refusal } from '#domain/codes';
import { isApprover, voidTogglesFor } from '#domain/identity/permissions';
import { accountLock, initialsOf, isOwnMembershipChange, mayAssign, userLock } from '#domain/management/user';
import type { Description, NewUser, User, UserChange } from '#domain/management/user';
import { findInDirectory, hasIdentityDirectory } from '#edges/identity/identity-directory';
import type { DirectoryPerson } from '#edges/identity/identity-directory';
import { closeSocketsOf } from '#edges/publish-realtime';
import { secretOf } from '#edges/deployment-secret';
import {
  describeMember,
  endSessionsWithoutShow,
  insertMembership,
  insertUser,
  memberQuery,
  otherStudioQuery,
  readRolesOf,
  requireSecondFactor,
  studioMembershipQuery,
  updateMember,
} from '#store/directory/members';
import type { MemberRow } from '#store/directory/members';
import { accountQuery } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import { violates, directoryOf } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { refreshQueue } from '#store/show/approval/write-workflow';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { inviteUser, mailAdded } from '#verbs/identity/mail-password-link';
import { once, storedAnswerPlan, writeKept } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { hostOf } from './invite-user.ts';
import { isKnownHere, partsOf, userOf } from './view-users.ts';
import type { userPlan } from './view-users.ts';

type MembershipDraft = Pick<NewUser, 'roleId'> & UserChange;

function actorOf({ user, membership, permissions }: RequestContext) {
  return { id: user.id, role: membership.role, permissions };
}

/** The columns of a seat that are named in a change. */
function membershipOf(change: UserChange) {
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
  };
  const all = {
    role: roleId,
    purchaseOrderVisibility: purchaseOrderVisibilityId,
    invoiceVisibility: invoiceVisibilityId,
    ...toggles,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** DEC-11: the Void toggles of somebody who is just given a role start from it. */
function membershipRowOf({ show }: RequestContext, userId: string, draft: MembershipDraft, givenBy: string) {
  const given = { isActive: true, ...voidTogglesFor(draft.roleId), ...membershipOf(draft) };
  return { showId: show.id, userId, role: draft.roleId, givenBy, ...given };
}

/** What decides about a new user: the account with that username, and the departments of the show. */
export const newUserPlan = (
  { store, directory, user }: Pick<MembershipContext, 'store' | 'directory' | 'user'>,
  { username }: Pick<NewUser, 'username'>,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan({ store, user }, repeat),
  account: accountQuery(directory, username),
  departments: departmentsQuery(store),
});

/**
 * Adds a user to this show (API-66, MG-06): one who has an account, one whom the identity directory knows, or a new local
 * user, who gets an e-mail with a link to set a password. Throws `FORBIDDEN`, `USER_NOT_FOUND` for one whom the directory does not
 * know, `EMAIL_USER_MISMATCH` when the username is not that of the lookup (never because an account is of another
 * studio, DEC-121), and `WORKFLOW_CONFLICT` for a member of the show.
 */
export async function createUser(
  context: RequestContext,
  { stored, account, departments }: PlanRows<typeof newUserPlan>,
  draft: NewUser,
  repeat: Repeat | null,
): Promise<User> {
  requirePermission(context.permissions, 'UserManagement');
  if (!mayAssign(actorOf(context), draft.roleId)) throw new Refusal('FORBIDDEN');
  return once(context, repeat, stored, async (keep) => {
    const newId = newIdFor(context, repeat);
    const { member, isOfOtherStudio } = await settle(context, account, draft, newId);
    if (!member) throw new Refusal('USER_NOT_FOUND');
    const user = userOf({ member, departments, isOfOtherStudio });
    context.later(refreshQueueOf(context, member));
    await writeKept(context, keep(user));
    return user;
  });
}

/**
 * The same request again, whose answer was not kept, finds what it made. Keyed, because an id that its sender could
 * compute would tell a new account from one that was there.
 */
function newIdFor({ env, show, user }: RequestContext, repeat: Repeat | null): string {
  const source = repeat ? `${show.id} ${user.id} ${repeat.key} ${repeat.requestHash}` : crypto.randomUUID();
  const key = secretOf(env, 'IDENTITY_SECRET');
  return createHmac('sha256', key).update(`user ${source}`).digest('hex').slice(0, 32);
}

/** Who the directory says this is; null where nobody is asked. A stranger's account counts as none (DEC-121). */
async function listedAs({ env }: RequestContext, draft: NewUser, known: UserRow | null) {
  if (!hasIdentityDirectory(env) || known?.localUser) return null;
  const listed = await findInDirectory(env, draft.username);
  if (!listed) throw new Refusal('USER_NOT_FOUND');
  if (listed.username !== draft.username) throw new Refusal('EMAIL_USER_MISMATCH');
  return listed;
}

function isHere(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', { message: 'This user is already in the show.' });
}

/** What decides about an account that exists: whether it may be seen from here, its seat, and where else it is active. */
async function standingOf(context: RequestContext, userId: string) {
  const { directory, show } = context;
  const { inStudio, ...others } = await readInOneTrip({
    inStudio: studioMembershipQuery(directory, { userId, studioId: show.studioId }),
    member: memberQuery(directory, userId),
    isOfOtherStudio: otherStudioQuery(directory, { userId, studioId: show.studioId }),
  });
  return { isKnown: isKnownHere(context, inStudio), describedAs: inStudio.describedAs, ...others };
}

/**
 * Whom the seat is for, and the seat as it now is. The account of somebody whom this studio does not know gets a seat as a
 * new account would: the answer is the same (DEC-121).
 */
async function settle(context: RequestContext, account: UserRow | null, draft: NewUser, newId: string) {
  const { env } = context;
  const standing = account && (await standingOf(context, account.id));
  const { member = null, isOfOtherStudio = false } = standing ?? {};
  if (member?.membership.givenBy === newId) return { member, isOfOtherStudio };
  const known = standing?.isKnown ? account : null;
  if (draft.id !== null && known?.id !== draft.id) throw new Refusal('EMAIL_USER_MISMATCH');
  const listed = await listedAs(context, draft, known);
  if (!account) return { member: await insertAccount(context, draft, listed, newId), isOfOtherStudio: false };
  if (member?.membership.isActive) throw isHere();
  if (member && !mayAssign(actorOf(context), member.membership.role)) throw new Refusal('FORBIDDEN');
  const membershipRow = membershipRowOf(context, account.id, draft, newId);
  if (known) {
    const describedAs = standing?.describedAs ?? null;
    return { member: await insertMembership(env, { ...membershipRow, describedAs }), isOfOtherStudio };
  }
  const describedAs = descriptionOf(context, draft, listed);
  if (describedAs.mfaEnabled) await switchSecondFactorOn(env, account.id);
  const added = await insertMembership(env, { ...membershipRow, describedAs });
  context.later(mailAdded(env, account, hostOf(context)));
  return { member: added, isOfOtherStudio };
}

/** What a new account says of its person. */
function descriptionOf({ env }: RequestContext, draft: NewUser, listed: DirectoryPerson | null): Description {
  const { firstName, lastName } = listed ?? draft;
  // Who signs in with an identity provider has no password here.
  const localUser = !listed && env.OIDC_ISSUER === '';
  return {
    firstName,
    lastName,
    initials: draft.initials || initialsOf(firstName, lastName),
    localUser,
    mfaEnabled: localUser && (draft.mfaEnabled ?? false),
  };
}

/** A studio may ask for more than another one does, never for less: nothing here switches it off. */
async function switchSecondFactorOn(env: Env, userId: string): Promise<void> {
  if (await requireSecondFactor(env, userId)) await closeSocketsOf(env, { userId });
}

async function insertAccount(
  context: RequestContext,
  draft: NewUser,
  listed: DirectoryPerson | null,
  id: string,
): Promise<MemberRow | null> {
  const { env, now } = context;
  const description = descriptionOf(context, draft, listed);
  const account = { ...description, id, username: draft.username, createdAt: now };
  let member: MemberRow | null;
  try {
    member = await insertUser(env, account, membershipRowOf(context, id, draft, id));
  } catch (error) {
    if (!violates(error, 'UNIQUE', 'users')) throw error;
    // Somebody else was faster with the same username; a twin of this request gave the same account.
    const existing = await read(memberQuery(directoryOf(env, context.show.id), id));
    if (!existing) throw isHere();
    return existing;
  }
  if (description.localUser) context.later(inviteUser(env, { userId: id, host: hostOf(context), now }));
  return member;
}

/** What belongs to the account and not to one show; only local users have it from here. */
async function accountOf(
  context: RequestContext,
  user: User,
  change: UserChange,
  isDescribed: boolean,
): Promise<Partial<Description>> {
  const { firstName, lastName, initials, mfaEnabled } = change;
  const all = { firstName, lastName, initials, mfaEnabled };
  const changed = Object.entries(all).filter(
    ([name, value]) => value !== undefined && value !== user[name as keyof typeof all],
  );
  if (changed.length === 0) return {};
  if (!user.localUser)
    throw new Refusal('invalid_parameter', {
      message:
        'This user signs in with an organization account, so name and two-step sign-in cannot be changed here.',
    });
  if (isDescribed) return Object.fromEntries(changed);
  if (accountLock(context, user) !== null) throw new Refusal('FORBIDDEN');
  const roles = await readRolesOf(context.env, user.id);
  if (!roles.every((role) => mayAssign(actorOf(context), role))) throw new Refusal('FORBIDDEN');
  return Object.fromEntries(changed);
}

/**
 * API-67, DEC-63. Who is deactivated hears of the show no more, and is signed out when no other show is left (DEC-05);
 * so is, everywhere, whoever signs in another way from now on (PE-25): a session begun the former way proves no longer who it is.
 * Throws `USER_NOT_FOUND`, `FORBIDDEN`, `invalid_parameter` for another username or for names that the identity
 * directory keeps.
 */
export async function changeUser(
  context: RequestContext,
  rows: PlanRows<typeof userPlan>,
  change: UserChange,
): Promise<User> {
  const { env, show } = context;
  const parts = partsOf(rows);
  const before = userOf(parts);
  const userId = before.id;
  mustBeAllowed(context, before, change);
  if (change.username !== undefined && change.username !== before.username.toLowerCase()) {
    throw new Refusal('invalid_parameter', { message: 'The username cannot be changed.' });
  }
  const account = await accountOf(context, before, change, parts.member.membership.describedAs !== null);
  const { describedAs } = parts.member.membership;
  if (describedAs) await describe(context, userId, { ...describedAs, ...account });
  const own = describedAs ? {} : account;
  const member = await updateMember(env, { showId: show.id, userId }, own, membershipOf(change));
  if ('mfaEnabled' in own) await closeSocketsOf(env, { userId });
  if (!member) throw new Refusal('USER_NOT_FOUND');
  const changesQueue = change.roleId !== undefined || change.isActive !== undefined;
  await Promise.all([
    change.isActive === false && showOut(env, userId, show.id),
    changesQueue && refreshQueueOf(context, member),
  ]);
  return userOf({ ...parts, member });
}

async function describe(
  { env, show }: RequestContext,
  userId: string,
  describedAs: Description,
): Promise<void> {
  if (describedAs.mfaEnabled) await switchSecondFactorOn(env, userId);
  await describeMember(env, { userId, studioId: show.studioId }, describedAs);
}

/** DEC-21: documents wait only for members whose role may approve. */
function refreshQueueOf({ store }: RequestContext, { user, membership }: MemberRow): Promise<void> {
  const mayApprove = membership.isActive && isApprover(membership.role);
  return store.write(refreshQueue(store, user.id, mayApprove));
}

function mustBeAllowed(context: RequestContext, user: User, change: UserChange): void {
  const actor = actorOf(context);
  const { roleId = user.roleId } = change;
  const isRefused = userLock(actor, user) !== null || !mayAssign(actor, roleId);
  if (isRefused || isOwnMembershipChange(actor, user, change)) throw new Refusal('FORBIDDEN');
}

async function showOut(env: Env, userId: string, showId: string): Promise<void> {
  const isLast = await endSessionsWithoutShow(env, userId);
  await closeSocketsOf(env, isLast ? { userId } : { userId, showId });
}
