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
import { addressOf, signInRequestOf, setSessionCookie, samePath } from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';

const path = '/api/auth/password';
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const change = v.object({ current: secret, password: secret, again: secret });
const code = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));
const returnPath = v.pipe(v.string(), v.maxLength(2000));

/** Messages of the form, with and without a code. */
const messages = {
  missing: (needsCode: boolean) =>
    `Enter your current password${needsCode ? ', a code' : ''} and the new password twice.`,
  wrong: (needsCode: boolean) =>
    needsCode
      ? 'The current password or code is wrong, or the code was already used. Wait for the next code, then try again.'
      : 'The current password is wrong.',
  tooMany: 'Too many attempts. Wait a few minutes, then try again.',
};

/** Changes the user's own password, from Account Settings. */
export const passwordChange = new Hono<AppEnv>()
  .get('/password', async (c) => {
    const owner = await ownerOf(c);
    if (owner instanceof Response) return owner;
    return changePage(c, owner, { returnTo: samePath(c.req.query('returnTo')), message: '' });
  })
  .post('/password', async (c) => {
    const owner = await ownerOf(c);
    if (owner instanceof Response) return owner;
    const input = readForm(await formOf(c), owner);
    const { returnTo, form } = input;
    const again = (message: string, status: 400 | 401 | 429) =>
      changePage(c, owner, { returnTo, message }, status);
    if (!form) return again(messages.missing(owner.needsCode), 400);
    const { user, session } = owner;
    const request = { ...form, user, session, address: addressOf(c) };
    try {
      const result = await changePassword(c.env, request, signInRequestOf(c), (work) =>
        c.executionCtx.waitUntil(work),
      );
      if (result.kind === 'UNFIT') return again(result.fault, 400);
      if (result.kind === 'WRONG') return again(messages.wrong(owner.needsCode), 401);
      setSessionCookie(c, result.token);
      return answerPage(c, changedPage(returnTo));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'USER_NOT_IN_SESSION') return c.redirect(path, 303);
      if (error.code !== 'too_many_requests') throw error;
      return again(messages.tooMany, 429);
    }
  });

interface Owner {
  user: PasswordOwner;
  /** Hash of the session cookie. */
  session: string;
  /** Whether the user has an authenticator and must enter a code. */
  needsCode: boolean;
}

/** The signed-in user with a password to change; otherwise the response to send. */
async function ownerOf(c: AppContext): Promise<Owner | Response> {
  const access = await currentUser(c);
  if (!access) return c.redirect(`/api/auth/login?local=true&returnTo=${encodeURIComponent(path)}`, 303);
  const { user, session } = access;
  if (hasPassword(user))
    return { user, session: session.tokenHash, needsCode: await hasAuthenticator(c.env, user) };
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

/** The values of the form, null when one is missing, and the path to return to. */
function readForm(fields: Record<string, unknown>, { needsCode }: Owner) {
  const parsedReturnTo = v.safeParse(returnPath, fields['returnTo']);
  const secrets = v.safeParse(change, fields);
  const typedCode = v.safeParse(code, fields['code']);
  const isComplete = secrets.success && (typedCode.success || !needsCode);
  return {
    returnTo: samePath(parsedReturnTo.success ? parsedReturnTo.output : ''),
    form: isComplete
      ? { ...secrets.output, code: needsCode && typedCode.success ? typedCode.output : null }
      : null,
  };
}

function changePage(
  c: AppContext,
  { user, needsCode }: Owner,
  said: { returnTo: string; message: string },
  status: 200 | 400 | 401 | 429 = 200,
) {
  const props = { username: user.username, needsCode, minLength: minPasswordLength, ...said };
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
