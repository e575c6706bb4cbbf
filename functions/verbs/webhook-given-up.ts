import { failingDaysAtMost } from '#domain/webhook';
import { typeset } from '#edges/letter';
import { sendMail } from '#edges/mail';
import { readUser } from '#store/directory/people';
import { readEndpoint } from '#store/show/webhook-rows';
import type { Errands } from './errands.ts';
import type { Errand } from './outbox-rows.ts';

/** Tells one administrator that an endpoint is not told of anything any more. Throws `MailFailure`. */
export async function tellGivenUp(
  { env, store, show }: Errands,
  { endpointId, userId }: Extract<Errand, { kind: 'webhook-given-up' }>,
): Promise<void> {
  const [endpoint, person] = await Promise.all([readEndpoint(store, endpointId), readUser(env, userId)]);
  // Enabled again, or gone: then there is nothing left to do about it.
  if (!endpoint || endpoint.isEnabled || !person?.isActive) return;
  const headline = 'A webhook endpoint was disabled';
  const origin = env.WEB_ORIGIN;
  const letter = {
    place: show.name,
    headline,
    paragraphs: [
      `It has answered nothing but failures for ${failingDaysAtMost} days, so Backlot sends it nothing more.`,
      'Once it works again, enable it there. What its delivery log lists can be sent again; what happens while it is disabled is not kept.',
    ],
    facts: [
      ['Address', endpoint.url],
      ['Description', endpoint.description],
    ] as const,
    action:
      origin === ''
        ? null
        : {
            label: 'Open the endpoint',
            href: `${origin}/setup/settings/webhooks/${endpointId}?restoreShow=${show.id}`,
          },
    small: ['You get this e-mail because you administer this show.'],
  };
  await sendMail(env, { to: person.username, subject: `${headline} (${show.name})`, ...typeset(letter) });
}
