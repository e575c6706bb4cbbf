import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { currentUser } from '#middleware/session';
import { formOf } from '#middleware/validate';
import type { UserRow } from '#store/directory/sessions';
import {
  startReplacement,
  completeReplacement,
  hasAuthenticator,
  readReplacement,
} from '#verbs/identity/replace-authenticator';
import {
  addressOf,
  signInRequestOf,
  setPendingCookie,
  setSessionCookie,
  pendingToken,
  samePath,
} from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { EnrolPage, ReauthenticationPage, RecoveryCodesPage } from './second-factor-page.tsx';

const path = '/api/auth/authenticator';
const code = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));
const reauthenticationForm = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  code,
  returnTo: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
});

const wrong =
  'The password or code is wrong, or the code was already used. Wait for the next code, then try again.';
const wrongNew = 'This code does not match the new authenticator. Wait for the next code, then try again.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** Replaces the user's own authenticator, from Account Settings: confirms the old one and the password first. */
export const authenticator = new Hono<AppEnv>()
  .get('/authenticator', async (c) => {
    const user = await ownerOf(c);
    const returnTo = samePath(c.req.query('returnTo'));
    return user instanceof Response
      ? user
      : answerPage(c, <ReauthenticationPage returnTo={returnTo} message="" />);
  })
  .post('/authenticator', async (c) => {
    const user = await ownerOf(c);
    if (user instanceof Response) return user;
    const parsed = v.safeParse(reauthenticationForm, await formOf(c));
    const returnTo = samePath(parsed.success ? parsed.output.returnTo : '');
    const again = (message: string, status: 400 | 401 | 429) =>
      answerPage(c, <ReauthenticationPage returnTo={returnTo} message={message} />, status);
    if (!parsed.success) return again('Enter your password and a code from your authenticator.', 400);
    try {
      const input = { ...parsed.output, user, returnTo, address: addressOf(c), now: c.get('now') };
      const token = await startReplacement(c.env, input);
      if (token === null) return again(wrong, 401);
      setPendingCookie(c, token);
      return c.redirect(`${path}/new`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      return again(tooMany, 429);
    }
  })
  .get('/authenticator/new', async (c) => {
    const user = await ownerOf(c);
    return user instanceof Response ? user : offerPage(c, user, '');
  })
  .post('/authenticator/new', async (c) => {
    const user = await ownerOf(c);
    if (user instanceof Response) return user;
    const parsed = v.safeParse(v.object({ code }), await formOf(c));
    if (!parsed.success) return offerPage(c, user, 'Enter the code.', 400);
    try {
      const input = { token: pendingToken(c), user, code: parsed.output.code };
      const result = await completeReplacement(c.env, input, signInRequestOf(c), (work) =>
        c.executionCtx.waitUntil(work),
      );
      if (!result) return await offerPage(c, user, wrongNew, 401);
      setSessionCookie(c, result.token);
      return answerPage(
        c,
        <RecoveryCodesPage codes={result.recoveryCodes} returnTo={samePath(result.returnTo)} />,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'USER_NOT_IN_SESSION') return c.redirect(path, 303);
      if (error.code !== 'too_many_requests') throw error;
      return offerPage(c, user, tooMany, 429);
    }
  });

/** The signed-in user with an authenticator to replace; otherwise the response to send. */
async function ownerOf(c: AppContext): Promise<UserRow | Response> {
  const access = await currentUser(c);
  if (!access) return c.redirect(`/api/auth/login?local=true&returnTo=${encodeURIComponent(path)}`, 303);
  if (await hasAuthenticator(c.env, access.user)) return access.user;
  return answerPage(
    c,
    <Notice
      title="You do not have an authenticator to replace"
      lead="Your account does not use two-step sign-in. An administrator of your show can switch it on."
      action={{ label: 'Back to Backlot', href: samePath(c.req.query('returnTo')) }}
    />,
    404,
  );
}

/** Users who have not re-authenticated, or too long ago, start from the beginning. */
async function offerPage(c: AppContext, user: UserRow, message: string, status: 200 | 400 | 401 | 429 = 200) {
  const enrolment = await readReplacement(c.env, { token: pendingToken(c), user, now: c.get('now') });
  if (!enrolment) return c.redirect(path, 303);
  return answerPage(c, <EnrolPage enrolment={enrolment} message={message} isReplacement />, status);
}
