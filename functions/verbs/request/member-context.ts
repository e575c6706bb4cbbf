import { isGuarantor } from '#domain/identity/permissions';
import { withDescription } from '#domain/management/user';
import { readMembership, readUser } from '#store/directory/users';
import { loadRequestContext } from './context.ts';
import type { Membership, RequestContext } from './context.ts';

interface Member {
  showId: string;
  userId: string;
}

/**
 * A user's current membership, for work after the request; null for a user who is no longer a member, and for a
 * guarantor, for whom no document is read or changed (BUD-88).
 */
export async function loadMembership(env: Env, { showId, userId }: Member): Promise<Membership | null> {
  const [row, user] = await Promise.all([readMembership(env, showId, userId), readUser(env, userId)]);
  if (!row || !user || isGuarantor(row.membership)) return null;
  return { ...row, user: withDescription(user, row.membership) };
}

/**
 * The request context of a member (DEC-13); null for a user who is no longer active in the show. Failures of work that
 * runs after the response are ignored.
 */
export async function memberContext(env: Env, member: Member, now: string): Promise<RequestContext | null> {
  const membership = await loadMembership(env, member);
  const runAfterResponse = (work: Promise<unknown>) => void work.catch(() => undefined);
  return membership && loadRequestContext(env, { ...membership, now, runAfterResponse });
}
