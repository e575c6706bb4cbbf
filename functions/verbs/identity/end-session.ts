import { closeSockets } from '#edges/publish-realtime';
import { deleteSession, deleteSessionsOf, extendSession } from '#store/directory/sessions';

/** Ends a session: its cookie becomes invalid, and its sockets close (SE, API-47). */
export async function endSession(env: Env, tokenHash: string): Promise<void> {
  await deleteSession(env, tokenHash);
  await closeSockets(env, tokenHash);
}

export async function endSessionsOf(env: Env, userId: string): Promise<void> {
  const ended = await deleteSessionsOf(env, userId);
  await Promise.all(ended.map(async (tokenHash) => closeSockets(env, tokenHash)));
}

/** Extends a session until `expiresAt` (DEC-07). */
export async function prolongSession(env: Env, tokenHash: string, expiresAt: string): Promise<void> {
  await extendSession(env, tokenHash, expiresAt);
}
