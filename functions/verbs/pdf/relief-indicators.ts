import type { Invoice } from '#domain/invoices/invoice';
import { toCents } from '#domain/values/money';
import { reliefStatuses, remainingBalanceCents } from '#domain/relief/relief';
import type { RelievableOrder, ReliefIndicator } from '#domain/relief/relief';
import { read } from '#store/d1/query';
import { relievableQuery } from '#store/show/relief/read-relief';
import { findReferencedOrders } from '#verbs/relief/validate-po-references';
import type { RequestContext } from '#verbs/request/context';

/**
 * How each line of an invoice stands to the purchase order that it names, in order (DEC-39, RL-03); null where the show
 * does not relieve (RL-08).
 */
export async function indicatorsOf(
  context: RequestContext,
  invoice: Invoice,
): Promise<ReliefIndicator[] | null> {
  if (!context.settings.purchaseOrderRelieveResources) return null;
  const orders = await relievableOrders(context, invoice);
  const lines = invoice.lineItems.map(({ referencePo, referencePoLineNumber, amount }) => ({
    referencePo,
    referencePoLineNumber,
    amountCents: toCents(amount),
  }));
  const counts = invoice.status === 'SUBMITTED_FOR_APPROVAL' || invoice.status === 'APPROVED';
  const standingOf = reliefStatuses({ lines, counted: counts ? lines : [] }, orders);
  return lines.map((line) => standingOf(line).indicator);
}

/** What is left of the orders that it names, whether or not this user may see them. */
async function relievableOrders(
  context: RequestContext,
  { id, lineItems, vendor, projectCompanyExternalId, projectCompanyCurrencyExternalId }: Invoice,
): Promise<RelievableOrder[]> {
  const wanted = findReferencedOrders(context, lineItems, id);
  if (!wanted || !vendor.externalId) return [];
  const rows = await read(
    relievableQuery(context.store, {
      vendor: vendor.externalId,
      projectCompanyExternalId,
      currencyExternalId: projectCompanyCurrencyExternalId,
      ...wanted,
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
