import { Refusal } from '#domain/codes';
import type { AppContext } from './context.ts';

/**
 * Counts a call under `key`. Throws `too_many_requests` beyond the limit per minute; without a bound limit, calls are
 * not limited.
 */
export async function checkRateLimit(
  c: AppContext,
  limit: RateLimit | undefined,
  key: string,
): Promise<void> {
  if (!limit) return;
  const { success } = await limit.limit({ key });
  if (success) return;
  c.header('Retry-After', '60');
  throw new Refusal('too_many_requests');
}
