import { closeSockets } from '#edges/publish-realtime';
import { deleteSession, deleteSessionsOf, extendSession } from '#store/directory/sessions';

/** Ends a session (SE, API-47): its cookie opens nothing any more, and its sockets close. */
export async function endSession(env: Env, tokenHash: string): Promise<void> {
  await deleteSession(env, tokenHash);
  await closeSockets(env, tokenHash);
}

/** Ends all sessions of a person, wherever they are open. */
export async function endSessionsOf(env: Env, userId: string): Promise<void> {
  const ended = await deleteSessionsOf(env, userId);
  await Promise.all(ended.map(async (tokenHash) => closeSockets(env, tokenHash)));
}

/** Makes a session last until `expiresAt` (DEC-07). */
export async function prolongSession(env: Env, tokenHash: string, expiresAt: string): Promise<void> {
  await extendSession(env, tokenHash, expiresAt);
}
