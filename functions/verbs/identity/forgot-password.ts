import { accountQuery } from '#store/directory/users';
import { countAttempt } from '#store/directory/sign-in-attempts';
import { mailPasswordLink } from './mail-password-link.ts';
import { admitAddress } from './password-sign-in.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

/** So many links a source gets mailed to one name before it has to wait. */
const freeOfSource = 3;

/**
 * Mails a link to set a new password to the owner of a name, if there is one and mails to it are not at their rate. The
 * caller learns neither: a request that mails nothing looks like one that does, and refuses no later one of the owner. What
 * tells is done after the answer. Throws `too_many_requests` when the source asks too often, whatever names it asks for.
 */
export async function forgotPassword(
  env: Env,
  { username, address, now }: { username: string; address: string; now: string },
  later: (work: Promise<unknown>) => void,
): Promise<void> {
  const name = username.trim().toLowerCase();
  await admitAddress(env, `forgot:${address}`);
  // One source does not use up what leaves for all of them.
  const mayMail = await countAttempt(env, `forgot:${name} ${address}`, now, freeOfSource);
  if (mayMail) later(mailTo(env, name, now));
}

async function mailTo(env: Env, name: string, now: string): Promise<boolean> {
  const user = await read(accountQuery(directoryOf(env, ''), name));
  return user !== null && mailPasswordLink(env, user, 'FORGOTTEN', now);
}
