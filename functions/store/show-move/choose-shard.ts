import { deployedRegions, regionOfShard } from '#domain/values/regions';
import type { Region } from '#domain/values/regions';
import { shards } from '#store/d1/open';

/** Differences in size below this many bytes are ignored; then the number of shows decides. */
const sizeStep = 100 * 1024 * 1024;

/**
 * The shard with the most room among those of a region, or of the main region: the smallest database, and among equals
 * the one with the fewest shows (DEC-150).
 */
export async function leastUsedShard(
  env: Env,
  showsOn: ReadonlyMap<number, number>,
  region: Region | null,
): Promise<number> {
  const wanted = region ?? deployedRegions(env.SHARD_REGIONS)[0];
  const candidates = shards(env).flatMap((database, shard) =>
    wanted === undefined || regionOfShard(env.SHARD_REGIONS, shard) === wanted ? [{ database, shard }] : [],
  );
  const sizes = await Promise.all(
    candidates.map(async ({ database, shard }) => {
      const { meta } = await database.prepare('SELECT 1').run();
      return { shard, size: Math.floor((meta.size_after ?? 0) / sizeStep), shows: showsOn.get(shard) ?? 0 };
    }),
  );
  const [first] = sizes.toSorted((a, b) => a.size - b.size || a.shows - b.shows || a.shard - b.shard);
  if (!first) throw new Error('No shard is bound');
  return first.shard;
}

/** The shard that has rows of this show, even when the directory does not know the show; null for none. */
export async function findShardOf(env: Env, showId: string): Promise<number | null> {
  const found = await Promise.all(
    shards(env).map(async (database, shard) => {
      const sql = 'SELECT 1 FROM show_settings WHERE show_id = ?';
      return (await database.prepare(sql).bind(showId).first()) ? shard : null;
    }),
  );
  return found.find((shard) => shard !== null) ?? null;
}
