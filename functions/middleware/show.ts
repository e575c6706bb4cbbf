import { Refusal } from '#domain/codes';
import { readMembership } from '#store/directory/people';
import { openShow } from '#verbs/context';
import type { ShowContext } from '#verbs/context';
import type { AppContext } from './context.ts';

/** The client hands the last bookmark back in this header, so that its reads never go back in time. */
export const bookmarkHeader = 'x-backlot-bookmark';

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
    bookmark: c.req.header(bookmarkHeader) ?? null,
    later: (work) => c.executionCtx.waitUntil(work),
  });
  return context;
}
