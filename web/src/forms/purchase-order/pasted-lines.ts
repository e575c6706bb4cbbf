import { emptyLine, quantityInput, unitCostInput } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { orderLineFields } from '#domain/documents/line-fields';
import { fromCents, fromHundredths } from '#domain/values/money';
import { quantityAfterRental, readItemType } from '#domain/documents/rental';
import { parsePastedDate } from '#domain/import/spreadsheet-dates';
import { pastedHundredths } from '../document/lines/clipboard-cells.ts';
import { parsePastedLines } from '../document/lines/pasted-lines.ts';
import type { Content, PasteOptions, PasteContext } from '../document/lines/pasted-lines.ts';

const heads = {
  qty: 'quantity',
  quantity: 'quantity',
  'unit cost': 'unitCost',
  'unit price': 'unitCost',
  'total rental cost': 'unitCost',
  price: 'unitCost',
  cost: 'unitCost',
  rate: 'unitCost',
  type: 'itemType',
  'item type': 'itemType',
  start: 'rentalStart',
  'rental start': 'rentalStart',
  end: 'rentalEnd',
  'rental end': 'rentalEnd',
} as const;

/** A single number is the cost. */
function namesFor(content: Content, count: number): readonly string[] {
  if (content === 'words') return ['description'];
  if (content === 'type') return ['itemType'];
  if (content === 'day') return ['rentalStart', 'rentalEnd'];
  if (content === 'number') return count === 1 ? ['unitCost'] : ['quantity', 'unitCost'];
  return [];
}

function withQuantity(line: LineDraft, cell: string, currency: string): LineDraft {
  const hundredths = pastedHundredths(cell, currency);
  if (hundredths === null || hundredths < 0) return line;
  const quantity = fromHundredths(hundredths);
  if (quantity > quantityInput.maximum) return { ...line, quantity: null };
  return { ...line, quantity: quantity > 0 ? quantity : quantityInput.minimum };
}

function withUnitCost(line: LineDraft, cell: string, currency: string): LineDraft {
  const cents = pastedHundredths(cell, currency);
  if (cents === null) return line;
  const unitCost = fromCents(cents);
  return { ...line, unitCost: Math.abs(unitCost) > unitCostInput.maximum ? null : unitCost };
}

function withDay(
  line: LineDraft,
  column: 'rentalStart' | 'rentalEnd',
  cell: string,
  options: PasteOptions,
): LineDraft {
  const day = parsePastedDate(cell, options);
  if (day === null) return line;
  const rentalType = line.rentalType === 'UNDEFINED' ? 'DAILY' : line.rentalType;
  return { ...line, acquisitionType: 'RENTAL', rentalType, [column]: day };
}

/** Parses rows copied from a spreadsheet as purchase order lines. */
export function pastedOrderLines(
  text: string,
  context: PasteContext & { updateRentalQuantity: boolean },
): LineDraft[] {
  const { currency, updateRentalQuantity } = context;
  return parsePastedLines<LineDraft>(text, context, {
    heads,
    fields: orderLineFields,
    isType: (cell) => readItemType(cell) !== null,
    namesFor,
    empty: emptyLine,
    withCell: (line, column, cell, options) => {
      if (column === 'quantity') return withQuantity(line, cell, currency);
      if (column === 'unitCost') return withUnitCost(line, cell, currency);
      if (column === 'rentalStart' || column === 'rentalEnd') return withDay(line, column, cell, options);
      return { ...line, ...readItemType(cell) };
    },
    // Without a quantity column the rental days determine it (LI-23).
    finished: (line, columns) =>
      columns.includes('quantity')
        ? line
        : { ...line, quantity: quantityAfterRental(line, { updateRentalQuantity, locked: false }) },
  });
}
