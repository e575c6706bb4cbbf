import type { Source } from '#store/d1/open';
import { combined, mapped, read } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import { paymentHeaderQuery } from '#store/show/documents/read-document';
import { invoiceQuery } from '#store/show/invoices/read-invoice';
import { purchaseOrderQuery } from '#store/show/purchase-orders/read-purchase-order';
import { subscriptionsQuery } from '#store/show/webhooks/endpoints';
import type { Attempt, Errands } from '#verbs/outbox/job-context';
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
  errands: Errands,
  errand: AccountingPushJob,
  attempt: Attempt,
  known: PushRows | null = null,
): Promise<void> {
  const rows = known ?? (await read(pushQuery(errands.store, errand)));
  switch (errand.kind) {
    case 'push-po':
      return pushPurchaseOrder(errands, rows, attempt, errand.allowed);
    case 'push-invoice':
      return pushInvoice(errands, rows, errand, attempt);
    case 'release-payment': {
      const [outcome] = await releasePayments(errands, [{ rows, errand, attempt }]);
      if (outcome?.status === 'rejected') throw outcome.reason;
    }
  }
}

/** An approved document to send to accounting, with what has been read of it. */
export interface Push {
  errand: AccountingPushJob;
  attempt: Attempt;
  rows: PushRows;
}

/** The same for several documents at once; payments are recorded together. Settles for each. */
export function pushAll(errands: Errands, pushes: readonly Push[]): Promise<PromiseSettledResult<void>[]> {
  const releases = pushes.flatMap(({ errand, ...push }) =>
    errand.kind === 'release-payment' ? [{ errand, ...push }] : [],
  );
  return releases.length === pushes.length
    ? releasePayments(errands, releases)
    : Promise.allSettled(
        pushes.map(({ errand, attempt, rows }) => pushDocument(errands, errand, attempt, rows)),
      );
}
