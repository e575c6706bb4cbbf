import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import type { InvoiceLineDraft } from '#domain/invoices/invoice-line';
import { unitCostInput } from '#domain/documents/line';
import { invoiceLineFields } from '#domain/documents/line-fields';
import { fromCents } from '#domain/values/money';
import { pastedHundredths } from '../document/lines/clipboard-cells.ts';
import { parsePastedLines } from '../document/lines/pasted-lines.ts';
import type { Content, PasteContext } from '../document/lines/pasted-lines.ts';
import { matchOrder } from './match-purchase-order.ts';
import { withOrder, withPoLine } from './relief.ts';
import type { Relief } from './relief.ts';

const heads = {
  amount: 'amount',
  total: 'amount',
  'line total': 'amount',
  cost: 'amount',
  price: 'amount',
} as const;

const orderHeads = {
  po: 'referencePo',
  'po #': 'referencePo',
  'po number': 'referencePo',
  'purchase order': 'referencePo',
  'reference po': 'referencePo',
  'po line': 'referencePoLineNumber',
  'po line #': 'referencePoLineNumber',
  'po line number': 'referencePoLineNumber',
} as const;

/** The last of several numbers is the amount. */
function namesFor(content: Content, count: number): readonly (string | null)[] {
  if (content === 'words') return ['description'];
  return content === 'number' ? [...Array.from({ length: count - 1 }, () => null), 'amount'] : [];
}

function withAmount(line: InvoiceLineDraft, cell: string, currency: string): InvoiceLineDraft {
  const cents = pastedHundredths(cell, currency);
  if (cents === null) return line;
  const amount = fromCents(cents);
  return { ...line, amount: Math.abs(amount) > unitCostInput.maximum ? null : amount };
}

function withLineNumber(line: InvoiceLineDraft, cell: string): InvoiceLineDraft {
  return /^[1-9]\d{0,3}$/.test(cell) ? { ...line, referencePoLineNumber: Number(cell) } : line;
}

/** Resolves the PO reference of a pasted line as if it had been typed (RL-01). */
function withRelievedOrder(
  line: InvoiceLineDraft,
  relief: Relief | null,
  context: PasteContext,
): InvoiceLineDraft {
  const orders = relief?.orders ?? [];
  const named = withOrder(line, line.referencePo, orders, context);
  if (line.referencePoLineNumber === null) return named;
  return matchOrder(line.referencePo, orders)
    ? withPoLine(named, line.referencePoLineNumber, orders, context)
    : { ...named, referencePoLineNumber: line.referencePoLineNumber };
}

/** Parses rows copied from a spreadsheet as invoice lines; reads POs only if they can be relieved. */
export function pastedInvoiceLines(
  text: string,
  context: PasteContext,
  relief: Relief | null,
): InvoiceLineDraft[] {
  return parsePastedLines<InvoiceLineDraft>(text, context, {
    heads: relief ? { ...heads, ...orderHeads } : heads,
    fields: invoiceLineFields,
    isType: () => false,
    namesFor,
    empty: emptyInvoiceLine,
    withCell: (line, column, cell) => {
      if (column === 'amount') return withAmount(line, cell, context.currency);
      if (column === 'referencePo') return { ...line, referencePo: cell.slice(0, 40) };
      return withLineNumber(line, cell);
    },
    finished: (line) =>
      line.referencePo === ''
        ? { ...line, referencePoLineNumber: null }
        : withRelievedOrder(line, relief, context),
  });
}
