import { createMiddleware } from 'hono/factory';
import { startTimeBudget } from '#store/d1/time-budget';
import type { AppEnv } from './context.ts';

/** Nobody waits longer than ten seconds for databases that stall. */
export const withTimeBudget = createMiddleware<AppEnv>((_c, next) => startTimeBudget(next));
