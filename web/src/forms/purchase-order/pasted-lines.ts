import { offeredParts } from '#domain/chart-of-accounts';
import type { TaxCode } from '#domain/company';
import type { DateFormat } from '#domain/days';
import { emptyLine, quantityInput, unitCostInput } from '#domain/line';
import type { LineDraft } from '#domain/line';
import { fromCents, fromHundredths } from '#domain/money';
import { quantityAfterRental } from '#domain/rental';
import { codedLine, typedItem, withCode } from './line-edits.ts';
import type { CodingRules } from './line-edits.ts';
import { cellsOf, pastedDateFormat, pastedDay, pastedHundredths, pastedType } from './pasted-cells.ts';

/** What can be pasted into a line. Codes and tax codes are known by the heads of their columns only. */
type PasteColumn =
  | 'quantity'
  | 'unitCost'
  | 'description'
  | 'itemType'
  | 'rentalStart'
  | 'rentalEnd'
  | 'taxCode'
  | `coding.${string}`;
type Columns = readonly (PasteColumn | null)[];

export interface PasteContext {
  currency: string;
  dateFormat: DateFormat | null;
  today: string;
  newKey: () => string;
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
  updateRentalQuantity: boolean;
}

const heads: Readonly<Record<string, PasteColumn>> = {
  qty: 'quantity',
  quantity: 'quantity',
  'unit cost': 'unitCost',
  'unit price': 'unitCost',
  'total rental cost': 'unitCost',
  price: 'unitCost',
  cost: 'unitCost',
  rate: 'unitCost',
  description: 'description',
  item: 'description',
  type: 'itemType',
  'item type': 'itemType',
  start: 'rentalStart',
  'rental start': 'rentalStart',
  end: 'rentalEnd',
  'rental end': 'rentalEnd',
  tax: 'taxCode',
  'tax code': 'taxCode',
};

function headedColumns(row: readonly string[], { fields }: CodingRules): Columns | null {
  const columns = row.map((cell): PasteColumn | null => {
    const head = cell.toLowerCase();
    const field = fields?.find(({ header }) => header.toLowerCase() === head);
    return heads[head] ?? (field ? `coding.${field.config_type}` : null);
  });
  return columns.includes('description') ? columns : null;
}

type Content = 'words' | 'number' | 'day' | 'type' | 'empty';

function contentOf(cells: readonly string[], context: PasteContext): Content {
  const said = cells.filter((cell) => cell !== '');
  if (said.length === 0) return 'empty';
  if (said.every((cell) => pastedDay(cell, context) !== null)) return 'day';
  if (said.every((cell) => pastedType(cell) !== null)) return 'type';
  return said.every((cell) => pastedHundredths(cell, context.currency) !== null) ? 'number' : 'words';
}

/** What columns of this content are, from the left; one number alone is the cost. */
function namesFor(content: Content, count: number): Columns {
  if (content === 'words') return ['description'];
  if (content === 'type') return ['itemType'];
  if (content === 'day') return ['rentalStart', 'rentalEnd'];
  if (content === 'number') return count === 1 ? ['unitCost'] : ['quantity', 'unitCost'];
  return [];
}

/** Without heads: told by what is in them. */
function guessedColumns(rows: readonly (readonly string[])[], context: PasteContext): Columns {
  const width = Math.max(...rows.map((row) => row.length));
  const contents = Array.from({ length: width }, (_, at) =>
    contentOf(
      rows.map((row) => row[at] ?? ''),
      context,
    ),
  );
  return contents.map((content, at) => {
    const count = contents.filter((one) => one === content).length;
    const before = contents.slice(0, at).filter((one) => one === content).length;
    return namesFor(content, count)[before] ?? null;
  });
}

function withQuantity(line: LineDraft, cell: string, context: PasteContext): LineDraft {
  const hundredths = pastedHundredths(cell, context.currency);
  if (hundredths === null || hundredths < 0) return line;
  const quantity = fromHundredths(hundredths);
  if (quantity > quantityInput.maximum) return { ...line, quantity: null };
  return { ...line, quantity: quantity > 0 ? quantity : quantityInput.minimum };
}

function withCodeOf(
  line: LineDraft,
  type: string,
  cell: string,
  { fields, allowed }: CodingRules,
): LineDraft {
  const field = fields?.find(({ config_type }) => config_type === type);
  if (!field || !fields) return line;
  if (field.account_parts.length === 0) return withCode(line, type, cell.slice(0, 100), fields);
  // A cell may hold the code alone, or the code and its name.
  const [first = ''] = cell.split(/\s/);
  const offered = offeredParts(field, allowed).some(({ id_code }) => id_code === first);
  return offered ? withCode(line, type, first, fields) : line;
}

function withCell(line: LineDraft, column: PasteColumn, cell: string, context: PasteContext): LineDraft {
  if (cell === '') return line;
  if (column === 'description') return { ...line, description: cell.slice(0, 1000) };
  if (column === 'quantity') return withQuantity(line, cell, context);
  if (column === 'unitCost') {
    const cents = pastedHundredths(cell, context.currency);
    if (cents === null) return line;
    const unitCost = fromCents(cents);
    return { ...line, unitCost: Math.abs(unitCost) > unitCostInput.maximum ? null : unitCost };
  }
  if (column === 'itemType') {
    const type = pastedType(cell);
    return type === null ? line : { ...line, ...typedItem(type) };
  }
  if (column === 'taxCode') {
    const known = context.taxCodes.find(({ code }) => code.toLowerCase() === cell.toLowerCase());
    return known ? { ...line, taxCode: known.code } : line;
  }
  if (column !== 'rentalStart' && column !== 'rentalEnd') {
    return withCodeOf(line, column.slice('coding.'.length), cell, context.coding);
  }
  const day = pastedDay(cell, context);
  if (day === null) return line;
  const rentalType = line.rentalType === 'UNDEFINED' ? 'DAILY' : line.rentalType;
  return { ...line, acquisitionType: 'RENTAL', rentalType, [column]: day };
}

/** LI-23: where the sheet counts nothing, the days do. */
function counted(line: LineDraft, columns: Columns, context: PasteContext): LineDraft {
  if (columns.includes('quantity')) return line;
  const rule = { updateRentalQuantity: context.updateRentalQuantity, locked: false };
  return { ...line, quantity: quantityAfterRental(line, rule) };
}

/**
 * Rows copied in a spreadsheet as new lines. A first row with heads (one of them `Description` or `Item`) names the
 * columns; otherwise they are told by what is in them. Cells that are no number or day leave the field as it begins; a
 * number beyond what a line may have leaves it empty, so that it is asked for.
 */
export function pastedLines(text: string, surroundings: PasteContext): LineDraft[] {
  const rows = cellsOf(text);
  const context = { ...surroundings, dateFormat: pastedDateFormat(rows, surroundings) };
  const headed = headedColumns(rows[0] ?? [], context.coding);
  const body = headed ? rows.slice(1) : rows;
  if (body.length === 0) return [];
  const columns = headed ?? guessedColumns(body, context);
  return body.map((row) => {
    const line = columns.reduce<LineDraft>(
      (made, column, at) => (column ? withCell(made, column, row[at] ?? '', context) : made),
      emptyLine(context.newKey()),
    );
    return codedLine(counted(line, columns, context), context.coding);
  });
}
