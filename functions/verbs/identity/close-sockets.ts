import { log } from '#edges/log';
import { closeSockets, closeSocketsOf } from '#edges/publish-realtime';
import { readShowIdsOf } from '#store/directory/users';

/** Closes the sockets of ended sessions of a user. Calls only the objects of the user's shows (DEC-153). Never throws. */
export async function closeSessionSockets(
  env: Env,
  userId: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length > 0)
    await closeSockets(env, sessions, { userId, showIds: await showIdsOf(env, userId) });
}

/** Closes the sockets of a user who was deactivated, or who left `showId` (DEC-56). Never throws. */
export async function closeUserSockets(env: Env, userId: string, showId?: string): Promise<void> {
  const showIds = showId === undefined ? await showIdsOf(env, userId) : [showId];
  await closeSocketsOf(env, { userId, showIds }, showId);
}

/** The session has already ended, so a failure is left to the objects' regular session check. */
async function showIdsOf(env: Env, userId: string): Promise<string[]> {
  try {
    return await readShowIdsOf(env, userId);
  } catch (error) {
    log('warn', 'sockets not closed', { user: userId }, error);
    return [];
  }
}
