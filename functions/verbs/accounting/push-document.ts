import type { Source } from '#store/d1/open';
import { combined, mapped, read } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import { paymentHeaderQuery } from '#store/show/documents/read-document';
import { invoiceQuery } from '#store/show/invoices/read-invoice';
import { purchaseOrderQuery } from '#store/show/purchase-orders/read-purchase-order';
import { subscriptionsQuery } from '#store/show/webhooks/endpoints';
import type { Attempt, JobContext } from '#verbs/outbox/job-context';
import type { AccountingPushJob } from '#verbs/outbox/jobs';
import { pushInvoice } from './push-invoice.ts';
import { pushPurchaseOrder } from './push-purchase-order.ts';
import { releasePayments } from './release-payment.ts';

/** What a push to accounting needs: the document, the circuit breaker, and the subscriptions of webhooks. */
export interface PushRows extends RowOf<ReturnType<typeof sharedQuery>> {
  order: RowOf<ReturnType<typeof purchaseOrderQuery>>;
  invoice: RowOf<ReturnType<typeof invoiceQuery>>;
  payment: RowOf<ReturnType<typeof paymentHeaderQuery>>;
}

const sharedQuery = (store: Source) =>
  combined({ circuit: circuitQuery(store), subscriptions: subscriptionsQuery(store) });

const noDocument = { order: null, invoice: null, payment: null };

/** What `pushDocument` needs of a document. */
export function pushQuery(store: Source, { kind, documentId }: AccountingPushJob): Query<PushRows> {
  const shared = sharedQuery(store);
  const rowsOf = (own: Query<Partial<PushRows>>): Query<PushRows> =>
    mapped(combined({ shared, own }), (rows) => ({ ...noDocument, ...rows.shared, ...rows.own }));
  switch (kind) {
    case 'push-po':
      return rowsOf(mapped(purchaseOrderQuery(store, documentId), (order) => ({ order })));
    case 'push-invoice':
      return rowsOf(mapped(invoiceQuery(store, documentId), (invoice) => ({ invoice })));
    case 'release-payment':
      return rowsOf(mapped(paymentHeaderQuery(store, documentId), (payment) => ({ payment })));
  }
}

/** Sends an approved document to accounting; `rows`, if they have been read. Throws `accounting_interface_error`. */
export async function pushDocument(
  context: JobContext,
  job: AccountingPushJob,
  attempt: Attempt,
  known: PushRows | null = null,
): Promise<void> {
  const rows = known ?? (await read(pushQuery(context.store, job)));
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

/** An approved document to send to accounting, with what has been read of it. */
export interface Push {
  job: AccountingPushJob;
  attempt: Attempt;
  rows: PushRows;
}

/** The same for several documents at once; payments are recorded together. Settles for each. */
export function pushAll(context: JobContext, pushes: readonly Push[]): Promise<PromiseSettledResult<void>[]> {
  const releases = pushes.flatMap(({ job, ...push }) =>
    job.kind === 'release-payment' ? [{ job, ...push }] : [],
  );
  return releases.length === pushes.length
    ? releasePayments(context, releases)
    : Promise.allSettled(pushes.map(({ job, attempt, rows }) => pushDocument(context, job, attempt, rows)));
}
