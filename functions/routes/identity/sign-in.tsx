import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { sameOriginForms } from '#middleware/csrf';
import { formOf } from '#middleware/validate';
import { startOidcSignIn, completeOidcSignIn, usesProvider } from '#verbs/identity/oidc-sign-in';
import type { CallbackResult } from '#verbs/identity/oidc-sign-in';
import { signIn } from '#verbs/identity/password-sign-in';
import {
  addressOf,
  signInRequestOf,
  setPendingCookie,
  setSessionCookie,
  originOf,
  pendingToken,
  samePath,
} from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { authenticator } from './replace-authenticator.tsx';
import { passwordChange } from './change-password.tsx';
import { passwords } from './password-links.tsx';
import { secondFactor } from './second-factor.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { font } from './font.ts';

const signInForm = v.object({
  username: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  password: v.pipe(v.string(), v.maxLength(200)),
  returnTo: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
});

const wrong = 'The e-mail or password is wrong. Try again.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** Signing in at the identity provider, or with a local password (API-43, DEC-05). */
export const auth = new Hono<AppEnv>()
  .use(sameOriginForms)
  .get('/login', async (c) => {
    const returnTo = samePath(c.req.query('returnTo'));
    if (!usesProvider(c.env) || c.req.query('local') === 'true') return signInPage(c, { returnTo });
    const authorization = await startOidcSignIn(c.env, { origin: originOf(c), returnTo, now: c.get('now') });
    if (!authorization) return answerPage(c, providerDownPage(returnTo), 503);
    setPendingCookie(c, authorization.token);
    return c.redirect(authorization.url, 302);
  })
  .post('/login', async (c) => {
    const parsed = v.safeParse(signInForm, await formOf(c));
    if (!parsed.success) return signInPage(c, { returnTo: '/approvals', message: wrong }, 400);
    const returnTo = samePath(parsed.output.returnTo);
    const { username, password } = parsed.output;
    try {
      const credentials = { username, password, returnTo, address: addressOf(c) };
      const result = await signIn(c.env, { ...credentials, ...signInRequestOf(c) });
      if (!result) return signInPage(c, { returnTo, message: wrong, username }, 401);
      if (result.kind === 'SESSION') {
        setSessionCookie(c, result.token);
        return c.redirect(returnTo, 303);
      }
      setPendingCookie(c, result.token);
      return c.redirect('/api/auth/second-factor', 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      return signInPage(c, { returnTo, message: tooMany, username }, 429);
    }
  })
  .get('/callback', async (c) => {
    const { search } = new URL(c.req.url);
    const authorization = { token: pendingToken(c), origin: originOf(c), search };
    const callback = await completeOidcSignIn(c.env, authorization, signInRequestOf(c));
    if (callback.kind === 'SESSION') {
      setSessionCookie(c, callback.token);
      return c.redirect(samePath(callback.returnTo), 303);
    }
    return answerPage(c, refusalPage(callback.kind, callback.email, samePath(callback.returnTo)), 403);
  })
  .get('/signed-out', (c) =>
    answerPage(
      c,
      <Notice
        title="You are signed out"
        lead="If you used your organization's sign-in, you are signed out there as well."
        action={{ label: 'Sign in again', href: '/api/auth/login' }}
      />,
    ),
  )
  .route('/', passwords)
  .route('/', passwordChange)
  .route('/', secondFactor)
  .route('/', authenticator)
  .route('/', font);

function signInPage(
  c: AppContext,
  props: { returnTo: string; message?: string; username?: string },
  status: 200 | 400 | 401 | 429 = 200,
) {
  const page = <SignInPage message="" {...props} hasProvider={usesProvider(c.env)} />;
  return answerPage(c, page, status, true);
}

const loginPath = (returnTo: string) => `/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`;

function providerDownPage(returnTo: string) {
  return (
    <Notice
      title="Sign-in is not available right now"
      lead="Your organization's sign-in service does not respond. Your work here is safe. Try again in a few minutes."
      action={{ label: 'Try again', href: loginPath(returnTo) }}
    />
  );
}

type RefusedCallback = Exclude<CallbackResult['kind'], 'SESSION'>;

/** Why the user was not signed in after returning from the identity provider, and what to do (DEC-05). */
function refusalPage(kind: RefusedCallback, email: string, returnTo: string) {
  if (kind === 'LOCAL')
    return (
      <Notice
        title="Sign in with your password"
        lead={`${email} signs in with a Backlot password.`}
        action={{ label: 'Go to the sign-in page', href: `${loginPath(returnTo)}&local=true` }}
      />
    );
  if (kind === 'UNKNOWN')
    return (
      <Notice
        title="You do not have an account yet"
        lead={`No Backlot account uses the e-mail address ${email}. Ask an administrator of your show to add you with exactly this address, then sign in again.`}
        action={{ label: 'Sign in again', href: loginPath(returnTo) }}
      />
    );
  if (kind === 'OTHER')
    return (
      <Notice
        title="This is a different account"
        lead={`A different account of your organization already signs in to Backlot as ${email}. If this address is now yours, ask your organization's Backlot operator to release it.`}
        action={{ label: 'Sign in again', href: loginPath(returnTo) }}
      />
    );
  if (kind === 'UNVERIFIED')
    return (
      <Notice
        title="Your e-mail address is not verified"
        lead="Your organization's sign-in service has not verified your e-mail address. Verify it there, or ask the team that runs the service, then sign in again."
        action={{ label: 'Sign in again', href: loginPath(returnTo) }}
      />
    );
  return (
    <Notice
      title="You are not signed in"
      lead="The sign-in was interrupted, took too long, or was opened twice. Your account was not changed. Sign in again."
      action={{ label: 'Sign in again', href: loginPath(returnTo) }}
    />
  );
}
