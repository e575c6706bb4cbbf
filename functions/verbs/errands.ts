import { Refusal } from '#domain/codes';
import { AccountingFailure } from '#edges/accounting/client';
import { MailFailure } from '#edges/mail';
import type { ShowRow } from '#store/directory/sessions';
import type { ShowStore, Write } from '#store/open';
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

/**
 * Writes what came of an attempt to the send history, and closes its errand unless another try may help; `failure` null:
 * accounting did what it was asked. `more` is written with it, `told` stands before accounting's words.
 */
export async function recordAttempt(
  { store, show, now }: Errands,
  documentId: string,
  attempt: Attempt,
  failure: Refusal | null,
  { more = [], told = '' }: { more?: readonly Write[]; told?: string } = {},
): Promise<void> {
  const entry = {
    id: attempt.id,
    showId: show.id,
    documentId,
    sendType: 'ACCOUNTING' as const,
    isSuccessful: failure === null,
    message: failure ? told + reasonOf(failure) : '',
    senderFirstName: attempt.firstName,
    senderLastName: attempt.lastName,
    createdAt: now,
  };
  await recordSending(store, entry, failure === null || isFinal(failure), more);
}

export function reasonOf(refusal: Refusal): string {
  return refusal.detail.message ?? refusal.code;
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
    await recordAttempt(errands, documentId, attempt, error);
    throw error;
  }
  await recordAttempt(errands, documentId, attempt, null);
}
