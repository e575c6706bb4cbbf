import { Refusal } from '#domain/codes';
import { can, permissionsOf } from '#domain/identity/permissions';
import { mailAccountOwner } from '#verbs/identity/mail-account-owner';
import type { ShowAdministrator } from '#verbs/management/open-administered-show';

/**
 * Sends an administrator of the open show an e-mail that only shows that mail arrives (DEC-144). Throws
 * `SHOW_NOT_IN_SESSION`, `FORBIDDEN`, and `email_send_failed` with the provider's reason.
 */
export async function sendTestMail({ env, user, from }: ShowAdministrator): Promise<void> {
  if (!from) throw new Refusal('SHOW_NOT_IN_SESSION');
  if (!can(permissionsOf(from.membership), 'Show', 'FULL')) throw new Refusal('FORBIDDEN');
  await mailAccountOwner(env, user, {
    subject: 'Backlot test e-mail',
    headline: 'E-mail from Backlot arrives',
    paragraphs: ['You requested this e-mail to test your installation. You do not have to do anything.'],
  });
}
