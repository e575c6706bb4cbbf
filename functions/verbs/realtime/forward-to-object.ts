import { realtimeObject } from '#edges/realtime-object';

/** Sends a request of the realtime channel to the object of its shard. */
export async function forwardToObject(env: Env, shard: number, request: Request): Promise<Response> {
  return realtimeObject(env, shard).fetch(request);
}
