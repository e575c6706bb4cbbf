import * as v from 'valibot';
import { parseOrderHeader, vendorIndex } from './order-header.ts';
import type { VendorIndex } from './order-header.ts';
import { parseOrderLine } from './order-line.ts';
import type { ImportLookups } from './import-lookups.ts';
import { headerColumnIds } from './order-columns.ts';
import type { ReportError, OrderColumn } from './order-columns.ts';
import { cellText, tooLongCells } from './table.ts';
import type { NamedRow, NamedTable } from './table.ts';
import { lineLimit } from '#domain/documents/document-draft';
import { fromCents } from '#domain/values/money';
import { totalCents } from '#domain/documents/line';
import { departmentRefusal } from '#domain/identity/permissions';
import { checkPurchaseOrder, purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { detectDateFormat } from './spreadsheet-dates.ts';
import type { Issue } from '#domain/documents/validation';
import type { ImportError } from './import-response.ts';

/** A purchase order parsed from a file. */
export interface ImportedOrder {
  /** Its first row in the file. */
  row: number;
  key: string;
  lines: number;
  draft: PurchaseOrderDraft;
  /** Rounded to the currency's decimals; null while a line has no amount. */
  total: number | null;
  faults: ImportError[];
  /** The content of all its rows: equal text means the same purchase order. */
  contentKey: string;
}

/** Groups the rows with the same import key; each row is a group of its own in a file without that column. */
function groupRows({ rows, headings }: NamedTable): NamedRow[][] {
  if (!headings.has('key')) return rows.map((row) => [row]);
  // A row without a key forms its own group and is reported.
  return [...Map.groupBy(rows, (row) => cellText(row.cells.get('key')) || row).values()];
}

/**
 * Parses the purchase orders of a file, each with all its errors, by the rules and texts of the form and with the
 * importing user's permissions (PO-24 to PO-32, LI-12 to LI-19, DEC-02, DEC-52). Nothing is guessed.
 */
export function parseOrders(table: NamedTable, lookups: ImportLookups): ImportedOrder[] {
  const fileLookups = { ...lookups, dateFormat: detectDateFormat(daysIn(table), lookups) };
  const vendors = vendorIndex(fileLookups);
  const tooLong = Map.groupBy(tooLongCells(table), ({ row }) => row);
  return groupRows(table).map((rows) => {
    const order = parseOrder(rows, table, { fileLookups, vendors });
    const faults = [...rows.flatMap(({ number }) => tooLong.get(number) ?? []), ...order.faults];
    return { ...order, faults: faults.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)) };
  });
}

const dayColumns: readonly OrderColumn[] = ['poDate', 'rentalStart', 'rentalEnd'];

/** All days of a file use the same format. */
function daysIn({ rows }: NamedTable): string[][] {
  return rows.map(({ cells }) => dayColumns.map((column) => cellText(cells.get(column))));
}

function parseOrder(
  rows: readonly NamedRow[],
  table: NamedTable,
  { fileLookups, vendors }: { fileLookups: ImportLookups; vendors: VendorIndex },
): ImportedOrder {
  const [first] = rows;
  if (!first) throw new Error('A purchase order has a row');
  const { faults, reportError, hasError } = createErrorLog(table);
  for (const column of headerColumnIds) reportDifferences(rows, column, reportError);
  const draft = parseOrderHeader(mergeHeader(rows), fileLookups, vendors, reportError);
  const hasLineText = table.headings.has('lineDescription');
  const lineContext = { ...fileLookups, draft };
  draft.lineItems = rows.map((row, index) => {
    const line = parseOrderLine(row, lineContext, reportError, index);
    return hasLineText ? line : { ...line, description: draft.description };
  });
  if (rows.length > lineLimit)
    reportError(first, 'key', `A purchase order can have at most ${lineLimit} lines.`);
  if (table.headings.has('key') && cellText(first.cells.get('key')) === '')
    reportError(first, 'key', 'Enter the import key of the purchase order that this row belongs to.');
  const refused = departmentRefusal(fileLookups.member, 'PO', draft.department?.id ?? null);
  if (refused) reportError(first, 'department', 'You are not a member of this department.');
  for (const issue of checkPurchaseOrder(draft, 'save', { lockedLineCount: null })) {
    const cell = cellOf(issue, rows, first);
    if (!cell || hasError(...cell) || isConsequence(issue, draft, rows, hasError)) continue;
    reportError(...cell, issue.message);
  }
  // Too long values are reported cell by cell; this covers other values that no form could send.
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
    contentKey: JSON.stringify(rows.map(({ cells }) => [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  };
}

/** Merges an order's header columns into one row: each column from the first row that has it. */
function mergeHeader(rows: readonly NamedRow[]): NamedRow {
  const [first] = rows;
  const cells = headerColumnIds.flatMap((column) => {
    const row = rows.find((one) => one.cells.has(column));
    const cell = row?.cells.get(column);
    return cell === undefined ? [] : [[column, cell] as const];
  });
  return { number: first?.number ?? 0, cells: new Map(cells) };
}

/** Reports rows whose value of a header column differs from the first one; rows may repeat or omit it. */
function reportDifferences(rows: readonly NamedRow[], column: OrderColumn, reportError: ReportError): void {
  const rowsWithValue = rows.filter(({ cells }) => cells.has(column));
  const [firstRow, ...others] = rowsWithValue;
  if (!firstRow) return;
  const text = cellText(firstRow.cells.get(column));
  for (const row of others) {
    if (cellText(row.cells.get(column)) !== text)
      reportError(row, column, `This does not match row ${firstRow.number} of the same purchase order.`);
  }
}

function createErrorLog({ names }: NamedTable) {
  const faults: ImportError[] = [];
  const headingOf = (column: OrderColumn) => names.get(column) ?? null;
  const reportError: ReportError = (row, column, message) => {
    faults.push({ row: row.number, column: headingOf(column), message });
  };
  /** True when this cell already has an error, so that the form's rule would only repeat it. */
  const hasError = (row: NamedRow, column: OrderColumn) =>
    faults.some((fault) => fault.row === row.number && fault.column === headingOf(column));
  return { faults, reportError, hasError };
}

const columnsByField: Readonly<Record<string, OrderColumn>> = {
  description: 'description',
  projectCompanyExternalId: 'company',
  vendor: 'vendor',
  vendorAddress: 'vendor',
  department: 'department',
  poDate: 'poDate',
  currency: 'currency',
  totalCost: 'unitCost',
};

const lineColumnsByField: Readonly<Record<string, OrderColumn>> = {
  quantity: 'quantity',
  description: 'lineDescription',
  unitCost: 'unitCost',
  rentalStart: 'rentalStart',
};

/**
 * True when an issue only results from an error that was already reported: no total without a number, no currency
 * without a company.
 */
function isConsequence(
  { field }: Issue,
  draft: PurchaseOrderDraft,
  rows: readonly NamedRow[],
  hasError: (row: NamedRow, column: OrderColumn) => boolean,
): boolean {
  if (field === 'currency') return draft.projectCompanyExternalId === '';
  return field === 'totalCost' && rows.some((row) => hasError(row, 'quantity') || hasError(row, 'unitCost'));
}

/** Returns the cell that an issue refers to, or null when the issue was already reported at a line. */
function cellOf(
  { field }: Issue,
  rows: readonly NamedRow[],
  first: NamedRow,
): [NamedRow, OrderColumn] | null {
  const [, index, name] = /^lineItems\.(\d+)\.(\w+)$/.exec(field) ?? [];
  if (index !== undefined)
    return [rows[Number(index)] ?? first, lineColumnsByField[name ?? ''] ?? 'unitCost'];
  const column = columnsByField[field];
  if (column === 'vendor' && rows.some(({ cells }) => cells.has('vendorNumber')))
    return [first, 'vendorNumber'];
  return column ? [first, column] : null;
}
