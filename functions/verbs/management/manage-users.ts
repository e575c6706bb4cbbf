import { createHmac } from 'node:crypto';
import { Refusal } from '#domain/codes';
import { isApprover, isGuarantor } from '#domain/identity/permissions';
import { accountLock, initialsOf, isOwnMembershipChange, mayAssign, userLock } from '#domain/management/user';
import type { UserDescription, NewUser, UserChange } from '#domain/management/user';
import { findInDirectory, hasIdentityDirectory } from '#edges/identity/identity-directory';
import type { DirectoryPerson } from '#edges/identity/identity-directory';
import { closeUserSockets } from '#verbs/identity/close-sockets';
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
import { violatesConstraint, directoryOf } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { endCoversOf } from '#store/show/cover/covers';
import { refreshQueue } from '#store/show/approval/write-workflow';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { inviteUser, mailAdded } from '#verbs/identity/mail-password-link';
import { withIdempotency, storedAnswerPlan, writeAnswer } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { hostOf } from './invite-user.ts';
import { limitBudgetAccounts, logBudgetAccess } from './limit-budget-accounts.ts';
import { membershipOf, membershipRowOf } from './membership-values.ts';
import { isKnownInStudio, partsOf, userOf, type userPlan } from './view-users.ts';
import type { User } from '#domain/management/management-response';

function actorOf({ user, membership, permissions }: RequestContext) {
  return { id: user.id, role: membership.role, permissions };
}

/** The account with that username, and the departments of the show. */
export const newUserPlan = (member: MembershipContext, { username }: Pick<NewUser, 'username'>) => ({
  ...storedAnswerPlan(member),
  account: accountQuery(member.directory, username),
  departments: departmentsQuery(member.store),
});

/**
 * Adds a user to this show: an existing account, a person of the identity directory, or a new local user, who gets an
 * e-mail with a link to set a password (API-66, MG-06). Throws `FORBIDDEN`, `USER_NOT_FOUND` when the directory does
 * not know the person, `EMAIL_USER_MISMATCH` when the username is not that of the lookup (never because an account is
 * of another studio, DEC-121), and `WORKFLOW_CONFLICT` for a member of the show.
 */
export async function createUser(
  context: RequestContext,
  { stored, account, departments }: PlanRows<typeof newUserPlan>,
  draft: NewUser,
): Promise<User> {
  requirePermission(context.permissions, 'UserManagement');
  if (!mayAssign(actorOf(context), draft.roleId)) throw new Refusal('FORBIDDEN');
  const limited = limitBudgetAccounts(context, null, draft);
  return withIdempotency(context, stored, async (answerRow) => {
    const newId = newIdFor(context);
    const { member, isOfOtherStudio } = await addMember(context, account, limited, newId);
    if (!member) throw new Refusal('USER_NOT_FOUND');
    const user = userOf({ member, departments, isOfOtherStudio });
    logBudgetAccess(context, null, user);
    context.runAfterResponse(refreshQueueOf(context, member));
    await writeAnswer(context, answerRow(user));
    return user;
  });
}

/**
 * A retry whose answer was not stored gets the same id and so finds the user that it created. The id is keyed: a sender
 * who could compute it could tell a new account from an existing one.
 */
function newIdFor({ env, show, user, idempotencyKey: key }: RequestContext): string {
  const source = key ? `${show.id} ${user.id} ${key.key} ${key.requestHash}` : crypto.randomUUID();
  const secret = secretOf(env, 'IDENTITY_SECRET');
  return createHmac('sha256', secret).update(`user ${source}`).digest('hex').slice(0, 32);
}

/** The person in the identity directory, null without one. An account of another studio counts as none (DEC-121). */
async function findPerson({ env }: RequestContext, draft: NewUser, known: UserRow | null) {
  if (!hasIdentityDirectory(env) || known?.localUser) return null;
  const person = await findInDirectory(env, draft.username);
  if (!person) throw new Refusal('USER_NOT_FOUND');
  if (person.username !== draft.username) throw new Refusal('EMAIL_USER_MISMATCH');
  return person;
}

function alreadyInShow(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', { message: 'This user is already in the show.' });
}

/** Whether this studio knows an existing account, its membership of the show, and whether another studio has it too. */
async function accountStatusOf(context: RequestContext, userId: string) {
  const { directory, show } = context;
  const { inStudio, ...others } = await readInOneTrip({
    inStudio: studioMembershipQuery(directory, { userId, studioId: show.studioId }),
    member: memberQuery(directory, userId),
    isOfOtherStudio: otherStudioQuery(directory, { userId, studioId: show.studioId }),
  });
  return { isKnown: isKnownInStudio(context, inStudio), describedAs: inStudio.describedAs, ...others };
}

/** Adds an account to the show. One that this studio does not know gets the response of a new account (DEC-121). */
async function addMember(context: RequestContext, account: UserRow | null, draft: NewUser, newId: string) {
  const { env } = context;
  const accountStatus = account && (await accountStatusOf(context, account.id));
  const { member = null, isOfOtherStudio = false } = accountStatus ?? {};
  if (member?.membership.givenBy === newId) return { member, isOfOtherStudio };
  const known = accountStatus?.isKnown ? account : null;
  if (draft.id !== null && known?.id !== draft.id) throw new Refusal('EMAIL_USER_MISMATCH');
  const person = await findPerson(context, draft, known);
  if (!account) return { member: await insertAccount(context, draft, person, newId), isOfOtherStudio: false };
  if (member?.membership.isActive) throw alreadyInShow();
  if (member && !mayAssign(actorOf(context), member.membership.role)) throw new Refusal('FORBIDDEN');
  const membershipRow = membershipRowOf(context, account.id, draft, newId);
  if (known) {
    const describedAs = accountStatus?.describedAs ?? null;
    return { member: await insertMembership(env, { ...membershipRow, describedAs }), isOfOtherStudio };
  }
  const describedAs = descriptionOf(context, draft, person);
  if (describedAs.mfaEnabled) await switchSecondFactorOn(env, account.id);
  const added = await insertMembership(env, { ...membershipRow, describedAs });
  context.runAfterResponse(mailAdded(env, account, hostOf(context)));
  return { member: added, isOfOtherStudio };
}

/** The personal data and sign-in method of a new account. */
function descriptionOf(
  { env }: RequestContext,
  draft: NewUser,
  person: DirectoryPerson | null,
): UserDescription {
  const { firstName, lastName } = person ?? draft;
  // Users of an identity provider have no password here.
  const localUser = !person && env.OIDC_ISSUER === '';
  return {
    firstName,
    lastName,
    initials: draft.initials || initialsOf(firstName, lastName),
    localUser,
    mfaEnabled: localUser && (draft.mfaEnabled ?? false),
  };
}

/** A studio may require a second factor for an account of several studios, but never switch it off. */
async function switchSecondFactorOn(env: Env, userId: string): Promise<void> {
  if (await requireSecondFactor(env, userId)) await closeUserSockets(env, userId);
}

async function insertAccount(
  context: RequestContext,
  draft: NewUser,
  person: DirectoryPerson | null,
  id: string,
): Promise<MemberRow | null> {
  const { env, now } = context;
  const description = descriptionOf(context, draft, person);
  const account = { ...description, id, username: draft.username, createdAt: now };
  let member: MemberRow | null;
  try {
    member = await insertUser(env, account, membershipRowOf(context, id, draft, id));
  } catch (error) {
    if (!violatesConstraint(error, 'UNIQUE', 'users')) throw error;
    // A concurrent request has created the username; a duplicate of this request has created the same account id.
    const existing = await read(memberQuery(directoryOf(env, context.show.id), id));
    if (!existing) throw alreadyInShow();
    return existing;
  }
  const invitation = { userId: id, host: hostOf(context), now };
  if (description.localUser) context.runAfterResponse(inviteUser(env, invitation));
  return member;
}

/** The changed fields that belong to the account and not to a membership; only local users can change them here. */
async function accountOf(
  context: RequestContext,
  user: User,
  change: UserChange,
  isDescribed: boolean,
): Promise<Partial<UserDescription>> {
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
 * Changes a user (API-67, DEC-63). A deactivated user gets no more messages of the show and is signed out when no other
 * show is left (DEC-05). A user whose sign-in method changes is signed out everywhere: sessions of the former method no
 * longer prove the identity (PE-25). Throws `USER_NOT_FOUND`, `FORBIDDEN`, `invalid_parameter` for another username or
 * for names that the identity directory manages.
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
  requireAllowed(context, before, change);
  const limited = limitBudgetAccounts(context, before, change);
  if (change.username !== undefined && change.username !== before.username.toLowerCase()) {
    throw new Refusal('invalid_parameter', { message: 'The username cannot be changed.' });
  }
  const account = await accountOf(context, before, change, parts.member.membership.describedAs !== null);
  const { describedAs } = parts.member.membership;
  if (describedAs) await describe(context, userId, { ...describedAs, ...account });
  const ownChange = describedAs ? {} : account;
  const member = await updateMember(env, { showId: show.id, userId }, ownChange, membershipOf(limited));
  if ('mfaEnabled' in ownChange) await closeUserSockets(env, userId);
  if (!member) throw new Refusal('USER_NOT_FOUND');
  const changesQueue = change.roleId !== undefined || change.isActive !== undefined;
  await Promise.all([
    change.isActive === false && closeAccess(env, userId, show.id),
    // A guarantor gets no events of the show.
    isGuarantor(member.membership) && changesQueue && closeUserSockets(env, userId, show.id),
    changesQueue && refreshQueueOf(context, member),
  ]);
  const user = userOf({ ...parts, member });
  logBudgetAccess(context, before, user);
  return user;
}

async function describe(
  { env, show }: RequestContext,
  userId: string,
  describedAs: UserDescription,
): Promise<void> {
  if (describedAs.mfaEnabled) await switchSecondFactorOn(env, userId);
  await describeMember(env, { userId, studioId: show.studioId }, describedAs);
}

/** Documents are queued only for members whose role may approve (DEC-21). */
function refreshQueueOf({ store, now }: RequestContext, { user, membership }: MemberRow): Promise<void> {
  const mayApprove = membership.isActive && isApprover(membership.role);
  // A cover ends with the role or the membership of its people (COV-05).
  const ended = mayApprove ? [] : endCoversOf(store, user.id, now);
  return store.write([...refreshQueue(store, user.id, mayApprove), ...ended]);
}

function requireAllowed(context: RequestContext, user: User, change: UserChange): void {
  const actor = actorOf(context);
  const { roleId = user.roleId } = change;
  const isRefused = userLock(actor, user) !== null || !mayAssign(actor, roleId);
  if (isRefused || isOwnMembershipChange(actor, user, change)) throw new Refusal('FORBIDDEN');
}

async function closeAccess(env: Env, userId: string, showId: string): Promise<void> {
  const isLast = await endSessionsWithoutShow(env, userId);
  await closeUserSockets(env, userId, isLast ? undefined : showId);
}
