import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { formOf } from '#middleware/validate';
import { forgotPassword } from '#verbs/identity/mail-password-link';
import { passwordError, setPassword, minPasswordLength, userOfLink } from '#verbs/identity/password-link';
import { addressOf } from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { ForgotPage, PasswordPage } from './sign-in-page.tsx';

const forgotForm = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
});
const passwordForm = v.object({
  password: v.pipe(v.string(), v.maxLength(200)),
  again: v.pipe(v.string(), v.maxLength(200)),
});

/** Sets a password with a mailed link: the first one of a new local user, or the replacement of a forgotten one. */
export const passwords = new Hono<AppEnv>()
  .get('/forgot', (c) => answerPage(c, <ForgotPage message="" />))
  .post('/forgot', async (c) => {
    const parsed = v.safeParse(forgotForm, await formOf(c));
    if (!parsed.success) return answerPage(c, <ForgotPage message="Enter your e-mail address." />, 400);
    const { username } = parsed.output;
    try {
      await forgotPassword(c.env, { username, address: addressOf(c), now: c.get('now') }, (work) =>
        c.executionCtx.waitUntil(work),
      );
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      const message = 'Too many attempts. Wait a few minutes, then try again.';
      return answerPage(c, <ForgotPage message={message} username={username} />, 429);
    }
    return answerPage(
      c,
      <Notice
        title="Check your e-mail"
        lead="If this address has a Backlot password, we sent a link to set a new one. The link works once and expires after three days."
        action={{ label: 'Back to sign in', href: '/api/auth/login?local=true' }}
      />,
    );
  })
  .get('/password/:token', async (c) => passwordPage(c, c.req.param('token'), ''))
  .post('/password/:token', async (c) => {
    const token = c.req.param('token');
    const user = await userOfLink(c.env, token, c.get('now'));
    const parsed = v.safeParse(passwordForm, await formOf(c));
    if (!user || !parsed.success) return passwordPage(c, token, 'Enter the password twice.', 400);
    const { password, again } = parsed.output;
    const fault =
      password === again ? await passwordError(c.env, password, user) : 'The passwords do not match.';
    if (fault) return passwordPage(c, token, fault, 400);
    if (!(await setPassword(c.env, { token, user, password, address: addressOf(c), now: c.get('now') })))
      return passwordPage(c, token, '');
    return answerPage(
      c,
      <Notice
        title="Your password was set"
        lead={`Sign in as ${user.username} with your new password. You were signed out everywhere.`}
        action={{ label: 'Sign in', href: '/api/auth/login?local=true' }}
      />,
    );
  });

async function passwordPage(c: AppContext, token: string, message: string, status: 200 | 400 = 200) {
  const user = await userOfLink(c.env, token, c.get('now'));
  if (user) {
    const { username } = user;
    const page = <PasswordPage {...{ token, username, message }} minLength={minPasswordLength} />;
    return answerPage(c, page, status);
  }
  return answerPage(
    c,
    <Notice
      title="This link is no longer valid"
      lead="The link was used or is older than three days. We can send you a new one."
      action={{ label: 'Send a new link', href: '/api/auth/forgot' }}
    />,
    404,
  );
}
