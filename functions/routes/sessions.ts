import { Hono } from 'hono';
import { deleteCookie } from 'hono/cookie';
import * as v from 'valibot';
import type { AppContext, AppEnv } from '#middleware/context';
import { sessionCookie, sessionTimes } from '#middleware/session';
import { valid } from '#middleware/valid';
import { loginContext } from '#verbs/login-context';
import { logoutUrl } from '#verbs/provider-sign-in';
import { endSession, endSessionsOf, prolongSession } from '#verbs/session-life';
import { originOf } from './auth-cookies.ts';

const ending = v.object({ everywhere: v.optional(v.picklist(['true', 'false'])) });

/** The life of a session (SE, API-44 to API-47, DEC-06 to DEC-08). */
export const sessions = new Hono<AppEnv>()
  .get('/login-context', async (c) => {
    const times = timesOf(c);
    const restoreShow = c.req.query('restoreShow') ?? null;
    const [context] = await Promise.all([
      loginContext(c.env, c.get('access'), { restoreShow, ...times }),
      extend(c, times),
    ]);
    return c.json(context);
  })
  // The only call that does not extend: it is asked while nobody is at the keyboard (DEC-07).
  .get('/verify', (c) => c.json({ valid: true, expirationTime: c.get('access').session.expiresAt }))
  .get('/keep-session-alive', async (c) => {
    const times = timesOf(c);
    await extend(c, times);
    return c.json(times);
  })
  // With `everywhere=true` all sessions of this person end, wherever they are open.
  .delete('/', valid('query', ending), async (c) => {
    const { session, user } = c.get('access');
    const logoutRedirectUrl = await logoutUrl(c.env, session, originOf(c));
    if (c.req.valid('query').everywhere === 'true') await endSessionsOf(c.env, user.id);
    else await endSession(c.env, session.tokenHash);
    deleteCookie(c, sessionCookie, { path: '/' });
    return c.json({ logoutRedirectUrl });
  });

type Times = ReturnType<typeof sessionTimes>;

function timesOf(c: AppContext): Times {
  return sessionTimes(c.get('now'), c.get('access').session.createdAt);
}

function extend(c: AppContext, { expirationTime }: Times): Promise<void> {
  return prolongSession(c.env, c.get('access').session.tokenHash, expirationTime);
}
