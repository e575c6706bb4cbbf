import { Refusal } from '#domain/codes';
import type { Write } from '#store/d1/open';
import type { NoPlan, ReadPlan, Rows } from '#store/d1/query';
import { sendingStatements } from '#store/show/outbox/outbox';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { OutboxRow } from '#verbs/outbox/jobs';
import { accountingDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import type { SentDocument } from '#verbs/webhooks/enqueue-deliveries';
import { isPermanent, textOf } from '#verbs/outbox/job-context';
import type { JobContext, PushAttempt } from '#verbs/outbox/job-context';
import type { PushRows } from './push-document.ts';

interface Recording {
  writes?: readonly Write[];
  deliveries?: readonly OutboxRow[];
  prefix?: string;
}

interface AttemptRecord {
  statements: Write[];
  deliveries: readonly OutboxRow[];
}

/**
 * Builds the writes for one attempt: its entry of the send history, and the end of its job unless a retry may help. A
 * `failure` of null means success. `writes` and the webhook `deliveries` join the batch; `prefix` precedes accounting's
 * message.
 */
function attemptRecord(
  { store, show, now }: JobContext,
  documentId: string,
  attempt: PushAttempt,
  failure: Refusal | null,
  { writes = [], deliveries = [], prefix = '' }: Recording = {},
): AttemptRecord {
  const entry = {
    id: attempt.id,
    showId: show.id,
    documentId,
    sendType: 'ACCOUNTING' as const,
    isSuccessful: failure === null,
    message: failure ? prefix + textOf(failure) : '',
    senderFirstName: attempt.firstName,
    senderLastName: attempt.lastName,
    createdAt: now,
  };
  const isClosed = failure === null || isPermanent(failure);
  return {
    statements: [...writes, ...insertOutbox(store, deliveries), ...sendingStatements(store, entry, isClosed)],
    deliveries,
  };
}

/** Records one attempt, and reads `plan` in the same round trip. */
export async function recordPushAttempt<P extends ReadPlan = NoPlan>(
  context: JobContext,
  documentId: string,
  attempt: PushAttempt,
  failure: Refusal | null,
  recording: Recording = {},
  plan: P = {} as P,
): Promise<Rows<P>> {
  const { statements, deliveries } = attemptRecord(context, documentId, attempt, failure, recording);
  const rows = await context.store.writeAndRead(statements, plan);
  await dispatchDeliveries(context, deliveries);
  return rows;
}

/** Records several attempts in one batch; if the batch fails, each attempt by itself. */
export async function recordAttempts(context: JobContext, records: readonly AttemptRecord[]): Promise<void> {
  if (records.length === 0) return;
  const write = (selected: readonly AttemptRecord[]) =>
    context.store.write(selected.flatMap(({ statements }) => statements));
  await write(records).catch(async (error: unknown) => {
    if (records.length === 1) throw error;
    await Promise.all(records.map((record) => write([record])));
  });
  await dispatchDeliveries(
    context,
    records.flatMap(({ deliveries }) => deliveries),
  );
}

/** Accounting has the document, so a failed dispatch is ignored: the sweep sends what was not dispatched. */
async function dispatchDeliveries(
  { env, store, now }: JobContext,
  deliveries: readonly OutboxRow[],
): Promise<void> {
  await dispatchJobs(env, store.db, deliveries, now).catch(() => undefined);
}

/** Calls accounting and returns what to record. A repeated attempt leaves one entry of the send history. */
export async function withPushAttempt(
  context: JobContext,
  { subscriptions }: Pick<PushRows, 'subscriptions'>,
  document: SentDocument,
  attempt: PushAttempt,
  call: () => Promise<void>,
): Promise<{ record: AttemptRecord; refusal: Refusal | null }> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { record: attemptRecord(context, document.id, attempt, error), refusal: error };
  }
  const deliveries = accountingDeliveries(context, subscriptions, document, attempt);
  return { record: attemptRecord(context, document.id, attempt, null, { deliveries }), refusal: null };
}
