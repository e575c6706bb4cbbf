import { repeatOf } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import type { AppContext } from './context.ts';

/** The `Idempotency-Key` of a request with what it asks for (DEC-99); null without one. */
export function idempotencyKeyOf(c: AppContext, body: unknown): Repeat | null {
  return repeatOf(c.req.header('idempotency-key'), { method: c.req.method, path: c.req.path, body });
}
