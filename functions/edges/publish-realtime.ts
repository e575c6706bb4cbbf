import type { RealtimeMessage } from '#domain/realtime/messages';
import { deployedRegions, regionOfShard } from '#domain/values/regions';
import {
  shardInRegion,
  shardOfShow,
  shardCount,
  type SocketFilter,
  type RealtimeRpc,
} from '#domain/realtime/realtime-shard';
import { log } from './log.ts';
import { realtimeObject } from './realtime-object.ts';

/** The show's database shard, which tells its region. */
interface RealtimeTarget {
  env: Env;
  store: { shard: number };
}

/**
 * Publishes messages of one show to the object with its sockets, in one call after the commit (DEC-56, DEC-100, RT-10).
 * A lost message only costs a refetch, so failures are logged and this never throws.
 */
export async function publish(
  { env, store }: RealtimeTarget,
  ...messages: readonly RealtimeMessage[]
): Promise<void> {
  const deliverable = messages.filter(({ to }) => to.length > 0);
  const [first] = deliverable;
  if (!first) return;
  try {
    const shards = shardCount(env.REALTIME_SHARDS);
    const region = regionOfShard(env.SHARD_REGIONS, store.shard);
    const regions = deployedRegions(env.SHARD_REGIONS);
    const shard = shardInRegion(shardOfShow(first.showId, shards), shards, region, regions);
    await rpcOf(env, shard).tell(...deliverable);
  } catch (error) {
    log('warn', 'realtime message lost', { message: first.event, show: first.showId }, error);
  }
}

/** Closes every socket of an ended session (RT-02, DEC-06). Never throws. */
export async function closeSockets(env: Env, session: string): Promise<void> {
  await closeMatching(env, { session });
}

/** Closes the sockets of a user who was deactivated or left a show (DEC-56). Never throws. */
export async function closeSocketsOf(env: Env, person: { userId: string; showId?: string }): Promise<void> {
  await closeMatching(env, person);
}

/**
 * Calls the whole pool, since each window of a session may show another show. The objects' regular session check
 * corrects failures.
 */
async function closeMatching(env: Env, filter: SocketFilter): Promise<void> {
  const shards = Array.from({ length: shardCount(env.REALTIME_SHARDS) }, (_, shard) => shard);
  const closed = await Promise.allSettled(shards.map(async (shard) => rpcOf(env, shard).close(filter)));
  for (const [shard, result] of closed.entries()) {
    if (result.status === 'rejected') log('warn', 'sockets not closed', { shard }, result.reason);
  }
}

/** The generated binding type lacks the methods of the class. */
function rpcOf(env: Env, shard: number): RealtimeRpc {
  const stub: unknown = realtimeObject(env, shard);
  return stub as RealtimeRpc;
}
