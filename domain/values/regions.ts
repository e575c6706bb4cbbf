/**
 * The regions of shows (DEC-150): the location hints that Cloudflare knows for databases. A show's region is that of its
 * shard.
 */
const regions = [
  { id: 'wnam', name: 'Western North America' },
  { id: 'enam', name: 'Eastern North America' },
  { id: 'weur', name: 'Western Europe' },
  { id: 'eeur', name: 'Eastern Europe' },
  { id: 'apac', name: 'Asia-Pacific' },
  { id: 'oc', name: 'Oceania' },
] as const;
export type Region = (typeof regions)[number]['id'];

export const regionIds = regions.map(({ id }) => id);

export function regionName(id: Region): string {
  return regions.find((region) => region.id === id)?.name ?? id;
}

/** Parses the region of each shard from its setting, such as `wnam,wnam,weur`. '': the deployment has only one region. */
function shardRegions(setting: string): Region[] {
  return setting.split(',').filter((id): id is Region => regions.some((region) => region.id === id));
}

/** The region of a shard; null when the deployment has only one. */
export function regionOfShard(setting: string, shard: number): Region | null {
  return shardRegions(setting)[shard] ?? null;
}

/** The regions of the deployment, the main one first; none when it has only one. */
export function deployedRegions(setting: string): Region[] {
  const distinct = [...new Set(shardRegions(setting))];
  return distinct.length > 1 ? distinct : [];
}
