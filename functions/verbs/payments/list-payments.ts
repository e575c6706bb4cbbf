import type { Persona } from '#domain/document';
import type { ListSums, Page, Sort } from '#domain/lists/lists';
import { fromCents } from '#domain/values/money';
import type { PaymentList, PaymentSummary } from '#domain/payments/payment';
import type { PaymentFilters } from '#domain/payments/payment-filters';
import { listPayments as read, readPaymentSums as readSums } from '#store/show/payments/list-payments';
import { sightOf } from '#verbs/request/context';
import type { Place, ShowContext } from '#verbs/request/context';
import { queueSums, wireSums } from '#domain/lists/queue-totals';

type ListedPayment = Pick<Awaited<ReturnType<typeof read>>['rows'][number], 'document' | 'payment'>;

interface Wanted {
  persona: Persona;
  filters: PaymentFilters;
}

interface Request extends Wanted {
  sort: Sort<'PAYMENT'>;
  page: Page;
}

/** Which rows the list takes. */
export function rowsWanted<Asked extends Wanted>(place: Place, request: Asked) {
  return { ...request, userId: place.user.id, visibility: sightOf(place, 'PAYMENT', request.persona) };
}

/** A page of the payments this user may see in this persona (API-88). */
export async function listPayments(context: ShowContext, request: Request): Promise<PaymentList> {
  const wanted = rowsWanted(context, request);
  const { rows, total, sums } = await context.store.foreseen.ask(read, context.store, wanted);
  const payments = rows.map((row) => ({ ...summaryOf(row), isWaiting: row.isWaiting }));
  return { total, ...queueSums(sums), payments };
}

/** What all payments of a list come to, loaded or not (LS-46). */
export async function sumPayments(context: ShowContext, wanted: Wanted): Promise<ListSums> {
  return wireSums(await context.store.foreseen.ask(readSums, context.store, rowsWanted(context, wanted)));
}

export function summaryOf({ document, payment }: ListedPayment): PaymentSummary {
  return {
    id: document.id,
    showId: document.showId,
    version: document.version,
    contentVersion: document.contentVersion,
    number: document.number,
    created: document.createdAt,
    vendorName: document.vendorName,
    payeeName: payment.payeeName,
    paymentType: payment.paymentType,
    bankName: payment.bankName,
    totalCost: fromCents(document.totalCents),
    currency: document.currencyCode,
    status: document.status,
    submissionStatus: document.submissionStatus,
    attachmentCount: document.attachmentCount,
    workflowStepId: document.currentStepId,
  };
}
