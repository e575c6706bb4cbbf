import { fromCents } from '#domain/values/money';
import { moduleVisible } from '#domain/identity/permissions';
import type { InvoicedBy } from '#domain/relief/invoiced-by';
import type { RowOf } from '#store/d1/query';
import type { invoicedByQuery } from '#store/show/relief/read-relief';
import type { RequestContext } from '#verbs/request/context';

/** The invoices behind the balances of a purchase order, as far as this user may see invoices (DEC-12, PE-17). */
export function invoicedBy(
  { modules }: Pick<RequestContext, 'modules'>,
  rows: RowOf<ReturnType<typeof invoicedByQuery>>,
): InvoicedBy[] {
  if (!moduleVisible(modules, 'INVOICE')) return [];
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: fromCents(amountCents) }));
}
