import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney, toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/order-number';
import type { RelievablePo } from '#domain/relief/relief-reference';
import type { LineContext, LinesOffer } from '../document/lines/line-editor.ts';
import { relieving } from './relief.ts';

/** A PO was chosen, and nothing said yet of what is billed of it. */
function isBare(line: InvoiceLineDraft, order: RelievablePo): boolean {
  return !line.amount && (line.referencePoLineNumber === null || order.lineItems.length === 1);
}

/**
 * DEC-38: in the place of the first line that only names a PO, a line for each of the PO's that something is left of,
 * with that amount; null where there is no such line. What another line of the invoice bills already is left out.
 */
export function openLines(
  lines: readonly InvoiceLineDraft[],
  orders: readonly RelievablePo[],
  context: LineContext,
  newKey: () => string,
): LinesOffer<InvoiceLineDraft> | null {
  for (const [at, line] of lines.entries()) {
    const order = orders.find(({ poNumber }) => poNumber === line.referencePo);
    if (!order || !isBare(line, order)) continue;
    const billed = new Set(lines.toSpliced(at, 1).map(({ relievePoLineItemId }) => relievePoLineItemId));
    const open = order.lineItems.filter(
      ({ id, remainingBalance }) => toCents(remainingBalance) > 0 && !billed.has(id),
    );
    if (open.length === 0) continue;
    const taken = open.map((one) => ({
      ...relieving({ ...emptyInvoiceLine(newKey()), referencePo: order.poNumber }, one, context),
      amount: one.remainingBalance,
    }));
    const cents = open.reduce((sum, { remainingBalance }) => sum + toCents(remainingBalance), 0);
    const count = open.length === 1 ? '1 line' : `${open.length} lines`;
    return {
      text: `PO ${orderNumber(order)} has ${count} open, ${formatMoney(cents, context.currency)}.`,
      action: open.length === 1 ? 'Take Its Open Line' : 'Take Its Open Lines',
      lines: lines.toSpliced(at, 1, ...taken),
    };
  }
  return null;
}
