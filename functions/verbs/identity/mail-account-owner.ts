import { renderEmail } from '#edges/mail/render-message';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail/send-mail';
import type { UserRow } from '#store/directory/sessions';

/**
 * E-mails the owner what was done to the account. Never throws, because the action is done either way. `event` is the
 * log message of a mail that was not sent.
 */
export async function notifyAccountOwner(
  env: Env,
  user: UserRow,
  { subject, headline, paragraphs }: { subject: string; headline: string; paragraphs: readonly string[] },
  event: string,
): Promise<void> {
  const content = {
    place: 'Backlot',
    headline,
    paragraphs: [`Hello ${user.firstName},`, ...paragraphs],
  };
  try {
    await sendMail(env, { to: user.username, subject, ...renderEmail(content) });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', event, { user: user.id }, error);
  }
}
