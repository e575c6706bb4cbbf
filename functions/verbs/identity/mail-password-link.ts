import { renderEmail } from '#edges/mail/render-message';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail/send-mail';
import { readUser, accountQuery } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { createPasswordLink } from './password-link.ts';
import type { LinkReason } from './password-link.ts';
import { countAttempt } from '#store/directory/sign-in-attempts';
import { checkAddressRateLimit } from './password-sign-in.ts';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

/** The inviting user and their show. */
interface Host {
  by: Pick<UserRow, 'firstName' | 'lastName'>;
  show: { name: string };
}

const words = {
  INVITED: {
    subject: 'Your Backlot account',
    headline: 'Your Backlot account is ready',
    text: 'Choose a password, then sign in with this e-mail address.',
    action: 'Choose a password',
    small: 'If the link has expired, use "Forgot password?" on the sign-in page to get a new one.',
  },
  FORGOTTEN: {
    subject: 'Set a new password for Backlot',
    headline: 'Set a new password',
    text: 'We received a request to set a new password for this e-mail address. Setting one signs you out everywhere.',
    action: 'Set a new password',
    small: 'If you did not request this, ignore this e-mail. Your password stays the same.',
  },
} as const satisfies Record<LinkReason, Record<string, string>>;

/**
 * Mails a new local user the link to choose a password (72 h, one use). Call it after the user is stored. Returns
 * whether the mail was sent; never throws, because "Forgot password?" sends the same link. Users of the identity
 * provider need no password and get no mail.
 */
export async function inviteUser(
  env: Env,
  { userId, host, now }: { userId: string; host?: Host; now: string },
): Promise<boolean> {
  const user = await readUser(env, userId);
  return user ? invite(env, { user, host, now }) : false;
}

/** As `inviteUser`, with the user already read. */
export function invite(
  env: Env,
  { user, host, now }: { user: UserRow; host: Host | undefined; now: string },
): Promise<boolean> {
  const welcome = host && `${host.by.firstName} ${host.by.lastName} added you to the show ${host.show.name}.`;
  return mailPasswordLink(env, user, 'INVITED', now, welcome);
}

/** Notifies a user who already has an account that they were added to a show. */
export async function mailAdded(env: Env, user: UserRow, { by, show }: Host): Promise<void> {
  const content = {
    subject: 'You were added to a show in Backlot',
    headline: `You were added to ${show.name}`,
    paragraphs: [
      `${by.firstName} ${by.lastName} added you to the show ${show.name}. You will see it in your list of shows the next time you sign in.`,
      'Sign in the same way as before. Members of this show cannot see the other shows you work on.',
    ],
  };
  await notifyAccountOwner(env, user, content, 'added to a show not mailed');
}

/** Mails a link to set a password. Returns whether the mail was sent. */
export async function mailPasswordLink(
  env: Env,
  user: UserRow,
  reason: LinkReason,
  now: string,
  welcome = '',
): Promise<boolean> {
  if (!user.localUser || !user.isActive) return false;
  if (env.WEB_ORIGIN === '') {
    log('error', 'no link to set a password: WEB_ORIGIN is not set', { user: user.id });
    return false;
  }
  const href = await createPasswordLink(env, { userId: user.id, reason, now });
  if (href === null) return false;
  const { subject, headline, text, action, small } = words[reason];
  const content = {
    place: 'Backlot',
    headline,
    paragraphs: [`Hello ${user.firstName},`, welcome, text],
    action: { label: action, href },
    small: ['The link works once and expires after three days.', small],
  };
  try {
    await sendMail(env, { to: user.username, subject, ...renderEmail(content) });
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', 'password link not mailed', { user: user.id }, error);
    return false;
  }
}

/** How many links one source gets mailed to one name before it has to wait. */
const freeLinksPerSource = 3;

/**
 * Mails a password link to the owner of a name, if there is one and the rate limit allows it. The caller learns
 * neither: a request that mails nothing gets the same response, and does not count against the owner. The revealing
 * work runs after the response. Throws `too_many_requests` when the source sends too many requests, for whatever names.
 */
export async function forgotPassword(
  env: Env,
  { username, address, now }: { username: string; address: string; now: string },
  runAfterResponse: (task: Promise<unknown>) => void,
): Promise<void> {
  const name = username.trim().toLowerCase();
  await checkAddressRateLimit(env, `forgot:${address}`);
  // One source does not use up the limit of all sources.
  const mayMail = await countAttempt(env, `forgot:${name} ${address}`, now, freeLinksPerSource);
  if (mayMail) runAfterResponse(mailTo(env, name, now));
}

async function mailTo(env: Env, name: string, now: string): Promise<boolean> {
  const user = await read(accountQuery(directoryOf(env, ''), name));
  return user !== null && mailPasswordLink(env, user, 'FORGOTTEN', now);
}
