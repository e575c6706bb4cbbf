import { createMiddleware } from 'hono/factory';
import { patiently } from '#store/d1/time-budget';
import type { AppEnv } from './context.ts';

/** Nobody waits longer than ten seconds for databases that stall. */
export const patience = createMiddleware<AppEnv>((_c, next) => patiently(next));
