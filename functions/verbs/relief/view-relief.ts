import { fromCents } from '#domain/values/money';
import { moduleVisible } from '#domain/identity/permissions';
import type { InvoicedBy } from '#domain/relief/invoiced-by';
import { readInvoicedBy } from '#store/show/relief/read-relief';
import { sightsOf } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';

/** The invoices behind the balances of a purchase order, as far as this user may see invoices (DEC-12, PE-17). */
export async function invoicedBy(context: ShowContext, orderId: string): Promise<InvoicedBy[]> {
  if (!moduleVisible(context.modules, 'INVOICE')) return [];
  const { store } = context;
  const rows = await store.foreseen.ask(readInvoicedBy, store, orderId, sightsOf(context, 'INVOICE'));
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}
