import { Hono } from 'hono';
import * as v from 'valibot';
import type { AppContext, AppEnv } from '#middleware/context';
import { takeCookie } from '#middleware/cookies';
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

// `open=1`: the show that is opened first comes with the answer, beyond the contract (docs/decisions/0015).
const starting = v.object({ restoreShow: v.optional(v.string()), open: v.optional(v.literal('1')) });
const ending = v.object({ everywhere: v.optional(v.picklist(['true', 'false'])) });

/** The life of a session (SE, API-44 to API-47, DEC-06 to DEC-08). */
export const sessions = new Hono<AppEnv>()
  .get('/login-context', valid('query', starting), async (c) => {
    const times = timesOf(c);
    const { restoreShow = null, open } = c.req.valid('query');
    const access = signedIn(c);
    const here = open && access.show ? opening(c, access.show.id) : null;
    const [context] = await Promise.all([
      loginContext(c.env, access, { restoreShow, ...times }),
      extend(c, times),
    ]);
    const first = open ? (context.selectedShow ?? context.recentShows[0]) : undefined;
    const show = first && (await (first.id === access.show?.id ? here : opening(c, first.id)));
    const opened = show ? await openStartupShow(show, access.session, context, maySelectShow(c)) : null;
    return c.json({ ...context, ...(open && { open: opened }) });
  })
  // The only call that does not extend: it is asked while nobody is at the keyboard (DEC-07).
  .get('/verify', (c) => c.json({ valid: true, expirationTime: c.get('session').expiresAt }))
  .get('/keep-session-alive', async (c) => {
    const times = timesOf(c);
    await extend(c, times);
    return c.json(times);
  })
  // Beyond the contract: where one is signed in, for Account Settings.
  .get('/', async (c) => {
    const times = { now: c.get('now'), lifetime: sessionLifetime };
    return c.json(await listOwnSessions(c.env, signedIn(c), times));
  })
  .delete('/:id', async (c) => {
    await endOwnSession(c.env, c.get('access').user.id, c.req.param('id'));
    return c.json({ success: true as const });
  })
  // With `everywhere=true` all sessions of this person end, wherever they are open.
  .delete('/', valid('query', ending), async (c) => {
    const { session, user } = signedIn(c);
    const logoutRedirectUrl = await logoutUrl(c.env, session, originOf(c));
    if (c.req.valid('query').everywhere === 'true') await endSessionsOf(c.env, user.id);
    else await endSession(c.env, session.tokenHash);
    takeCookie(c, 'session-token');
    return c.json({ logoutRedirectUrl });
  });

/** What does not open now is told to whoever asks for it by itself. */
function opening(c: AppContext, showId: string): Promise<RequestContext | null> {
  return showOf(c, { named: showId }).catch(() => null);
}

function signedIn(c: AppContext): SessionAccess {
  return { ...c.get('access'), session: c.get('session') };
}

type Times = ReturnType<typeof sessionTimes>;

function timesOf(c: AppContext): Times {
  return sessionTimes(c.get('now'), c.get('session').createdAt);
}

function extend(c: AppContext, { expirationTime }: Times): Promise<void> {
  return prolongSession(c.env, c.get('session').tokenHash, expirationTime);
}
