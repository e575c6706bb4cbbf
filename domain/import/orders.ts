import * as v from 'valibot';
import { parseOrderHeader, vendorIndex } from './order-header.ts';
import type { VendorIndex } from './order-header.ts';
import { parseOrderLine } from './order-line.ts';
import type { ImportLookups } from './import-lookups.ts';
import { headColumnIds } from './order-columns.ts';
import type { Blame, OrderColumn } from './order-columns.ts';
import { cellText, overlong } from './table.ts';
import type { ImportError, NamedRow, NamedTable } from './table.ts';
import { lineLimit } from '#domain/documents/document-draft';
import { fromCents } from '#domain/values/money';
import { totalCents } from '#domain/documents/line';
import { departmentRefusal } from '#domain/identity/permissions';
import { checkPurchaseOrder, purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { detectDateFormat } from './spreadsheet-dates.ts';
import type { Issue } from '#domain/documents/validation';

/** A purchase order as a file describes it. */
export interface ImportedOrder {
  /** The row where it begins. */
  row: number;
  key: string;
  lines: number;
  draft: PurchaseOrderDraft;
  /** With as many decimals as money has; null while a line has no amount. */
  total: number | null;
  faults: ImportError[];
  /** Everything that its rows say: the same text is the same purchase order. */
  said: string;
}

/** The rows of each purchase order: those with the same key, or each row by itself in a file without that column. */
function groups({ rows, headings }: NamedTable): NamedRow[][] {
  if (!headings.has('key')) return rows.map((row) => [row]);
  // A row without a key is nobody's: it stands alone, and is told.
  return [...Map.groupBy(rows, (row) => cellText(row.cells.get('key')) || row).values()];
}

/**
 * The purchase orders of a file, each with everything that is wrong with it in the words of the form: by the same rules, and
 * as the one who imports (PO-24 to PO-32, LI-12 to LI-19, DEC-02, DEC-52). Nothing of it is guessed.
 */
export function parseOrders(table: NamedTable, given: ImportLookups): ImportedOrder[] {
  const books = { ...given, dateFormat: detectDateFormat(daysIn(table), given) };
  const vendors = vendorIndex(books);
  const long = Map.groupBy(overlong(table), ({ row }) => row);
  return groups(table).map((rows) => {
    const order = importedOrder(rows, table, { books, vendors });
    const faults = [...rows.flatMap(({ number }) => long.get(number) ?? []), ...order.faults];
    return { ...order, faults: faults.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)) };
  });
}

const dayColumns: readonly OrderColumn[] = ['poDate', 'rentalStart', 'rentalEnd'];

/** All days of a file are written in one order. */
function daysIn({ rows }: NamedTable): string[][] {
  return rows.map(({ cells }) => dayColumns.map((column) => cellText(cells.get(column))));
}

function importedOrder(
  rows: readonly NamedRow[],
  table: NamedTable,
  { books, vendors }: { books: ImportLookups; vendors: VendorIndex },
): ImportedOrder {
  const [first] = rows;
  if (!first) throw new Error('A purchase order has a row');
  const { faults, blame, knows } = faultBook(table);
  for (const column of headColumnIds) differing(rows, column, blame);
  const draft = parseOrderHeader(headOf(rows), books, vendors, blame);
  const hasLineText = table.headings.has('lineDescription');
  const around = { ...books, draft };
  draft.lineItems = rows.map((row, index) => {
    const line = parseOrderLine(row, around, blame, index);
    return hasLineText ? line : { ...line, description: draft.description };
  });
  if (rows.length > lineLimit) blame(first, 'key', `A purchase order can have at most ${lineLimit} lines.`);
  if (table.headings.has('key') && cellText(first.cells.get('key')) === '')
    blame(first, 'key', 'Enter the import key of the purchase order that this row belongs to.');
  const refused = departmentRefusal(books.member, 'PO', draft.department?.id ?? null);
  if (refused) blame(first, 'department', 'You are not a member of this department.');
  for (const issue of checkPurchaseOrder(draft, 'save', { lockedLineCount: null })) {
    const place = placeOf(issue, rows, first);
    if (!place || knows(...place) || follows(issue, draft, rows, knows)) continue;
    blame(...place, issue.message);
  }
  // What is longer than a field takes is said cell by cell; this is for what else no form could send.
  if (faults.length === 0 && !v.is(purchaseOrderInput, draft))
    faults.push({ row: first.number, column: null, message: 'Some values are not valid.' });
  const cents = totalCents(draft.lineItems);
  return {
    row: first.number,
    key: cellText(first.cells.get('key')),
    lines: rows.length,
    draft,
    total: Number.isNaN(cents) ? null : fromCents(cents),
    faults,
    said: JSON.stringify(rows.map(({ cells }) => [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  };
}

/** The head of an order as one row: each column by the first of its rows that says it. */
function headOf(rows: readonly NamedRow[]): NamedRow {
  const [first] = rows;
  const cells = headColumnIds.flatMap((column) => {
    const row = rows.find((one) => one.cells.has(column));
    const cell = row?.cells.get(column);
    return cell === undefined ? [] : [[column, cell] as const];
  });
  return { number: first?.number ?? 0, cells: new Map(cells) };
}

/** A purchase order says each of these once; rows may repeat it, and may leave it out. */
function differing(rows: readonly NamedRow[], column: OrderColumn, blame: Blame): void {
  const saying = rows.filter(({ cells }) => cells.has(column));
  const [said, ...others] = saying;
  if (!said) return;
  const text = cellText(said.cells.get(column));
  for (const row of others) {
    if (cellText(row.cells.get(column)) !== text)
      blame(row, column, `This does not match row ${said.number} of the same purchase order.`);
  }
}

function faultBook({ names }: NamedTable) {
  const faults: ImportError[] = [];
  const headingOf = (column: OrderColumn) => names.get(column) ?? null;
  const blame: Blame = (row, column, message) => {
    faults.push({ row: row.number, column: headingOf(column), message });
  };
  /** Whether something is wrong there already; then the form's own rule only says it again. */
  const knows = (row: NamedRow, column: OrderColumn) =>
    faults.some((fault) => fault.row === row.number && fault.column === headingOf(column));
  return { faults, blame, knows };
}

const places: Readonly<Record<string, OrderColumn>> = {
  description: 'description',
  projectCompanyExternalId: 'company',
  vendor: 'vendor',
  vendorAddress: 'vendor',
  department: 'department',
  poDate: 'poDate',
  currency: 'currency',
  totalCost: 'unitCost',
};

const linePlaces: Readonly<Record<string, OrderColumn>> = {
  quantity: 'quantity',
  description: 'lineDescription',
  unitCost: 'unitCost',
  rentalStart: 'rentalStart',
};

/** Whether a rule says only what comes of a fault that is told already: no total without a number, no currency without a company. */
function follows(
  { field }: Issue,
  draft: PurchaseOrderDraft,
  rows: readonly NamedRow[],
  knows: (row: NamedRow, column: OrderColumn) => boolean,
): boolean {
  if (field === 'currency') return draft.projectCompanyExternalId === '';
  return field === 'totalCost' && rows.some((row) => knows(row, 'quantity') || knows(row, 'unitCost'));
}

/** The cell that a rule of the form is about; null for what is said at a line already. */
function placeOf(
  { field }: Issue,
  rows: readonly NamedRow[],
  first: NamedRow,
): [NamedRow, OrderColumn] | null {
  const [, index, name] = /^lineItems\.(\d+)\.(\w+)$/.exec(field) ?? [];
  if (index !== undefined) return [rows[Number(index)] ?? first, linePlaces[name ?? ''] ?? 'unitCost'];
  const column = places[field];
  if (column === 'vendor' && rows.some(({ cells }) => cells.has('vendorNumber')))
    return [first, 'vendorNumber'];
  return column ? [first, column] : null;
}
