import { Refusal } from '#domain/codes';
import { findUserByUsername } from '#store/directory/people';
import { countAttempt } from '#store/directory/sign-in-attempts';
import { mailPasswordLink } from './invite-user.ts';
import { admit } from './sign-in.ts';

/**
 * Mails a link to set a new password to whoever has a password here; says nobody whether somebody has. What tells is
 * done after the answer. Throws `too_many_requests`.
 */
export async function forgotPassword(
  env: Env,
  { username, address, now }: { username: string; address: string; now: string },
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  const name = username.trim().toLowerCase();
  await admit(env, { username: `forgot:${name}`, address: `forgot:${address}` });
  if (!(await countAttempt(env, `forgot:${name}`, now))) throw new Refusal('too_many_requests');
  later(
    findUserByUsername(env, name).then(async (user) =>
      user ? mailPasswordLink(env, user, 'FORGOTTEN', now) : false,
    ),
  );
}
