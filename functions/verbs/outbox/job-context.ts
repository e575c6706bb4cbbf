import type { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import { log } from '#edges/log';
import { MailFailure } from '#edges/mail/send-mail';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/d1/open';
import type { OutboxRow } from './jobs.ts';

/** What working off an errand needs. */
export interface JobContext {
  env: Env;
  store: ShowStore;
  show: ShowRow;
  now: string;
}

/** What an errand throws that has a rhythm of its own: why, and after how many seconds it is tried again. */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly seconds: number;

  constructor(reason: string, seconds: number) {
    super(reason);
    this.seconds = seconds;
  }
}

/** An outbox entry by its ids. */
type Given = Pick<OutboxRow, 'id' | 'showId' | 'kind' | 'attempts'>;

/** What the log says of an entry. */
export function factsOf({ id, showId, kind, attempts = 0 }: Given) {
  return { entry: id, show: showId, kind, attempts };
}

/** Says that an entry is given up, which stands on the health page of its show from now on. */
export function logRefused(entry: Given): void {
  log('warn', 'errand refused', factsOf(entry));
}

/** One sending to accounting: its entry in the send history, and whose name that carries. */
export interface Attempt {
  id: string;
  actorId: string;
  firstName: string;
  lastName: string;
}

/** Whether the same request would be refused again; false where another try may help. */
export function isPermanent(refusal: Refusal): boolean {
  if (refusal.code === 'show_is_moving') return false;
  const told = refusal instanceof AccountingFailure || refusal instanceof MailFailure;
  return !told || refusal.refused;
}

export function textOf(refusal: Refusal): string {
  return refusal.detail.message ?? refusal.code;
}
