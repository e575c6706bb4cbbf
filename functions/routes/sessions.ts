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
    const times = await extend(c);
    return c.json(
      await loginContext(c.env, c.get('access'), {
        restoreShow: c.req.query('restoreShow') ?? null,
        ...times,
      }),
    );
  })
  // The only call that does not extend: it is asked while nobody is at the keyboard (DEC-07).
  .get('/verify', (c) => c.json({ valid: true, expirationTime: c.get('access').session.expiresAt }))
  .get('/keep-session-alive', async (c) => c.json(await extend(c)))
  // With `everywhere=true` all sessions of this person end, wherever they are open.
  .delete('/', valid('query', ending), async (c) => {
    const { session, user } = c.get('access');
    const logoutRedirectUrl = await logoutUrl(c.env, session, originOf(c));
    if (c.req.valid('query').everywhere === 'true') await endSessionsOf(c.env, user.id);
    else await endSession(c.env, session.tokenHash);
    deleteCookie(c, sessionCookie, { path: '/' });
    return c.json({ logoutRedirectUrl });
  });

async function extend(c: AppContext): Promise<{ expirationTime: string; refreshTime: string }> {
  const { session } = c.get('access');
  const times = sessionTimes(c.get('now'), session.createdAt);
  await prolongSession(c.env, session.tokenHash, times.expirationTime);
  return times;
}
