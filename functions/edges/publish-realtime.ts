import type { RealtimeMessage } from '#domain/realtime/messages';
import { deployedRegions, regionOfShard } from '#domain/values/regions';
import {
  shardInRegion,
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
 * Publishes messages of one show to the objects with its users' sockets, in one call to each after the commit (DEC-56,
 * DEC-100, RT-10). A lost message only costs a refetch, so failures are logged and this never throws.
 */
export async function publish(
  { env, store }: RealtimeTarget,
  ...messages: readonly RealtimeMessage[]
): Promise<void> {
  const shards = shardCount(env.REALTIME_SHARDS);
  const region = regionOfShard(env.SHARD_REGIONS, store.shard);
  const regions = deployedRegions(env.SHARD_REGIONS);
  const byShard = new Map<number, RealtimeMessage[]>();
  for (const message of messages) {
    const users = Map.groupBy(message.to, (userId) =>
      shardInRegion({ showId: message.showId, userId, region }, shards, regions),
    );
    for (const [shard, to] of users) byShard.set(shard, [...(byShard.get(shard) ?? []), { ...message, to }]);
  }
  await Promise.all(
    [...byShard].map(async ([shard, batch]) => {
      try {
        await rpcOf(env, shard).tell(...batch);
      } catch (error) {
        const [first] = batch;
        log(
          'warn',
          'realtime message lost',
          { message: first?.event ?? null, show: first?.showId ?? null },
          error,
        );
      }
    }),
  );
}

/** Where a user may have windows: in one of these shows, or in none. */
export interface SocketPlace {
  userId: string;
  showIds: readonly string[];
}

/** Closes every socket of ended sessions of one user (RT-02, DEC-06). Never throws. */
export async function closeSockets(
  env: Env,
  sessions: readonly string[],
  { userId, showIds }: SocketPlace,
): Promise<void> {
  await closeMatching(env, { sessions }, { userId, showIds: [...showIds, ''] });
}

/** Closes the sockets of a user who was deactivated or left a show (DEC-56). Never throws. */
export async function closeSocketsOf(
  env: Env,
  { userId, showIds }: SocketPlace,
  showId?: string,
): Promise<void> {
  const filter = showId === undefined ? { userId } : { userId, showId };
  await closeMatching(env, filter, { userId, showIds: showId === undefined ? [...showIds, ''] : [showId] });
}

/** Calls only the objects that may hold such sockets. The objects' regular session check corrects failures. */
async function closeMatching(
  env: Env,
  filter: SocketFilter,
  { userId, showIds }: SocketPlace,
): Promise<void> {
  const pool = shardCount(env.REALTIME_SHARDS);
  // The regions of these shows are not known here: another region costs a call for nothing.
  const deployed = deployedRegions(env.SHARD_REGIONS);
  const regions = deployed.length > 0 ? deployed : [null];
  const found = showIds.flatMap((showId) =>
    regions.map((region) => shardInRegion({ showId, userId, region }, pool, deployed)),
  );
  const shards = [...new Set(found)];
  const closed = await Promise.allSettled(shards.map(async (shard) => rpcOf(env, shard).close(filter)));
  for (const [at, result] of closed.entries()) {
    if (result.status === 'rejected')
      log('warn', 'sockets not closed', { shard: shards[at] ?? null }, result.reason);
  }
}

/** The generated binding type lacks the methods of the class. */
function rpcOf(env: Env, shard: number): RealtimeRpc {
  const stub: unknown = realtimeObject(env, shard);
  return stub as RealtimeRpc;
}
