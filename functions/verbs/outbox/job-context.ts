import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import { log } from '#edges/log';
import { MailFailure } from '#edges/mail/send-mail';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore, Write } from '#store/d1/open';
import { recordSending } from '#store/show/outbox/outbox';
import { insertOutbox } from '#store/show/documents/write-document';
import { dispatchOutbox } from './dispatch.ts';
import type { OutboxRow } from './jobs.ts';
import { newsOfAccounting } from '#verbs/webhooks/enqueue-deliveries';
import type { Told } from '#verbs/webhooks/enqueue-deliveries';

/** What working off an errand needs. */
export interface Errands {
  env: Env;
  store: ShowStore;
  show: ShowRow;
  now: string;
}

/** What an errand throws that has a rhythm of its own: why, and after how many seconds it is tried again. */
export class AgainLater extends Error {
  override name = 'AgainLater';
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
export function isFinal(refusal: Refusal): boolean {
  if (refusal.code === 'show_is_moving') return false;
  const told = refusal instanceof AccountingFailure || refusal instanceof MailFailure;
  return !told || refusal.refused;
}

interface Recording {
  more?: readonly Write[];
  news?: readonly OutboxRow[];
  told?: string;
}

/**
 * Writes what came of an attempt to the send history, and closes its errand unless another try may help; `failure` null:
 * accounting did what it was asked. `more` is written with it and `news`, which others are told then, too; `told` stands
 * before accounting's words.
 */
export async function recordAttempt(
  { env, store, show, now }: Errands,
  documentId: string,
  attempt: Attempt,
  failure: Refusal | null,
  { more = [], news = [], told = '' }: Recording = {},
): Promise<void> {
  const entry = {
    id: attempt.id,
    showId: show.id,
    documentId,
    sendType: 'ACCOUNTING' as const,
    isSuccessful: failure === null,
    message: failure ? told + textOf(failure) : '',
    senderFirstName: attempt.firstName,
    senderLastName: attempt.lastName,
    createdAt: now,
  };
  const isClosed = failure === null || isFinal(failure);
  await recordSending(store, entry, isClosed, [...more, ...insertOutbox(store, news)]);
  // Accounting has it: the sweep sends for what could not be sent for now.
  await dispatchOutbox(env, store.db, news, now).catch(() => undefined);
}

export function textOf(refusal: Refusal): string {
  return refusal.detail.message ?? refusal.code;
}

/** Tells accounting, and writes what came of it to the send history under `attempt`: a repeated one leaves one entry. */
export async function attempted(
  errands: Errands,
  document: Told,
  attempt: Attempt,
  tell: () => Promise<void>,
): Promise<void> {
  // Begun before accounting is: what others write through the same handle meanwhile would have it read anew.
  const news = newsOfAccounting(errands, document, attempt);
  news.catch(() => undefined);
  try {
    await tell();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordAttempt(errands, document.id, attempt, error);
    throw error;
  }
  await recordAttempt(errands, document.id, attempt, null, { news: await news });
}
