import { Hono } from 'hono';
import * as v from 'valibot';
import type { AppContext, AppEnv } from '#middleware/context';
import { clearCookie } from '#middleware/cookies';
import { maySelectShow } from '#middleware/csrf';
import { sessionLifetime, sessionTimes } from '#middleware/session';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import type { SessionAccess } from '#store/directory/sessions';
import type { RequestContext } from '#verbs/request/context';
import { loginContext } from '#verbs/session/login-context';
import { openStartupShow } from '#verbs/session/startup-show';
import { endOwnSession, listOwnSessions } from '#verbs/identity/list-sessions';
import { logoutUrl } from '#verbs/identity/oidc-sign-in';
import { endSession, endSessionsOf, prolongSession } from '#verbs/identity/end-session';
import { originOf } from './auth-cookies.ts';

// `open=1` includes the first show in the response, in addition to the contract (docs/decisions/0015).
const loginContextQuery = v.object({ restoreShow: v.optional(v.string()), open: v.optional(v.literal('1')) });
const logoutQuery = v.object({ everywhere: v.optional(v.picklist(['true', 'false'])) });

/** Starting, extending and ending a session (SE, API-44 to API-47, DEC-06 to DEC-08). */
export const sessions = new Hono<AppEnv>()
  .get('/login-context', valid('query', loginContextQuery), async (c) => {
    const times = timesOf(c);
    const { restoreShow = null, open } = c.req.valid('query');
    const access = sessionAccessOf(c);
    const currentShow = open && access.show ? openShowOrNull(c, access.show.id) : null;
    const [context] = await Promise.all([
      loginContext(c.env, access, { restoreShow, ...times }),
      extend(c, times),
    ]);
    const first = open ? (context.selectedShow ?? context.recentShows[0]) : undefined;
    const show = first && (await (first.id === access.show?.id ? currentShow : openShowOrNull(c, first.id)));
    const opened = show ? await openStartupShow(show, access.session, context, maySelectShow(c)) : null;
    return c.json({ ...context, ...(open && { open: opened }) });
  })
  // The only call that does not extend the session: the client sends it while the user is idle (DEC-07).
  .get('/verify', (c) => c.json({ valid: true, expirationTime: c.get('session').expiresAt }))
  .get('/keep-session-alive', async (c) => {
    const times = timesOf(c);
    await extend(c, times);
    return c.json(times);
  })
  // In addition to the contract: the user's active sessions, for Account Settings.
  .get('/', async (c) => {
    const times = { now: c.get('now'), lifetime: sessionLifetime };
    return c.json(await listOwnSessions(c.env, sessionAccessOf(c), times));
  })
  .delete('/:id', async (c) => {
    await endOwnSession(c.env, c.get('access').user.id, c.req.param('id'));
    return c.json({ success: true as const });
  })
  // With `everywhere=true` all sessions of this user end, on all devices.
  .delete('/', valid('query', logoutQuery), async (c) => {
    const { session, user } = sessionAccessOf(c);
    const logoutRedirectUrl = await logoutUrl(c.env, session, originOf(c));
    if (c.req.valid('query').everywhere === 'true') await endSessionsOf(c.env, user.id);
    else await endSession(c.env, session.tokenHash);
    clearCookie(c, 'session-token');
    return c.json({ logoutRedirectUrl });
  });

/** Null when the show cannot be opened: the client's own call for it then gets the reason. */
function openShowOrNull(c: AppContext, showId: string): Promise<RequestContext | null> {
  return showOf(c, { named: showId, forGuarantors: true }).catch(() => null);
}

function sessionAccessOf(c: AppContext): SessionAccess {
  return { ...c.get('access'), session: c.get('session') };
}

type Times = ReturnType<typeof sessionTimes>;

function timesOf(c: AppContext): Times {
  return sessionTimes(c.get('now'), c.get('session').createdAt);
}

function extend(c: AppContext, { expirationTime }: Times): Promise<void> {
  return prolongSession(c.env, c.get('session').tokenHash, expirationTime);
}
