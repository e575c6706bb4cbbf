import { createMiddleware } from 'hono/factory';
import { checkSecrets } from '#verbs/operations/check-secrets';
import type { AppEnv } from './context.ts';

/** Rejects every request while a secret of the deployment is not acceptable (DEC-122). */
export const requireSecrets = createMiddleware<AppEnv>(async (c, next) => {
  checkSecrets(c.env);
  await next();
});
