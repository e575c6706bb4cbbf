import { namedIn } from '#domain/management/user';
import { readMembership, readUser } from '#store/directory/users';
import { loadRequestContext } from './context.ts';
import type { Membership, RequestContext } from './context.ts';

interface Member {
  showId: string;
  userId: string;
}

/** Where somebody stands now, for work that is done after the request: rights are those of now. Null for no member. */
export async function placeOf(env: Env, { showId, userId }: Member): Promise<Membership | null> {
  const [place, user] = await Promise.all([readMembership(env, showId, userId), readUser(env, userId)]);
  return place && user && { ...place, user: namedIn(user, place.membership) };
}

/**
 * The show as that member sees it (DEC-13); null for somebody who is no longer active there. What comes of work that may
 * outlive it is nobody's to know.
 */
export async function memberContext(env: Env, member: Member, now: string): Promise<RequestContext | null> {
  const place = await placeOf(env, member);
  const later = (work: Promise<unknown>) => void work.catch(() => undefined);
  return place && loadRequestContext(env, { ...place, now, later });
}
