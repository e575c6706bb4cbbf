import { storeFor } from '#store/d1/open';
import { queueReminders } from '#verbs/approval/remind-approvers';
import { runJob } from '#verbs/jobs/run-job';
import { deliverQueued } from './fixtures/digests.ts';
import { sent, sql, studioEnv } from './fixtures/studio.ts';
import type { SentMail } from './output/sent-mail.ts';

/** Runs the job of reminders as the sweep queues it on this day. Returns the e-mails. */
export async function remindOn(day: string): Promise<SentMail[]> {
  const now = `${day}T20:00:00.000Z`;
  const shard = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  sent.outbox.length = 0;
  const mails: SentMail[] = [];
  while ((await queueReminders(studioEnv, shard, now)) > 0 || sent.outbox.length > 0) {
    for (const message of sent.outbox.splice(0)) await runJob(studioEnv, message, now);
    await sql.alpha`DELETE FROM notification_windows`;
    mails.push(...(await deliverQueued()));
  }
  return mails;
}
