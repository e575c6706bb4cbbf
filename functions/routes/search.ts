import { Hono } from 'hono';
import * as v from 'valibot';
import { showSearch } from '#domain/lists/search';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { hasScope } from '#middleware/api-token';
import { valid } from '#middleware/validate';
import { searchPlan, searchShow } from '#verbs/lists/search-show';

const query = v.object({
  q: v.pipe(v.string(), v.maxLength(showSearch.maximumLength)),
  showId: v.optional(v.string()),
});

/** Search over the whole open show, limited to what the user may see. */
export const search = new Hono<AppEnv>().get('/', valid('query', query), async (c) => {
  const { q } = c.req.valid('query');
  const { context, rows } = await openShow(c, (member) => searchPlan(member, q), { fresh: true });
  const found = searchShow(context, q, rows);
  return c.json(hasScope(c, 'management:read') ? found : { ...found, people: [] });
});
