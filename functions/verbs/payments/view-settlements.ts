import { fromCents } from '#domain/values/money';
import type { PaymentInvoice } from '#domain/payments/payment';
import { moduleVisible } from '#domain/identity/permissions';
import { orderNumber } from '#domain/documents/order-number';
import type { Settlement } from '#domain/documents/settlement';
import { visibleNumber } from '#domain/identity/visibility';
import type { PaymentRows } from '#store/show/payments/read-payment';
import {
  readOrdersOfPayment,
  readPaymentsOfInvoice,
  readPaymentsOfOrder,
} from '#store/show/payments/read-settlements';
import { numberMilestone, sightsOf } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';

/** The payments behind an invoice, or behind the invoices of a purchase order, for whoever has payments at all (DEC-12, DEC-13). */
export async function settlementsOf(
  context: ShowContext,
  docType: 'PO' | 'INVOICE',
  id: string,
): Promise<Settlement[]> {
  if (!moduleVisible(context.modules, 'PAYMENT')) return [];
  const { store } = context;
  const read = docType === 'PO' ? readPaymentsOfOrder : readPaymentsOfInvoice;
  const rows = await store.foreseen.ask(read, store, id);
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}

/** What a payment pays: its invoices, each with the purchase orders behind it that this user may see (DEC-13, DEC-17). */
export async function paidBy(
  context: ShowContext,
  id: string,
): Promise<(invoices: PaymentRows['invoices']) => PaymentInvoice[]> {
  const { store } = context;
  const orders = await store.foreseen.ask(readOrdersOfPayment, store, id, sightsOf(context, 'PO'));
  const milestone = numberMilestone(context);
  return (invoices) =>
    invoices.map(({ amountCents, ...invoice }) => ({
      ...invoice,
      amount: fromCents(amountCents),
      orders: orders
        .filter(({ invoiceId }) => invoiceId === invoice.id)
        .map(({ id: orderId, number, milestones, prefix }) => ({
          id: orderId,
          number: orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) }),
        })),
    }));
}
