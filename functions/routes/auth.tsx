import { Hono } from 'hono';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { ownOrigin } from '#middleware/csrf';
import type { AppContext, AppEnv } from '#middleware/context';
import { formOf } from '#middleware/valid';
import { sessionCookie, sessionTimes } from '#middleware/session';
import { signIn } from '#verbs/sign-in';
import { SignInPage } from './sign-in-page.tsx';

const attempt = v.object({
  username: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  password: v.pipe(v.string(), v.maxLength(200)),
  returnTo: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
});

const wrong = 'That e-mail and password do not belong together.';
const tooMany = 'Too many attempts. Wait a minute, then try again.';

/** Sign-in (API-43, DEC-05): the built-in page for local users. */
export const auth = new Hono<AppEnv>()
  .get('/login', (c) => page(c, { returnTo: samePath(c.req.query('returnTo')), message: '' }))
  .post('/login', async (c) => {
    if (!ownOrigin(c.req.header('origin'), c.req.url, c.env.WEB_ORIGIN)) throw new Refusal('CSRF_INVALID');
    const parsed = v.safeParse(attempt, await formOf(c));
    if (!parsed.success) return page(c, { returnTo: '/approvals', message: wrong }, 400);
    const returnTo = samePath(parsed.output.returnTo);
    const { username } = parsed.output;
    const now = c.get('now');
    try {
      const token = await signIn(c.env, {
        ...parsed.output,
        address: c.req.header('cf-connecting-ip') ?? 'local',
        now,
        expiresAt: sessionTimes(now, now).expirationTime,
      });
      if (!token) return page(c, { returnTo, message: wrong, username }, 401);
      keepCookie(c, token);
      return c.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      return page(c, { returnTo, message: tooMany, username }, 429);
    }
  });

type Status = 200 | 400 | 401 | 429;

function page(c: Context<AppEnv>, props: Parameters<typeof SignInPage>[0], status: Status = 200) {
  return c.html(`<!doctype html>${(<SignInPage {...props} />).toString()}`, status);
}

function keepCookie(c: AppContext, token: string): void {
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(c.req.url).hostname);
  setCookie(c, sessionCookie, token, { httpOnly: true, secure: !local, sameSite: 'Lax', path: '/' });
}

/** Only paths of this site: `//host`, `/\host` and anything with a scheme fall back to the landing page (DEC-05). */
function samePath(returnTo: string | undefined): string {
  const landing = '/approvals';
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo) || /[\p{Cc}\\]/u.test(returnTo)) return landing;
  const url = new URL(returnTo, 'https://backlot.example');
  return url.host === 'backlot.example' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : landing;
}
