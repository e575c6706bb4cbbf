import * as v from 'valibot';
import type { AppContext } from './context.ts';

/** `?search=`, at most 100 characters. */
export function searchOf(c: AppContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 100);
}

/** `?count=&page=` of a paged list: 20 rows by default, 200 at most. */
export function pageOf(c: AppContext): { count: number; page: number } {
  const whole = (text: string | undefined, fallback: number) =>
    text !== undefined && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;
  return { count: Math.min(whole(c.req.query('count'), 20), 200), page: whole(c.req.query('page'), 1) };
}

/** The query of both functions, for the API's description. */
export const pageQuery = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
  count: v.optional(v.pipe(v.string(), v.description('Rows per page. Default: 20, maximum: 200.'))),
  page: v.optional(v.pipe(v.string(), v.description('The page number. Starts at 1.'))),
});
