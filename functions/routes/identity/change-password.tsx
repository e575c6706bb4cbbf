import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { currentUser } from '#middleware/session';
import { formOf } from '#middleware/validate';
import { changePassword, hasPassword } from '#verbs/identity/change-password';
import type { PasswordOwner } from '#verbs/identity/change-password';
import { minPasswordLength } from '#verbs/identity/password-link';
import { hasAuthenticator } from '#verbs/identity/replace-authenticator';
import { addressOf, signInRequestOf, keepSession, samePath } from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';

const path = '/api/auth/password';
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const change = v.object({ current: secret, password: secret, again: secret });
const code = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));
const way = v.pipe(v.string(), v.maxLength(2000));

/** What is said of a form, with a code and without. */
const words = {
  missing: (asksCode: boolean) =>
    `Enter your current password${asksCode ? ', a code' : ''} and the new password twice.`,
  wrong: (asksCode: boolean) =>
    asksCode
      ? 'The current password or code is wrong, or the code was already used. Wait for the next code, then try again.'
      : 'The current password is wrong.',
  tooMany: 'Too many attempts. Wait a few minutes, then try again.',
};

/** Changing one's own password, from Account Settings. */
export const passwordChange = new Hono<AppEnv>()
  .get('/password', async (c) => {
    const owner = await ownerOf(c);
    if (owner instanceof Response) return owner;
    return changePage(c, owner, { returnTo: samePath(c.req.query('returnTo')), message: '' });
  })
  .post('/password', async (c) => {
    const owner = await ownerOf(c);
    if (owner instanceof Response) return owner;
    const typed = readForm(await formOf(c), owner);
    const { returnTo, form } = typed;
    const again = (message: string, status: 400 | 401 | 429) =>
      changePage(c, owner, { returnTo, message }, status);
    if (!form) return again(words.missing(owner.asksCode), 400);
    const { user, session } = owner;
    const wanted = { ...form, user, session, address: addressOf(c) };
    try {
      const done = await changePassword(c.env, wanted, signInRequestOf(c), (work) =>
        c.executionCtx.waitUntil(work),
      );
      if (done.kind === 'UNFIT') return again(done.fault, 400);
      if (done.kind === 'WRONG') return again(words.wrong(owner.asksCode), 401);
      keepSession(c, done.token);
      return answerPage(c, changedPage(returnTo));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'USER_NOT_IN_SESSION') return c.redirect(path, 303);
      if (error.code !== 'too_many_requests') throw error;
      return again(words.tooMany, 429);
    }
  });

interface Owner {
  user: PasswordOwner;
  /** Hash of the cookie of the session. */
  session: string;
  /** Whether the person has an authenticator, of which a code is asked for. */
  asksCode: boolean;
}

/** Who is signed in and has a password to change; else where to go, or what to read. */
async function ownerOf(c: AppContext): Promise<Owner | Response> {
  const access = await currentUser(c);
  if (!access) return c.redirect(`/api/auth/login?local=true&returnTo=${encodeURIComponent(path)}`, 303);
  const { user, session } = access;
  if (hasPassword(user))
    return { user, session: session.tokenHash, asksCode: await hasAuthenticator(c.env, user) };
  return answerPage(
    c,
    <Notice
      title="You do not have a Backlot password"
      lead="You sign in with your organization's account. Change your password there."
      action={{ label: 'Back to Backlot', href: samePath(c.req.query('returnTo')) }}
    />,
    404,
  );
}

/** What was typed, or null where something is missing; and where to go afterwards. */
function readForm(fields: Record<string, unknown>, { asksCode }: Owner) {
  const back = v.safeParse(way, fields['returnTo']);
  const secrets = v.safeParse(change, fields);
  const given = v.safeParse(code, fields['code']);
  const isWhole = secrets.success && (given.success || !asksCode);
  return {
    returnTo: samePath(back.success ? back.output : ''),
    form: isWhole ? { ...secrets.output, code: asksCode && given.success ? given.output : null } : null,
  };
}

function changePage(
  c: AppContext,
  { user, asksCode }: Owner,
  said: { returnTo: string; message: string },
  status: 200 | 400 | 401 | 429 = 200,
) {
  const props = { username: user.username, asksCode, shortest: minPasswordLength, ...said };
  return answerPage(c, <ChangePasswordPage {...props} />, status);
}

function changedPage(returnTo: string) {
  return (
    <Notice
      title="Your password was changed"
      lead="You were signed out everywhere else, and your API tokens no longer work."
      action={{ label: 'Back to Backlot', href: returnTo }}
    />
  );
}
