import { sendMail } from '#edges/mail/send-mail';
import { asksForApproval } from '#domain/lifecycle/notify-event';
import { readQueuedOf } from '#store/show/cover/approval-queue';
import { readCollected, removeCollected, reopenWindow } from '#store/show/mail/collected-notifications';
import type { JobContext } from '#verbs/outbox/job-context';
import type { NotifyCollectedJob } from '#verbs/outbox/jobs';
import { freshId } from '#verbs/request/context';
import { collectedMail } from './collected-message.ts';
import { notificationMail } from './notification-message.ts';
import { notificationFor, readNotifications, windowEnd, withApproveLinks } from './notify-user.ts';
import type { NotifyJob } from './notify-user.ts';

/** Each takes some fifteen of the 1,000 statements of a Worker's run. */
const maxNotifications = 50;

/**
 * Sends the notifications that were collected for a user, one alone as usual, and opens the next window (DEC-161).
 * Documents that no longer wait for the user are left out (DEC-269). Throws `MailFailure`.
 */
export async function sendCollected(
  context: JobContext,
  { userId }: NotifyCollectedJob,
  jobId: string,
): Promise<void> {
  const { env, store, show, now } = context;
  // First, so that what is collected from here on belongs to the next e-mail.
  await reopenWindow(store, { userId, jobId, endsAt: windowEnd(now) });
  const rows = await readCollected(store, userId, maxNotifications);
  if (rows.length === 0) return;
  const askedIds = rows.flatMap(({ documentId, event }) => (asksForApproval(event) ? [documentId] : []));
  const queued = await readQueuedOf(store, userId, askedIds);
  const jobs = rows
    .filter(({ documentId, event }) => !asksForApproval(event) || queued.has(documentId))
    .map(({ documentId, version, event, type }): NotifyJob => ({
      kind: 'notify',
      docType: type,
      documentId,
      event,
      version,
      userId,
    }));
  const data = await readNotifications(context, jobs);
  const prepared = await Promise.all(
    jobs.map(async (job) => {
      const notification = await notificationFor(context, job, data);
      if (!notification) return null;
      const absentName = queued.get(job.documentId)?.name ?? '';
      return { ...job, ...notification, content: { ...notification.content, absentName } };
    }),
  );
  const found = prepared.filter((one) => one !== null);
  const [to] = found.map((one) => one.to);
  const [first, ...others] = await withApproveLinks(context, data, found);
  if (to !== undefined && first) {
    const isAlone = others.length === 0;
    await sendMail(
      env,
      isAlone ? notificationMail(to, first) : collectedMail(to, show.name, [first, ...others]),
    );
  }
  const isMore = rows.length === maxNotifications;
  await removeCollected(store, userId, rows, isMore ? { id: freshId(show.id), createdAt: now } : null);
}
