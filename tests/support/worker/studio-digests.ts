import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import worker from '../../../functions/index.ts';
import { deliver } from './studio-queues.ts';
import type { PersonName } from './studio-rows.ts';
import type { SentMail } from './sent-mail.ts';
import { sent, studioEnv } from './studio.ts';

export type DigestSwitch =
  | 'consolidate_po_emails'
  | 'consolidate_invoice_emails'
  | 'consolidate_payment_emails';

export async function switchDigest(name: PersonName, which: DigestSwitch, on: boolean): Promise<void> {
  await studioEnv.DIRECTORY.prepare(`UPDATE users SET ${which} = ? WHERE id = ?`)
    .bind(on ? 1 : 0, name)
    .run();
}

/** The daily cron at an instant. */
export async function ring(at: string, env: Env = studioEnv): Promise<void> {
  const context = createExecutionContext();
  const controller = createScheduledController({ scheduledTime: new Date(at), cron: '0 7,8 * * *' });
  await worker.scheduled(controller, env);
  await waitOnExecutionContext(context);
}

/** Hands over what waits in the queue and what follows from it; answers the e-mails that left. */
export async function handOver(env: Env = studioEnv): Promise<SentMail[]> {
  const before = sent.mail.length;
  while (sent.outbox.length > 0) await deliver('backlot-outbox', sent.outbox.splice(0, 10), env);
  return sent.mail.slice(before);
}

/** The digests that a night brings: both hours that can be midnight, and everything in the queue. */
export async function night(day: string): Promise<SentMail[]> {
  await ring(`${day}T07:00:00.000Z`);
  await ring(`${day}T08:00:00.000Z`);
  return handOver();
}
