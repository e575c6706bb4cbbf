import { Refusal } from '#domain/codes';
import type { LineDraft } from '#domain/documents/line';
import type { Change } from '#domain/lifecycle/change';
import {
  approvedAmountsOf,
  excessiveReductions,
  reductionExceeded,
  reductionRefusal,
} from '#domain/purchase-orders/line-reduction';
import type { ReductionExcess } from '#domain/purchase-orders/line-reduction';
import { fromCents, fromHundredths } from '#domain/values/money';
import { moduleVisible } from '#domain/identity/permissions';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import { guardReductions, invoicedLinesQuery, settleReductions } from '#store/show/documents/line-reductions';
import { linesQuery } from '#store/show/documents/lines';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { invoicedByQuery } from '#store/show/relief/read-relief';
import { visibilitiesOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';

type Amounts = Pick<LineDraft, 'id' | 'quantity' | 'unitCost'>;
type Document = Pick<SubjectRows, 'document'>;

/**
 * Requires that a change order lowers no line below what invoices have taken of it. Throws `reduction_exceeded` with
 * the invoices that the user may see (CHANGE-05).
 */
export async function requireReductionsAboveInvoices(
  context: RequestContext,
  { document }: Document,
  lines: readonly Amounts[],
  stored: readonly LineRow[],
  invoiced: ReadonlyMap<string, number>,
): Promise<void> {
  const approved = stored.flatMap((line) => {
    const invoicedCents = invoiced.get(line.id);
    return invoicedCents === undefined ? [] : [{ id: line.id, invoicedCents, ...approvedAmountsOf(line) }];
  });
  const excesses = excessiveReductions(lines, approved);
  if (excesses.length > 0) throw await exceeded(context, document, excesses);
}

/** Throws `reduction_unsupported` where the show or its accounting system takes no lower lines (CHANGE-06). */
export function requireReductionsSupported({ settings, show }: RequestContext): void {
  const message = reductionRefusal(settings, show.accountingSystem);
  if (message !== null)
    throw new Refusal('reduction_unsupported', { message, errors: ['reduction_unsupported'] });
}

/**
 * The same as `requireReductionsAboveInvoices`, for the final approval, which does not read the lines unless there is
 * something to refuse.
 */
export async function requireApprovableReductions(
  context: RequestContext,
  rows: Pick<SubjectRows, 'document' | 'overReducedLineCount'>,
  change: Change,
): Promise<void> {
  if (change.content !== 'SNAPSHOT' || rows.overReducedLineCount === 0) return;
  const { id } = rows.document;
  const { lines, invoiced } = await readInOneTrip({
    lines: linesQuery(context.store, id),
    invoiced: invoicedLinesQuery(context.store, id),
  });
  await requireReductionsAboveInvoices(context, rows, lines.map(amountsOf), lines, invoiced);
}

function amountsOf({ id, quantityHundredths, unitCostCents }: LineRow): Amounts {
  return { id, quantity: fromHundredths(quantityHundredths), unitCost: fromCents(unitCostCents) };
}

async function exceeded(
  context: RequestContext,
  document: Document['document'],
  excesses: readonly ReductionExcess[],
) {
  const { invoices } = await readInOneTrip({
    invoices: invoicedByQuery(context.store, document.id, visibilitiesOf(context, 'INVOICE')),
  });
  const visible = moduleVisible(context.modules, 'INVOICE') ? invoices : [];
  const counted = visible.map(({ poLineItemId, number, amountCents, status }) => ({
    poLineItemId,
    number,
    amount: fromCents(amountCents),
    isApproved: status === 'APPROVED',
  }));
  return reductionExceeded(excesses, counted, document.currencyCode);
}

/** The writes of a change for the lowered lines of its order, before the approved version is stored. */
export function reductionWrites(
  { store }: Pick<RequestContext, 'store'>,
  { document, reducedLineCount }: Pick<SubjectRows, 'document' | 'reducedLineCount'>,
  change: Change,
): Write[] {
  if (reducedLineCount === 0) return [];
  if (change.content === 'SNAPSHOT')
    return [guardReductions(store, document.id), settleReductions(store, document.id)];
  return change.action === 'submit' ? [guardReductions(store, document.id)] : [];
}
