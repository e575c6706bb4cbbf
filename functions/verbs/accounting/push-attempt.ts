import { Refusal } from '#domain/codes';
import type { Write } from '#store/d1/open';
import type { NoPlan, Plan, Rows } from '#store/d1/query';
import { recordSending } from '#store/show/outbox/outbox';
import { insertOutbox } from '#store/show/documents/write-document';
import { dispatchOutbox } from '#verbs/outbox/dispatch';
import type { OutboxRow } from '#verbs/outbox/jobs';
import { newsOfAccounting } from '#verbs/webhooks/enqueue-deliveries';
import type { Told } from '#verbs/webhooks/enqueue-deliveries';
import { isFinal, textOf } from '#verbs/outbox/job-context';
import type { Errands, Attempt } from '#verbs/outbox/job-context';
import type { PushRows } from './push-document.ts';

interface Recording {
  more?: readonly Write[];
  news?: readonly OutboxRow[];
  told?: string;
}

/**
 * Writes what came of an attempt to the send history, and closes its errand unless another try may help; `failure` null:
 * accounting did what it was asked. `more` is written with it and `news`, which others are told then, too; `told` stands
 * before accounting's words. `plan` is read in the same trip.
 */
export async function recordAttempt<P extends Plan = NoPlan>(
  { env, store, show, now }: Errands,
  documentId: string,
  attempt: Attempt,
  failure: Refusal | null,
  { more = [], news = [], told = '' }: Recording = {},
  plan: P = {} as P,
): Promise<Rows<P>> {
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
  const rows = await recordSending(store, entry, isClosed, [...more, ...insertOutbox(store, news)], plan);
  // Accounting has it: the sweep sends for what could not be sent for now.
  await dispatchOutbox(env, store.db, news, now).catch(() => undefined);
  return rows;
}

/** Tells accounting, and writes what came of it to the send history under `attempt`: a repeated one leaves one entry. */
export async function attempted(
  errands: Errands,
  { subscriptions }: Pick<PushRows, 'subscriptions'>,
  document: Told,
  attempt: Attempt,
  tell: () => Promise<void>,
): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordAttempt(errands, document.id, attempt, error);
    throw error;
  }
  const news = newsOfAccounting(errands, subscriptions, document, attempt);
  await recordAttempt(errands, document.id, attempt, null, { news });
}
