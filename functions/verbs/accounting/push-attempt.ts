import { Refusal } from '#domain/codes';
import type { Write } from '#store/d1/open';
import type { NoPlan, Plan, Rows } from '#store/d1/query';
import { sendingStatements } from '#store/show/outbox/outbox';
import { insertOutbox } from '#store/show/documents/write-document';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { OutboxRow } from '#verbs/outbox/jobs';
import { accountingDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import type { SentDocument } from '#verbs/webhooks/enqueue-deliveries';
import { isPermanent, textOf } from '#verbs/outbox/job-context';
import type { JobContext, Attempt } from '#verbs/outbox/job-context';
import type { PushRows } from './push-document.ts';

interface Recording {
  more?: readonly Write[];
  news?: readonly OutboxRow[];
  told?: string;
}

/** What came of an attempt, as it is to be written. */
interface AttemptRecord {
  statements: Write[];
  news: readonly OutboxRow[];
}

/**
 * What came of an attempt: an entry of the send history, and the end of its job unless another try may help; `failure` null:
 * accounting did what it was asked. `more` is written with it and `news`, which others are sent; `told` stands before
 * accounting's words.
 */
function attemptRecord(
  { store, show, now }: JobContext,
  documentId: string,
  attempt: Attempt,
  failure: Refusal | null,
  { more = [], news = [], told = '' }: Recording = {},
): AttemptRecord {
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
  const isClosed = failure === null || isPermanent(failure);
  return {
    statements: [...more, ...insertOutbox(store, news), ...sendingStatements(store, entry, isClosed)],
    news,
  };
}

/** Writes what came of an attempt, and reads `plan` in the same trip. */
export async function recordPushAttempt<P extends Plan = NoPlan>(
  context: JobContext,
  documentId: string,
  attempt: Attempt,
  failure: Refusal | null,
  recording: Recording = {},
  plan: P = {} as P,
): Promise<Rows<P>> {
  const { statements, news } = attemptRecord(context, documentId, attempt, failure, recording);
  const rows = await context.store.writeAndRead(statements, plan);
  await dispatchNews(context, news);
  return rows;
}

/** Writes what came of several attempts in one batch; where one of them undoes it, each by itself. */
export async function recordAttempts(context: JobContext, records: readonly AttemptRecord[]): Promise<void> {
  if (records.length === 0) return;
  const write = (some: readonly AttemptRecord[]) =>
    context.store.write(some.flatMap(({ statements }) => statements));
  await write(records).catch(async (error: unknown) => {
    if (records.length === 1) throw error;
    await Promise.all(records.map((record) => write([record])));
  });
  await dispatchNews(
    context,
    records.flatMap(({ news }) => news),
  );
}

/** Accounting has it: the sweep sends for what cannot be sent for now. */
async function dispatchNews({ env, store, now }: JobContext, news: readonly OutboxRow[]): Promise<void> {
  await dispatchJobs(env, store.db, news, now).catch(() => undefined);
}

/** Calls accounting, and returns what came of it; a repeated attempt leaves one entry. */
export async function attemptOf(
  context: JobContext,
  { subscriptions }: Pick<PushRows, 'subscriptions'>,
  document: SentDocument,
  attempt: Attempt,
  call: () => Promise<void>,
): Promise<{ record: AttemptRecord; refusal: Refusal | null }> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { record: attemptRecord(context, document.id, attempt, error), refusal: error };
  }
  const news = accountingDeliveries(context, subscriptions, document, attempt);
  return { record: attemptRecord(context, document.id, attempt, null, { news }), refusal: null };
}
