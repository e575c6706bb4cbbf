import type { LiveMessage } from '#domain/realtime/messages';
import {
  shardName,
  shardOfShow,
  shardsIn,
  type Closing,
  type LiveReceiver,
} from '#domain/realtime/realtime-shard';
import { log } from './log.ts';

/**
 * Hands messages of one show to the object where its sockets are (DEC-56, DEC-100, RT-10), in one call. After the commit.
 * They are hints that cost a refetch when lost, so this never throws: a failure is logged and forgotten.
 */
export async function tell(env: Env, ...messages: readonly LiveMessage[]): Promise<void> {
  const addressed = messages.filter(({ to }) => to.length > 0);
  const [first] = addressed;
  if (!first) return;
  try {
    const shard = shardOfShow(first.showId, shardsIn(env.REALTIME_SHARDS));
    await receiverOf(env, shard).tell(...addressed);
  } catch (error) {
    log('warn', 'live message lost', { message: first.event, show: first.showId }, error);
  }
}

/** Closes every socket of a session that has ended (RT-02, DEC-06). Never throws. */
export async function closeSockets(env: Env, session: string): Promise<void> {
  await closeWhere(env, { session });
}

/** Closes the sockets of a user who was deactivated, or who has left a show (DEC-56). Never throws. */
export async function closeSocketsOf(env: Env, person: { userId: string; showId?: string }): Promise<void> {
  await closeWhere(env, person);
}

/**
 * Asks the whole pool, because each window of a session is in a show of its own. What is lost here is noticed when the
 * objects look at their sessions again.
 */
async function closeWhere(env: Env, whose: Closing): Promise<void> {
  const shards = Array.from({ length: shardsIn(env.REALTIME_SHARDS) }, (_, shard) => shard);
  const closed = await Promise.allSettled(shards.map(async (shard) => receiverOf(env, shard).close(whose)));
  for (const [shard, result] of closed.entries()) {
    if (result.status === 'rejected') log('warn', 'sockets not closed', { shard }, result.reason);
  }
}

/** The generated binding type does not know the class, whose methods these are. */
function receiverOf(env: Env, shard: number): LiveReceiver {
  const stub: unknown = env.REALTIME.getByName(shardName(shard));
  return stub as LiveReceiver;
}
