import { objectName, objectRegion } from '#domain/realtime/realtime-shard';
import { deployedRegions } from '#domain/values/regions';

/** Opens the object of a realtime shard: within the deployment's jurisdiction, or near the shard's region (DEC-150). */
export function realtimeObject(env: Env, shard: number) {
  const { JURISDICTION: jurisdiction, REALTIME: namespace } = env;
  const regions = deployedRegions(env.SHARD_REGIONS);
  const name = objectName(shard, regions);
  if (jurisdiction) return namespace.jurisdiction(jurisdiction as DurableObjectJurisdiction).getByName(name);
  const locationHint = objectRegion(shard, regions);
  return locationHint ? namespace.getByName(name, { locationHint }) : namespace.getByName(name);
}
