import { readMembership, readUser } from '#store/directory/people';
import { openShow } from './context.ts';
import type { ShowContext } from './context.ts';

/**
 * A show as one of its members sees it now, for work that is done after the request (DEC-13); null for somebody who is
 * no longer active there.
 */
export async function memberContext(
  env: Env,
  { showId, userId }: { showId: string; userId: string },
  now: string,
): Promise<ShowContext | null> {
  const [place, user] = await Promise.all([readMembership(env, showId, userId), readUser(env, userId)]);
  if (!place || !user?.isActive) return null;
  return openShow(env, { ...place, user, now, later: (work) => void work });
}
