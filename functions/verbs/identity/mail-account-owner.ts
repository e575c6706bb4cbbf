import { renderEmail } from '#edges/mail/render-message';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail/send-mail';
import type { UserRow } from '#store/directory/sessions';

interface AccountMail {
  subject: string;
  headline: string;
  paragraphs: readonly string[];
}

/** E-mails the owner of an account. Throws `MailFailure`. */
export async function mailAccountOwner(
  env: Env,
  user: UserRow,
  { subject, headline, paragraphs }: AccountMail,
): Promise<void> {
  const content = {
    place: 'Backlot',
    headline,
    paragraphs: [`Hello ${user.firstName},`, ...paragraphs],
  };
  await sendMail(env, { to: user.username, subject, ...renderEmail(content) });
}

/**
 * E-mails the owner what was done to the account. Never throws, because the action is done either way. `event` is the
 * log message of a mail that was not sent.
 */
export async function notifyAccountOwner(
  env: Env,
  user: UserRow,
  mail: AccountMail,
  event: string,
): Promise<void> {
  try {
    await mailAccountOwner(env, user, mail);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', event, { user: user.id }, error);
  }
}
