import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { bookmarkHeader } from '#domain/headers';
import { readMembership } from '#store/directory/people';
import { openShow } from '#verbs/context';
import type { ShowContext } from '#verbs/context';
import type { AppContext, AppEnv } from './context.ts';

/** The query that says where a caller stands, for calls that concern no show of their own (DEC-01). */
export const standing = v.object({ showId: v.optional(v.pipe(v.string(), v.maxLength(100))) });

const bookmarkForm = /^[0-9a-f]+(-[0-9a-f]+){3}$/i;

/**
 * A bookmark is one database's own: that of another show means nothing here. Only reads may be answered by a replica;
 * whoever decides and writes looks at the primary.
 */
function bookmarkFor(c: AppContext, showId: string): string | null {
  const reads = c.req.method === 'GET' || c.req.path.endsWith('/filter') || c.req.path.endsWith('/filter/');
  const [of, bookmark] = (c.req.header(bookmarkHeader) ?? '').split(' ');
  return reads && of === showId && bookmark && bookmarkForm.test(bookmark) ? bookmark : null;
}

/** Answers with how far this call has seen; mount it around the routes. */
export const bookmarks = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const store = c.get('store');
  const bookmark = store?.bookmark();
  if (store && bookmark) c.header(bookmarkHeader, `${store.showId} ${bookmark}`);
});

/**
 * Opens the show of a call (DEC-01): the one named in query or path, which `session` has already looked up; else
 * `named`, from the body; else the session's selected show. Throws `SHOW_NOT_IN_SESSION` for a stranger.
 */
export async function showOf(c: AppContext, named?: string): Promise<ShowContext> {
  const access = c.get('access');
  let { show, membership } = access;
  const queried = c.req.query('showId') ?? c.req.query('show');
  if (named && !queried && show?.id !== named) {
    const found = await readMembership(c.env, named, access.user.id);
    show = found?.show ?? null;
    membership = found?.membership ?? null;
  }
  if (!show || !membership) throw new Refusal('SHOW_NOT_IN_SESSION');
  const context = await openShow(c.env, {
    show,
    membership,
    user: access.user,
    now: c.get('now'),
    bookmark: bookmarkFor(c, show.id),
    later: (work) => c.executionCtx.waitUntil(work),
  });
  c.set('store', context.store);
  return context;
}
