import { deleteSession, deleteSessionsOf, extendSession } from '#store/directory/sessions';
import { closeSessionSockets } from './close-sockets.ts';

/** Ends a session: its cookie becomes invalid, and its sockets close (SE, API-47). */
export async function endSession(env: Env, tokenHash: string): Promise<void> {
  const userId = await deleteSession(env, tokenHash);
  if (userId !== null) await closeSessionSockets(env, userId, [tokenHash]);
}

export async function endSessionsOf(env: Env, userId: string): Promise<void> {
  const ended = await deleteSessionsOf(env, userId);
  await closeSessionSockets(env, userId, ended);
}

/** Extends a session until `expiresAt` (DEC-07). */
export async function prolongSession(env: Env, tokenHash: string, expiresAt: string): Promise<void> {
  await extendSession(env, tokenHash, expiresAt);
}
