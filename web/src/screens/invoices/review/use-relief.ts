import { inApproval } from '#domain/document';
import { toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import { reliefStatuses } from '#domain/relief/relief';
import type { ReliefIndicator, ReliefLine } from '#domain/relief/relief';
import { matchOrder } from '../../../forms/invoice/match-purchase-order.ts';
import { relievableOrders, useRelievable } from '../../../forms/use-relievable.ts';
import { useSession } from '../../../session/session.tsx';
import type { InvoiceLine, Invoice } from '#domain/invoices/invoice-response';

export interface LineRelief {
  /** The PO number as printed, if the PO is known. */
  order: string;
  /** Null if the show hides relief indicators (RL-09) or the invoice is void. */
  reliefStatus: { indicator: ReliefIndicator; remaining: number | null } | null;
}

function reliefLine({ referencePo, referencePoLineNumber, amount }: InvoiceLine): ReliefLine {
  return { referencePo, referencePoLineNumber, amountCents: toCents(amount) };
}

/**
 * Returns the PO that each line of a stored invoice relieves, with the relief status. Null for a line without a PO
 * (RL-09, DEC-39).
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
  const statusOf = reliefStatuses(
    { lines, countedLines: counts ? lines : [] },
    relievableOrders(orders ?? []),
  );
  return (line) => {
    if (line.referencePo === '') return null;
    const order = matchOrder(line.referencePo, orders ?? []);
    return {
      order: order ? orderNumber(order) : line.referencePo,
      reliefStatus: isShown && orders ? statusOf(reliefLine(line)) : null,
    };
  };
}
