import { administersShow } from '#domain/identity/permissions';
import { maxFailingDays } from '#domain/webhooks/webhook';
import { renderEmail } from '#edges/mail/render-message';
import { sendMail } from '#edges/mail/send-mail';
import { readMembersToNotify } from '#store/directory/users';
import { endpointQuery } from '#store/show/webhooks/endpoints';
import type { JobContext } from '#verbs/outbox/job-context';
import type { Job } from '#verbs/outbox/jobs';
import { read } from '#store/d1/query';

/**
 * Notifies one administrator that an endpoint was disabled. A user who no longer administers the show gets nothing. Throws
 * `MailFailure`.
 */
export async function mailEndpointDisabled(
  { env, store, show }: JobContext,
  { endpointId, userId }: Extract<Job, { kind: 'webhook-given-up' }>,
): Promise<void> {
  const [endpoint, [person]] = await Promise.all([
    read(endpointQuery(store, endpointId)),
    readMembersToNotify(env, show.id, [userId]),
  ]);
  // It was enabled again or removed: there is nothing to do.
  if (!endpoint || endpoint.isEnabled || !person || !administersShow(person)) return;
  const headline = 'A webhook endpoint was disabled';
  const origin = env.WEB_ORIGIN;
  const content = {
    place: show.name,
    headline,
    paragraphs: [
      `Every delivery to it failed for ${maxFailingDays} days, so Backlot stopped sending events to it.`,
      'When the endpoint works again, enable it in Settings. You can send the deliveries in its log again. Backlot does not keep events that happen while it is disabled.',
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
    small: ['You received this e-mail because you administer this show.'],
  };
  await sendMail(env, {
    to: person.username,
    subject: `${headline} (${show.name})`,
    ...renderEmail(content),
  });
}
