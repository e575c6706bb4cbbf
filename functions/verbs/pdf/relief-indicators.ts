import { toCents } from '#domain/values/money';
import { reliefStatuses, remainingBalanceCents } from '#domain/relief/relief';
import type { RelievableOrder, ReliefIndicator } from '#domain/relief/relief';
import { read } from '#store/d1/query';
import { relievableQuery } from '#store/show/relief/read-relief';
import { findReferencedOrders } from '#verbs/relief/validate-po-references';
import type { RequestContext } from '#verbs/request/context';
import type { PrintedInvoice } from '#domain/invoices/invoice-response';

/**
 * The relief indicator of each line of an invoice, in order (DEC-39, RL-03); null when the show does not relieve
 * (RL-08).
 */
export async function reliefIndicatorsOf(
  context: RequestContext,
  invoice: PrintedInvoice,
): Promise<ReliefIndicator[] | null> {
  if (!context.settings.purchaseOrderRelieveResources) return null;
  const orders = await readReferencedOrders(context, invoice);
  const lines = invoice.lineItems.map(({ referencePo, referencePoLineNumber, amount }) => ({
    referencePo,
    referencePoLineNumber,
    amountCents: toCents(amount),
  }));
  const counts = invoice.status === 'SUBMITTED_FOR_APPROVAL' || invoice.status === 'APPROVED';
  const statusOf = reliefStatuses({ lines, countedLines: counts ? lines : [] }, orders);
  return lines.map((line) => statusOf(line).indicator);
}

/** The remaining balances of the purchase orders that the lines name, whether or not this user may see them. */
async function readReferencedOrders(
  context: RequestContext,
  { id, lineItems, vendor, projectCompanyExternalId, projectCompanyCurrencyExternalId }: PrintedInvoice,
): Promise<RelievableOrder[]> {
  const query = findReferencedOrders(context, lineItems, id);
  if (!query || !vendor.externalId) return [];
  const rows = await read(
    relievableQuery(context.store, {
      vendor: vendor.externalId,
      projectCompanyExternalId,
      currencyExternalId: projectCompanyCurrencyExternalId,
      ...query,
    }),
  );
  return [...Map.groupBy(rows, ({ order }) => order.number)].map(([poNumber, found]) => ({
    poNumber,
    lines: found.map(({ line, order: _order, ...relieved }) => ({
      lineNumber: line.lineNumber,
      remainingCents: remainingBalanceCents({ ...line, ...relieved }),
    })),
  }));
}
