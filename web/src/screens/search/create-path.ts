import type { Session } from '../../session/session.tsx';

/** The form that `c` opens: of the list's own type, else of purchase orders. Null without a permission (CMD-02). */
export function createPath(
  { rights, can }: Pick<Session, 'rights' | 'can'>,
  pathname: string,
): string | null {
  const order = can('CreatePurchaseOrders', 'FULL') ? '/po/create' : null;
  const invoice = rights.invoices && can('CreateInvoices', 'FULL') ? '/invoice/create' : null;
  const isAmongInvoices = /^\/(invoice|approvals\/invoices)\b/.test(pathname);
  return isAmongInvoices ? (invoice ?? order) : (order ?? invoice);
}
