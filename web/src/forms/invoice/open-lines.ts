import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { formatMoney, toCents } from '#domain/values/money';
import { orderNumber } from '#domain/documents/document-number';
import type { LineContext, LinesOffer } from '../document/lines/line-editor.ts';
import { withRelief } from './relief.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

/** The line only references a PO, without an amount or PO line. */
function isBare(line: InvoiceLineDraft, order: RelievablePo): boolean {
  return !line.amount && (line.referencePoLineNumber === null || order.lineItems.length === 1);
}

/**
 * Offers to replace the first line that only references a PO by one line per open PO line, with its remaining amount;
 * null if there is no such line. PO lines that are closed, or that the invoice already bills, are left out
 * (DEC-38).
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
      ({ id, remainingBalance, isClosed }) => toCents(remainingBalance) > 0 && !isClosed && !billed.has(id),
    );
    if (open.length === 0) continue;
    const openLineDrafts = open.map((one) => ({
      ...withRelief({ ...emptyInvoiceLine(newKey()), referencePo: order.poNumber }, one, context),
      amount: one.remainingBalance,
    }));
    const cents = open.reduce((sum, { remainingBalance }) => sum + toCents(remainingBalance), 0);
    const count = open.length === 1 ? '1 line' : `${open.length} lines`;
    return {
      text: `PO ${orderNumber(order)} has ${count} open, ${formatMoney(cents, context.currency)}.`,
      action: open.length === 1 ? 'Take Its Open Line' : 'Take Its Open Lines',
      lines: lines.toSpliced(at, 1, ...openLineDrafts),
    };
  }
  return null;
}
