import type { Persona } from '#domain/document';
import type { Page, Sort } from '#domain/lists';
import { fromCents } from '#domain/money';
import type { PaymentFilters, PaymentList, PaymentSummary } from '#domain/payment';
import { visibilityFor } from '#domain/visibility';
import { listPayments as read } from '#store/show/list-payments';
import type { PaymentRows } from '#store/show/read-payment';
import { viewerOf } from './context.ts';
import type { ShowContext } from './context.ts';

/** A page of the payments this user may see in this persona (API-88). */
export async function listPayments(
  context: ShowContext,
  request: { persona: Persona; filters: PaymentFilters; sort: Sort<'PAYMENT'>; page: Page },
): Promise<PaymentList> {
  const { rows, total } = await read(context.store, {
    ...request,
    userId: context.user.id,
    visibility: visibilityFor(viewerOf(context), 'PAYMENT', request.persona),
  });
  return { total, payments: rows.map(summaryOf) };
}

export function summaryOf({ document, payment }: Pick<PaymentRows, 'document' | 'payment'>): PaymentSummary {
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
