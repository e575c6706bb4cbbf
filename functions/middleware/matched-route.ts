import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import type { AppContext } from './context.ts';

/** The route that will answer, as the route list has it: of several that fit the first; undefined where none does. */
export function routeOf(c: AppContext): RouterRoute | undefined {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL');
}
