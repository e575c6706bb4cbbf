import { can } from '#domain/identity/permissions';
import { defaultTimeZone, formatInstant } from '#domain/values/days';
import { typeset } from '#edges/mail/render-message';
import { sendMail } from '#edges/mail/send-mail';
import { archiveQuery } from '#store/show/imports/archives';
import type { ArchiveRow } from '#store/show/imports/archives';
import { keptUntil } from './archive-keys.ts';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { memberContext } from '#verbs/request/member-context';
import type { ArchiveMailJob, OutboxRow } from '#verbs/outbox/jobs';
import { read } from '#store/d1/query';

/** The e-mail that is owed to whoever asked for an archive, for the batch that ends it. */
export function archiveMailRow(
  { id, showId, userId }: Pick<ArchiveRow, 'id' | 'showId' | 'userId'>,
  now: string,
): OutboxRow {
  const payload: ArchiveMailJob = { kind: 'archive-mail', archiveId: id, userId };
  const { kind } = payload;
  return { id: freshId(showId), showId, kind, payload, effectKey: `${kind}:${id}`, createdAt: now };
}

/** Says how an archive ended, to whoever asked for it and may still have it. Throws `MailFailure`. */
export async function tellArchiveEnded(
  { env, store, show, now }: JobContext,
  { archiveId, userId }: ArchiveMailJob,
): Promise<void> {
  const [row, context] = await Promise.all([
    read(archiveQuery(store, archiveId)),
    memberContext(env, { showId: show.id, userId }, now),
  ]);
  const isEnded = row?.status === 'ready' || row?.status === 'failed';
  // Who stopped it knows; what was removed is nothing to be told of.
  if (!row || !isEnded || row.cancelledBy !== null) return;
  if (!context || !can(context.permissions, 'Show', 'FULL')) return;
  const { headline, ...said } = row.status === 'ready' ? ready(row, context) : failed;
  const origin = env.WEB_ORIGIN;
  const letter = {
    place: show.name,
    headline,
    ...said,
    action:
      origin === ''
        ? null
        : { label: 'Open the archive', href: `${origin}/setup/settings/archive?restoreShow=${show.id}` },
    small: ['You received this e-mail because you requested this archive.'],
  };
  await sendMail(env, {
    to: context.user.username,
    subject: `${headline} (${show.name})`,
    ...typeset(letter),
  });
}

function ready({ done, parts, finishedAt }: ArchiveRow & { parts: number }, { user }: RequestContext) {
  const until = formatInstant(keptUntil(finishedAt), user.dateFormat, defaultTimeZone);
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
