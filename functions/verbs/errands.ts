import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import { MailFailure } from '#edges/mail';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore } from '#store/open';
import { recordSending } from '#store/show/outbox-reads';

/** What working off an errand needs. */
export interface Errands {
  env: Env;
  store: ShowStore;
  show: ShowRow;
  now: string;
}

/** One sending to accounting: its entry in the send history, and whose name that carries. */
export interface Attempt {
  id: string;
  firstName: string;
  lastName: string;
}

/** Whether the same request would be refused again; false where another try may help. */
export function isFinal(refusal: Refusal): boolean {
  const told = refusal instanceof AccountingFailure || refusal instanceof MailFailure;
  return !told || refusal.refused;
}

/** `failure` null: accounting did what it was asked. */
export async function recordAttempt(
  { store, show, now }: Errands,
  documentId: string,
  attempt: Attempt,
  failure: string | null,
): Promise<void> {
  await recordSending(store, {
    id: attempt.id,
    showId: show.id,
    documentId,
    sendType: 'ACCOUNTING',
    isSuccessful: failure === null,
    message: failure ?? '',
    senderFirstName: attempt.firstName,
    senderLastName: attempt.lastName,
    createdAt: now,
  });
}

/** Tells accounting, and writes what came of it to the send history under `attempt`: a repeated one leaves one entry. */
export async function attempted(
  errands: Errands,
  documentId: string,
  attempt: Attempt,
  tell: () => Promise<void>,
): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordAttempt(errands, documentId, attempt, error.detail.message ?? error.code);
    throw error;
  }
  await recordAttempt(errands, documentId, attempt, null);
}
