import { Refusal } from '#domain/codes';
import type { AppContext } from './context.ts';

/** Counts a call under `key`. Throws `too_many_requests` when there were more in this minute than `limit` allows. */
export async function limitCalls(c: AppContext, limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key });
  if (success) return;
  c.header('Retry-After', '60');
  throw new Refusal('too_many_requests');
}
