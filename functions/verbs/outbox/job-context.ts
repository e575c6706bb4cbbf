import type { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import { log } from '#edges/log';
import { MailFailure } from '#edges/mail/send-mail';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/d1/open';
import type { OutboxRow } from './jobs.ts';

export interface JobContext {
  env: Env;
  store: ShowStore;
  show: ShowRow;
  now: string;
}

/** Thrown by a job that sets its own retry delay in seconds. */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly seconds: number;

  constructor(reason: string, seconds: number) {
    super(reason);
    this.seconds = seconds;
  }
}

type JobRef = Pick<OutboxRow, 'id' | 'showId' | 'kind' | 'attempts'>;

export function logFields({ id, showId, kind, attempts = 0 }: JobRef) {
  return { entry: id, show: showId, kind, attempts };
}

/** Logs that a job was rejected for good; it is on the health page of its show from then on. */
export function logRefused(entry: JobRef): void {
  log('warn', 'job rejected', logFields(entry));
}

/** One push to accounting: its id in the send history, and the user named there. */
export interface PushAttempt {
  id: string;
  actorId: string;
  firstName: string;
  lastName: string;
}

/** Whether a retry would be refused again. */
export function isPermanent(refusal: Refusal): boolean {
  if (refusal.code === 'show_is_moving') return false;
  const isExternal = refusal instanceof AccountingFailure || refusal instanceof MailFailure;
  return !isExternal || refusal.refused;
}

export function textOf(refusal: Refusal): string {
  return refusal.detail.message ?? refusal.code;
}
