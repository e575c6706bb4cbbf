import { fromCents } from '#domain/values/money';
import type { PaymentInvoice } from '#domain/payments/payment';
import { moduleVisible } from '#domain/identity/permissions';
import { orderNumber } from '#domain/documents/order-number';
import type { Settlement } from '#domain/documents/settlement';
import { visibleNumber } from '#domain/identity/visibility';
import type { PaymentRows } from '#store/show/payments/read-payment';
import type { RowOf } from '#store/d1/query';
import type { ordersOfPaymentQuery, paymentsOfInvoiceQuery } from '#store/show/payments/read-settlements';
import { numberMilestone } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

/** The payments behind an invoice, or behind the invoices of a purchase order, for whoever has payments at all (DEC-12, DEC-13). */
export function settlementsOf(
  { modules }: Pick<RequestContext, 'modules'>,
  rows: RowOf<ReturnType<typeof paymentsOfInvoiceQuery>>,
): Settlement[] {
  if (!moduleVisible(modules, 'PAYMENT')) return [];
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}

/** What a payment pays: its invoices, each with the purchase orders behind it that this user may see (DEC-13, DEC-17). */
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
