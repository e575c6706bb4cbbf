import { isDay, typedDay } from '#domain/days';
import type { DateFormat } from '#domain/days';
import { emptyLine, quantityInput } from '#domain/line';
import type { LineDraft } from '#domain/line';
import { fromCents, parseAmount } from '#domain/money';

/** What can be pasted into a line; the others (codes, tax) are chosen afterwards. */
export type PasteColumn = 'quantity' | 'unitCost' | 'description' | 'rentalStart' | 'rentalEnd';

export interface PasteContext {
  currency: string;
  dateFormat: DateFormat | null;
  today: string;
  newKey: () => string;
}

const heads: Readonly<Record<string, PasteColumn>> = {
  qty: 'quantity',
  quantity: 'quantity',
  'unit cost': 'unitCost',
  'unit price': 'unitCost',
  price: 'unitCost',
  cost: 'unitCost',
  rate: 'unitCost',
  description: 'description',
  item: 'description',
  start: 'rentalStart',
  'rental start': 'rentalStart',
  end: 'rentalEnd',
  'rental end': 'rentalEnd',
};

/** The cells of a copied range: rows end with a new line, columns with a tab; quoted cells may hold both. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && sign === '\t') endCell();
    else if (!quoted && sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign === '\n' ? ' ' : sign;
  }
  endCell();
  return rows.filter((row) => row.some((value) => value !== ''));
}

/** More than one cell: a single word is pasted into its field as ever. */
export function isRange(text: string): boolean {
  const rows = cellsOf(text);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

function headedColumns(row: readonly string[]): (PasteColumn | null)[] | null {
  const columns = row.map((cell) => heads[cell.toLowerCase()] ?? null);
  return columns.includes('description') ? columns : null;
}

const numeric = /^[-(]?[^\p{L}]*\d[\d.,\s]*\)?$/u;

/** Without heads: the first wordy column describes; of the numbers before and after it, cost is the last one. */
function guessedColumns(rows: readonly (readonly string[])[]): (PasteColumn | null)[] {
  const width = Math.max(...rows.map((row) => row.length));
  const isNumber = Array.from({ length: width }, (_, column) =>
    rows.every((row) => !row[column] || numeric.test(row[column])),
  );
  const words = isNumber.indexOf(false);
  const numbers = isNumber.flatMap((number, column) => (number ? [column] : []));
  const [first, second] = numbers;
  return isNumber.map((_number, column): PasteColumn | null => {
    if (column === words) return 'description';
    if (numbers.length === 1 && column === first) return 'unitCost';
    if (column === first) return 'quantity';
    return column === second ? 'unitCost' : null;
  });
}

function quantityFrom(cell: string): number | null {
  const digits = cell.replace(/[,\s]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(digits)) return null;
  return Number(digits) > 0 ? Number(digits) : quantityInput.minimum;
}

function withCell(line: LineDraft, column: PasteColumn, cell: string, context: PasteContext): LineDraft {
  if (cell === '') return line;
  if (column === 'description') return { ...line, description: cell.slice(0, 1000) };
  if (column === 'quantity') return { ...line, quantity: quantityFrom(cell) ?? line.quantity };
  if (column === 'unitCost') {
    const negative = /^\(.*\)$/.test(cell);
    const cents = parseAmount(negative ? cell.slice(1, -1) : cell, context.currency);
    return cents === null ? line : { ...line, unitCost: fromCents(negative ? -cents : cents) };
  }
  const day = isDay(cell) ? cell : typedDay(cell, context.dateFormat, context.today);
  if (day === null) return line;
  const rentalType = line.rentalType === 'UNDEFINED' ? 'DAILY' : line.rentalType;
  return { ...line, acquisitionType: 'RENTAL', rentalType, [column]: day };
}

/**
 * Rows copied in a spreadsheet as new lines. A first row with heads (one of them `Description` or `Item`) names the
 * columns; otherwise they are told by what is in them. Cells that are no number or day leave the field as it begins.
 */
export function pastedLines(text: string, context: PasteContext): LineDraft[] {
  const rows = cellsOf(text);
  const headed = headedColumns(rows[0] ?? []);
  const body = headed ? rows.slice(1) : rows;
  if (body.length === 0) return [];
  const columns = headed ?? guessedColumns(body);
  return body.map((row) =>
    columns.reduce(
      (line, column, at) => (column ? withCell(line, column, row[at] ?? '', context) : line),
      emptyLine(context.newKey()),
    ),
  );
}
