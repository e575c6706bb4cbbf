import { createMiddleware } from 'hono/factory';
import { checkSecrets } from '#verbs/operations/check-secrets';
import type { AppEnv } from './context.ts';

/** DEC-122: nothing is answered under a secret that a deployment may not have. */
export const secrets = createMiddleware<AppEnv>(async (c, next) => {
  checkSecrets(c.env);
  await next();
});
