import { regionOfShard } from '#domain/values/regions';
import {
  requestMove,
  cancelMove,
  readRequestedMove,
  requestOldCopyRemoval,
} from '#store/directory/show-moves';
import { MoveRefused } from '#store/show-move/copy-show';
import { shards } from '#store/d1/open';

/** The move starts, is running, is cancelled, the old copy will be removed, or there is nothing to do. */
export type MoveRequestResult = 'begins' | 'is under way' | 'is called back' | 'old copy goes' | 'is there';

/**
 * Requests a move of a show to `toShard`; `keepsOld` keeps the old copy. The cron executes it (`moveShows`). Requesting
 * the current shard cancels a move that has not switched yet. Throws `MoveRefused` with the reason.
 */
export async function requestShowMove(
  env: Env,
  showId: string,
  toShard: number,
  { keepsOld, now }: { keepsOld: boolean; now: string },
): Promise<MoveRequestResult> {
  const { show, move } = await readRequestedMove(env, showId);
  if (!show) throw new MoveRefused(`There is no show ${showId}.`);
  const count = shards(env).length;
  if (!Number.isInteger(toShard) || toShard < 0 || toShard >= count)
    throw new MoveRefused(`This deployment has the shards 0 to ${count - 1}.`);
  if (move && move.step !== 'DONE') {
    if (toShard === move.toShard && move.step !== 'UNDO') return 'is under way';
    if (toShard === show.shard && (await cancelMove(env, showId))) return 'is called back';
    throw new MoveRefused(
      `${show.name} is being moved from shard ${move.fromShard} to ${move.toShard} (${move.step}): wait until the move ends.`,
    );
  }
  if (toShard === show.shard) {
    if (!move?.keepsOld || keepsOld) return 'is there';
    await requestOldCopyRemoval(env, showId);
    return 'old copy goes';
  }
  if (move?.keepsOld && move.fromShard !== toShard)
    throw new MoveRefused(
      `An old copy of ${show.name} is kept on shard ${move.fromShard}. Remove it first: npm run admin -- move-show ${showId} ${show.shard}`,
    );
  const [from, to] = [show.shard, toShard].map((shard) => regionOfShard(env.SHARD_REGIONS, shard));
  if (from !== to)
    throw new MoveRefused(
      `Shard ${toShard} is in ${to}, and ${show.name} in ${from}: a show keeps its region.`,
    );
  await requestMove(env, { showId, fromShard: show.shard, toShard, keepsOld, askedAt: now, step: 'FENCE' });
  return 'begins';
}
