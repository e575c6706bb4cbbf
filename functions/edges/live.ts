import type { LiveMessage } from '#domain/live';
import { shardName, shardOfShow, shardsIn, type LiveReceiver } from '#domain/realtime-shard';
import { log } from './log.ts';

/**
 * Hands a message to the object where the show's sockets are (DEC-56, DEC-100, RT-10). Call it after the commit. The
 * message is a hint that costs a refetch when lost, so this never throws: a failure is logged and forgotten.
 */
export async function tell(env: Env, message: LiveMessage): Promise<void> {
  if (message.to.length === 0) return;
  try {
    const shard = shardOfShow(message.showId, shardsIn(env.REALTIME_SHARDS));
    await receiverOf(env, shard).tell(message);
  } catch (error) {
    log('warn', 'live message lost', { message: message.event, show: message.showId }, error);
  }
}

/**
 * Closes every socket of a session that has ended (RT-02, DEC-06). It asks the whole pool, because a socket stays where
 * the show was that the session had selected when it was opened. Never throws: what is lost here is noticed when the
 * objects look at their sessions again.
 */
export async function closeSockets(env: Env, session: string): Promise<void> {
  const shards = Array.from({ length: shardsIn(env.REALTIME_SHARDS) }, (_, shard) => shard);
  const closed = await Promise.allSettled(
    shards.map(async (shard) => receiverOf(env, shard).closeSession(session)),
  );
  for (const [shard, result] of closed.entries()) {
    if (result.status === 'rejected') log('warn', 'sockets not closed', { shard }, result.reason);
  }
}

/** The generated binding type does not know the class, whose methods these are. */
function receiverOf(env: Env, shard: number): LiveReceiver {
  const stub: unknown = env.REALTIME.getByName(shardName(shard));
  return stub as LiveReceiver;
}
