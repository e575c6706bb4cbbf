import { fromCents } from '#domain/values/money';
import { moduleVisible } from '#domain/identity/permissions';
import { orderNumber } from '#domain/documents/document-number';
import { visibleNumber } from '#domain/identity/visibility';
import type { PaymentRows } from '#store/show/payments/read-payment';
import type { RowOf } from '#store/d1/query';
import type { ordersOfPaymentQuery, paymentsOfInvoiceQuery } from '#store/show/payments/read-settlements';
import { numberMilestone } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { PaymentInvoice } from '#domain/payments/payment-response';
import type { Settlement } from '#domain/documents/document-response';

/**
 * The payments of an invoice, or of a purchase order's invoices, for users with the payments module (DEC-12, DEC-13).
 */
export function settlementsOf(
  { modules }: Pick<RequestContext, 'modules'>,
  rows: RowOf<ReturnType<typeof paymentsOfInvoiceQuery>>,
): Settlement[] {
  if (!moduleVisible(modules, 'PAYMENT')) return [];
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}

/** The invoices of a payment, each with those of its purchase orders that this user may see (DEC-13, DEC-17). */
export function paidBy(
  context: RequestContext,
  invoices: PaymentRows['invoices'],
  orders: RowOf<ReturnType<typeof ordersOfPaymentQuery>>,
): PaymentInvoice[] {
  const milestone = numberMilestone(context);
  return invoices.map(({ amountCents, ...invoice }) => ({
    ...invoice,
    amount: fromCents(amountCents),
    orders: orders
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map(({ id, number, milestones, prefix }) => ({
        id,
        number: orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) }),
      })),
  }));
}
