import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { formOf } from '#middleware/validate';
import { confirmSecondFactor, readSecondFactorRequest } from '#verbs/identity/second-factor';
import { signInRequestOf, setSessionCookie, pendingToken, samePath } from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { CodePage, EnrolPage, RecoveryCodesPage } from './second-factor-page.tsx';

const codeForm = v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)) });

const wrong = 'The code is wrong or was already used. Wait for the next code, then try again.';
const wrongRecovery = 'The recovery code is wrong or was already used. Try a different one.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** The second step of signing in, between the password and the session (PE-25, DEC-05). */
export const secondFactor = new Hono<AppEnv>()
  .get('/second-factor', async (c) => secondFactorPage(c, ''))
  .post('/second-factor', async (c) => {
    const parsed = v.safeParse(codeForm, await formOf(c));
    if (!parsed.success) return secondFactorPage(c, 'Enter the code.', 400);
    try {
      const attempt = { token: pendingToken(c), code: parsed.output.code };
      const confirmed = await confirmSecondFactor(c.env, attempt, signInRequestOf(c));
      if (!confirmed) return await secondFactorPage(c, isRecovery(c) ? wrongRecovery : wrong, 401);
      setSessionCookie(c, confirmed.token);
      const returnTo = samePath(confirmed.returnTo);
      if (confirmed.recoveryCodes.length > 0)
        return answerPage(c, <RecoveryCodesPage codes={confirmed.recoveryCodes} returnTo={returnTo} />);
      if (confirmed.codesLeft !== null) return answerPage(c, codesLeftPage(confirmed.codesLeft, returnTo));
      return c.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'USER_NOT_IN_SESSION') return c.redirect('/api/auth/login?local=true', 303);
      if (error.code !== 'too_many_requests') throw error;
      return secondFactorPage(c, tooMany, 429);
    }
  });

function isRecovery(c: AppContext): boolean {
  return c.req.query('recovery') === 'true';
}

/** Users without a pending sign-in start from the beginning. */
async function secondFactorPage(c: AppContext, message: string, status: 200 | 400 | 401 | 429 = 200) {
  const request = await readSecondFactorRequest(c.env, pendingToken(c), c.get('now'));
  if (!request) return c.redirect('/api/auth/login?local=true', 303);
  const page = request.enrolment ? (
    <EnrolPage enrolment={request.enrolment} message={message} />
  ) : (
    <CodePage isRecovery={isRecovery(c)} message={message} />
  );
  return answerPage(c, page, status);
}

function codesLeftPage(left: number, returnTo: string) {
  const remainingText =
    left === 1
      ? 'You have 1 code left.'
      : left === 0
        ? 'You have no codes left.'
        : `You have ${left} codes left.`;
  return (
    <Notice
      title="You used a recovery code"
      lead={`The code will not work again. ${remainingText} If you lost your authenticator, replace it in Account Settings with your password and another recovery code, or ask an administrator of your show to reset two-step sign-in.`}
      action={{ label: 'Continue', href: returnTo }}
    />
  );
}
