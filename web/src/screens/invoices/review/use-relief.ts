import { inApproval } from '#domain/document';
import type { InvoiceLine } from '#domain/invoices/invoice-line';
import type { Invoice } from '#domain/invoices/invoice';
import { toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/order-number';
import { reliefStatuses } from '#domain/relief/relief';
import type { ReliefIndicator, ReliefLine } from '#domain/relief/relief';
import { matchOrder } from '../../../forms/invoice/match-purchase-order.ts';
import { relievableOrders, useRelievable } from '../../../forms/use-relievable.ts';
import { useSession } from '../../../session/session.tsx';

export interface LineRelief {
  /** The PO's number as it is printed, where the PO is known. */
  order: string;
  /** Null where the show does not want it shown (RL-09), or the invoice has ended. */
  standing: { indicator: ReliefIndicator; rest: number | null } | null;
}

function reliefLine({ referencePo, referencePoLineNumber, amount }: InvoiceLine): ReliefLine {
  return { referencePo, referencePoLineNumber, amountCents: toCents(amount) };
}

/**
 * RL-09, DEC-39: which PO each line of a stored invoice relieves, and how it stands to that. Answers null for a line
 * that names none.
 */
export function useRelief(invoice: Invoice): (line: InvoiceLine) => LineRelief | null {
  const { settings } = useSession().config;
  const isNamed = invoice.lineItems.some(({ referencePo }) => referencePo !== '');
  const { orders } = useRelievable(
    {
      vendorExternalId: isNamed ? (invoice.vendor.externalId ?? '') : '',
      projectCompanyExternalId: invoice.projectCompanyExternalId,
      currencyExternalId: invoice.projectCompanyCurrencyExternalId,
    },
    invoice.id,
  );
  const isShown = settings.displayReliefIndicatorsApp && invoice.status !== 'VOID';
  const counts = inApproval(invoice.status) || invoice.status === 'APPROVED';
  const lines = invoice.lineItems.map(reliefLine);
  const standingOf = reliefStatuses({ lines, counted: counts ? lines : [] }, relievableOrders(orders ?? []));
  return (line) => {
    if (line.referencePo === '') return null;
    const order = matchOrder(line.referencePo, orders ?? []);
    return {
      order: order ? orderNumber(order) : line.referencePo,
      standing: isShown && orders ? standingOf(reliefLine(line)) : null,
    };
  };
}
