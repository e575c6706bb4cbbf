import { typeset } from '#edges/mail/render-message';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail/send-mail';
import { readUser } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import { notifyAccountOwner } from './mail-account-owner.ts';
import { makePasswordLink } from './password-link.ts';
import type { LinkReason } from './password-link.ts';

/** Who invites, and to which show. */
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
 * Mails a new local user the link to choose a password with (72 h, one use). Call it after the user is stored. Answers
 * whether the mail left; never throws, for the same link can be had with "Forgot password?". Whoever signs in with the
 * identity provider needs no password, and is mailed nothing.
 */
export async function inviteUser(
  env: Env,
  { userId, host, now }: { userId: string; host?: Host; now: string },
): Promise<boolean> {
  const user = await readUser(env, userId);
  return user ? invite(env, { user, host, now }) : false;
}

/** The same, where the user has been read. */
export function invite(
  env: Env,
  { user, host, now }: { user: UserRow; host: Host | undefined; now: string },
): Promise<boolean> {
  const welcome = host && `${host.by.firstName} ${host.by.lastName} added you to the show ${host.show.name}.`;
  return mailPasswordLink(env, user, 'INVITED', now, welcome);
}

/** Tells somebody who has an account already that they were added to a show. */
export async function mailAdded(env: Env, user: UserRow, { by, show }: Host): Promise<void> {
  const letter = {
    subject: 'You were added to a show in Backlot',
    headline: `You were added to ${show.name}`,
    paragraphs: [
      `${by.firstName} ${by.lastName} added you to the show ${show.name}. You will see it in your list of shows the next time you sign in.`,
      'Sign in the same way as before. Members of this show cannot see the other shows you work on.',
    ],
  };
  await notifyAccountOwner(env, user, letter, 'added to a show not mailed');
}

/** Mails a link to set a password. Answers whether it left. */
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
  const href = await makePasswordLink(env, { userId: user.id, reason, now });
  if (href === null) return false;
  const { subject, headline, text, action, small } = words[reason];
  const letter = {
    place: 'Backlot',
    headline,
    paragraphs: [`Hello ${user.firstName},`, welcome, text],
    action: { label: action, href },
    small: ['The link works once and expires after three days.', small],
  };
  try {
    await sendMail(env, { to: user.username, subject, ...typeset(letter) });
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', 'link to set a password not mailed', { user: user.id }, error);
    return false;
  }
}
