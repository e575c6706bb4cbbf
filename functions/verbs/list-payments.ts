import type { Persona } from '#domain/document';
import type { Page, Sort } from '#domain/lists';
import { fromCents } from '#domain/money';
import type { PaymentList, PaymentSummary } from '#domain/payment';
import type { PaymentFilters } from '#domain/list-filters';
import { listPayments as read } from '#store/show/list-payments';
import { sightOf } from './context.ts';
import type { Place, ShowContext } from './context.ts';
import { queueSums } from './queue-sums.ts';

type ListedPayment = Pick<Awaited<ReturnType<typeof read>>['rows'][number], 'document' | 'payment'>;

interface Request {
  persona: Persona;
  filters: PaymentFilters;
  sort: Sort<'PAYMENT'>;
  page: Page;
}

/** Which rows a page of the list takes. */
export function rowsWanted(place: Place, request: Request) {
  return { ...request, userId: place.user.id, visibility: sightOf(place, 'PAYMENT', request.persona) };
}

/** A page of the payments this user may see in this persona (API-88). */
export async function listPayments(context: ShowContext, request: Request): Promise<PaymentList> {
  const wanted = rowsWanted(context, request);
  const { rows, total, sums } = await context.store.foreseen.ask(read, context.store, wanted);
  const payments = rows.map((row) => ({ ...summaryOf(row), isWaiting: row.isWaiting }));
  return { total, ...queueSums(sums), payments };
}

export function summaryOf({ document, payment }: ListedPayment): PaymentSummary {
  return {
    id: document.id,
    showId: document.showId,
    version: document.version,
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
