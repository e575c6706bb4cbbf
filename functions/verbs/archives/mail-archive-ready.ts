import { can } from '#domain/identity/permissions';
import { defaultTimeZone, formatInstant } from '#domain/values/days';
import { renderEmail } from '#edges/mail/render-message';
import { sendMail } from '#edges/mail/send-mail';
import { archiveQuery } from '#store/show/imports/archives';
import type { ArchiveRow } from '#store/show/imports/archives';
import { archiveExpiresAt } from './archive-keys.ts';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { memberContext } from '#verbs/request/member-context';
import type { ArchiveMailJob, OutboxRow } from '#verbs/outbox/jobs';
import { read } from '#store/d1/query';

/** The job that e-mails the archive's requester, for the batch that ends the archive. */
export function archiveMailRow(
  { id, showId, userId }: Pick<ArchiveRow, 'id' | 'showId' | 'userId'>,
  now: string,
): OutboxRow {
  const payload: ArchiveMailJob = { kind: 'archive-mail', archiveId: id, userId };
  const { kind } = payload;
  return { id: freshId(showId), showId, kind, payload, effectKey: `${kind}:${id}`, createdAt: now };
}

/** E-mails how an archive ended to its requester, if they may still download it. Throws `MailFailure`. */
export async function mailArchiveEnded(
  { env, store, show, now }: JobContext,
  { archiveId, userId }: ArchiveMailJob,
): Promise<void> {
  const [row, context] = await Promise.all([
    read(archiveQuery(store, archiveId)),
    memberContext(env, { showId: show.id, userId }, now),
  ]);
  const isEnded = row?.status === 'ready' || row?.status === 'failed';
  // A user who stops an archive knows that it ended, and a removed archive needs no message.
  if (!row || !isEnded || row.cancelledBy !== null) return;
  if (!context || !can(context.permissions, 'Show', 'FULL')) return;
  const { headline, ...body } = row.status === 'ready' ? ready(row, context) : failed;
  const origin = env.WEB_ORIGIN;
  const content = {
    place: show.name,
    headline,
    ...body,
    action:
      origin === ''
        ? null
        : { label: 'Open the archive', href: `${origin}/setup/settings/archive?restoreShow=${show.id}` },
    small: ['You received this e-mail because you requested this archive.'],
  };
  await sendMail(env, {
    to: context.user.username,
    subject: `${headline} (${show.name})`,
    ...renderEmail(content),
  });
}

function ready({ done, parts, finishedAt }: ArchiveRow & { parts: number }, { user }: RequestContext) {
  const until = formatInstant(archiveExpiresAt(finishedAt), user.dateFormat, defaultTimeZone);
  return {
    headline: 'The archive is ready',
    facts: [
      ['Documents', done.toLocaleString('en-US')],
      ['Files', String(parts)],
      ['Available until', until],
    ] as const,
  };
}

const failed = {
  headline: 'The archive could not be created',
  paragraphs: ['Nothing in the show was changed. Start the archive again in Backlot.'],
};
