import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { formOf } from '#middleware/validate';
import { confirmSecondFactor, readAsked } from '#verbs/identity/second-factor';
import { signInRequestOf, keepSession, pendingToken, samePath } from './auth-cookies.ts';
import { answerPage, Notice } from './auth-page.tsx';
import { CodePage, EnrolPage, RecoveryCodesPage } from './second-factor-page.tsx';

const given = v.object({ code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)) });

const wrong = 'The code is wrong or was already used. Wait for the next code, then try again.';
const wrongRecovery = 'The recovery code is wrong or was already used. Try a different one.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** The second step of signing in (PE-25, DEC-05), between a right password and the session. */
export const secondFactor = new Hono<AppEnv>()
  .get('/second-factor', async (c) => askPage(c, ''))
  .post('/second-factor', async (c) => {
    const parsed = v.safeParse(given, await formOf(c));
    if (!parsed.success) return askPage(c, 'Enter the code.', 400);
    try {
      const half = { token: pendingToken(c), code: parsed.output.code };
      const confirmed = await confirmSecondFactor(c.env, half, signInRequestOf(c));
      if (!confirmed) return await askPage(c, isRecovery(c) ? wrongRecovery : wrong, 401);
      keepSession(c, confirmed.token);
      const returnTo = samePath(confirmed.returnTo);
      if (confirmed.recoveryCodes.length > 0)
        return answerPage(c, <RecoveryCodesPage codes={confirmed.recoveryCodes} returnTo={returnTo} />);
      if (confirmed.codesLeft !== null) return answerPage(c, codesLeftPage(confirmed.codesLeft, returnTo));
      return c.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'USER_NOT_IN_SESSION') return c.redirect('/api/auth/login?local=true', 303);
      if (error.code !== 'too_many_requests') throw error;
      return askPage(c, tooMany, 429);
    }
  });

function isRecovery(c: AppContext): boolean {
  return c.req.query('recovery') === 'true';
}

/** Whoever comes without a right password begins at the beginning. */
async function askPage(c: AppContext, message: string, status: 200 | 400 | 401 | 429 = 200) {
  const asked = await readAsked(c.env, pendingToken(c), c.get('now'));
  if (!asked) return c.redirect('/api/auth/login?local=true', 303);
  const page = asked.enrolment ? (
    <EnrolPage enrolment={asked.enrolment} message={message} />
  ) : (
    <CodePage isRecovery={isRecovery(c)} message={message} />
  );
  return answerPage(c, page, status);
}

function codesLeftPage(left: number, returnTo: string) {
  const rest =
    left === 1
      ? 'You have 1 code left.'
      : left === 0
        ? 'You have no codes left.'
        : `You have ${left} codes left.`;
  return (
    <Notice
      title="You used a recovery code"
      lead={`The code will not work again. ${rest} If you lost your authenticator, replace it in Account Settings with your password and another recovery code, or ask an administrator of your show to reset two-step sign-in.`}
      action={{ label: 'Continue', href: returnTo }}
    />
  );
}
