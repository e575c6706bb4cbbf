import { typeset } from '#edges/mail/render-message';
import { log } from '#edges/log';
import { MailFailure, sendMail } from '#edges/mail/send-mail';
import type { UserRow } from '#store/directory/sessions';

/**
 * Tells somebody by e-mail what was done to the account. Never throws: it is done whether or not this arrives. `event` is
 * what the log calls a mail that did not leave.
 */
export async function notifyAccountOwner(
  env: Env,
  user: UserRow,
  { subject, headline, paragraphs }: { subject: string; headline: string; paragraphs: readonly string[] },
  event: string,
): Promise<void> {
  const letter = {
    place: 'Backlot',
    headline,
    paragraphs: [`Hello ${user.firstName},`, ...paragraphs],
  };
  try {
    await sendMail(env, { to: user.username, subject, ...typeset(letter) });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log('warn', event, { user: user.id }, error);
  }
}
