import type { Source } from '#store/d1/open';
import { combineQueries, mapQuery, read } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import { paymentHeaderQuery } from '#store/show/documents/read-document';
import { invoiceQuery } from '#store/show/invoices/read-invoice';
import { purchaseOrderQuery } from '#store/show/purchase-orders/read-purchase-order';
import { subscriptionsQuery } from '#store/show/webhooks/endpoints';
import type { PushAttempt, JobContext } from '#verbs/outbox/job-context';
import type { AccountingPushJob, OutboxRow } from '#verbs/outbox/jobs';
import { pushInvoice } from './push-invoice.ts';
import { pushPurchaseOrder } from './push-purchase-order.ts';
import { Refusal } from '#domain/codes';
import { withPushAttempt, recordAttempts } from './push-attempt.ts';
import { callAccounting } from './circuit-breaker.ts';

const synchronousKinds: readonly string[] = [
  'push-po',
  'push-invoice',
  'release-payment',
] satisfies AccountingPushJob['kind'][];

/** Whether the user waits for the job: a push to accounting (DEC-32). */
export function isSynchronous({ kind }: Pick<OutboxRow, 'kind'>): boolean {
  return synchronousKinds.includes(kind);
}

/** The push among the jobs of a change, with the id of its row; null without one. */
export function pushJobOf(outbox: readonly OutboxRow[]): { id: string; job: AccountingPushJob } | null {
  const row = outbox.find(isSynchronous);
  return row ? { id: row.id, job: row.payload as unknown as AccountingPushJob } : null;
}

/** What a push to accounting reads: the document, the circuit breaker and the webhook subscriptions. */
export interface PushRows extends RowOf<ReturnType<typeof sharedQuery>> {
  order: RowOf<ReturnType<typeof purchaseOrderQuery>>;
  invoice: RowOf<ReturnType<typeof invoiceQuery>>;
  payment: RowOf<ReturnType<typeof paymentHeaderQuery>>;
}

const sharedQuery = (store: Source) =>
  combineQueries({ circuit: circuitQuery(store), subscriptions: subscriptionsQuery(store) });

const noDocument = { order: null, invoice: null, payment: null };

/** Reads what `pushDocument` needs. */
export function pushQuery(store: Source, { kind, documentId }: AccountingPushJob): Query<PushRows> {
  const shared = sharedQuery(store);
  const rowsOf = (specific: Query<Partial<PushRows>>): Query<PushRows> =>
    mapQuery(combineQueries({ shared, specific }), (rows) => ({
      ...noDocument,
      ...rows.shared,
      ...rows.specific,
    }));
  switch (kind) {
    case 'push-po':
      return rowsOf(mapQuery(purchaseOrderQuery(store, documentId), (order) => ({ order })));
    case 'push-invoice':
      return rowsOf(mapQuery(invoiceQuery(store, documentId), (invoice) => ({ invoice })));
    case 'release-payment':
      return rowsOf(mapQuery(paymentHeaderQuery(store, documentId), (payment) => ({ payment })));
  }
}

/**
 * Sends an approved document to accounting. Reads its rows unless `prefetched` has them. Throws
 * `accounting_interface_error`.
 */
export async function pushDocument(
  context: JobContext,
  job: AccountingPushJob,
  attempt: PushAttempt,
  prefetched: PushRows | null = null,
): Promise<void> {
  const rows = prefetched ?? (await read(pushQuery(context.store, job)));
  switch (job.kind) {
    case 'push-po':
      return pushPurchaseOrder(context, rows, attempt, job.allowed);
    case 'push-invoice':
      return pushInvoice(context, rows, job, attempt);
    case 'release-payment': {
      const [outcome] = await releasePayments(context, [{ rows, job, attempt }]);
      if (outcome?.status === 'rejected') throw outcome.reason;
    }
  }
}

const changedMessage = 'The payment changed before it reached the accounting system.';

/** A fully approved payment to release, and the version that approved it. */
export interface Release {
  rows: PushRows;
  job: { documentId: string; revision: number };
  attempt: PushAttempt;
}

/**
 * Releases fully approved payments in accounting, and records the results in one batch. `revision` is the version that
 * approved a payment and the same in every retry, so that nothing is paid twice. Settles each payment, with
 * `accounting_interface_error` for one that was not released (DEC-28 row 3, DEC-32).
 */
export async function releasePayments(
  context: JobContext,
  releases: readonly Release[],
): Promise<PromiseSettledResult<void>[]> {
  const outcomes = await Promise.allSettled(releases.map((release) => attemptRelease(context, release)));
  const records = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.record] : [],
  );
  await recordAttempts(context, records);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') return outcome;
    const { refusal } = outcome.value;
    return refusal ? { status: 'rejected', reason: refusal } : { status: 'fulfilled', value: undefined };
  });
}

async function attemptRelease(context: JobContext, { rows, job, attempt }: Release) {
  const { payment, circuit } = rows;
  if (!payment) throw new Refusal('NOT_FOUND');
  return withPushAttempt(context, rows, { ...payment, prefix: '' }, attempt, async () => {
    if (payment.status !== 'APPROVED')
      throw new Refusal('accounting_interface_error', { message: changedMessage });
    const { documentId: docId, revision } = job;
    const { externalId, totalCents } = payment;
    const released = { docId, revision, externalId, totalCents };
    await callAccounting(context, circuit, (accounting) => accounting.releasePayment(released));
  });
}
