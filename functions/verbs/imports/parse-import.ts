import { Refusal } from '#domain/codes';
import { dateInZone } from '#domain/values/days';
import type { ImportLookups } from '#domain/import/import-lookups';
import { orderColumns } from '#domain/import/order-columns';
import { parseOrders } from '#domain/import/orders';
import type { ImportedOrder } from '#domain/import/orders';
import { cellText, importLimits, namedTable } from '#domain/import/table';
import type { ImportColumn, ImportRow, NamedTable } from '#domain/import/table';
import { parseVendors, vendorColumns } from '#domain/import/vendors';
import type { ImportedVendor } from '#domain/import/vendors';
import { hasCreatePermission } from '#domain/identity/permissions';
import { UnreadableSpreadsheet } from '#edges/files/workbook/unreadable-workbook';
import { sha256 } from '#store/d1/sha256';
import { read, readInOneTrip } from '#store/d1/query';
import { readImported } from '#store/show/imports/imports';
import { namedVendorsQuery, openDepartmentsQuery } from '#store/show/imports/import-lookups';
import { accountFieldsQuery, companiesQuery, showListsQuery } from '#store/show/vendors/read-reference-data';
import type { RequestContext } from '#verbs/request/context';
import { actorOf } from '#verbs/lifecycle/subject';
import { accountFieldOf, companyOf } from '#verbs/reference-data/view-companies';

/** An uploaded file, and the time zone that decides which day is today. */
export interface ImportFile {
  bytes: Uint8Array;
  timeZone: string;
}

/** A purchase order of a file. `isKnown`: it has a key, and was imported before or is being imported. */
export type ParsedOrder = ImportedOrder & { fingerprint: string; isKnown: boolean };

/** Contents of a file: its table, and the items that could be created. */
export interface ParsedFile<Item> {
  table: NamedTable;
  items: Item[];
}

/** Importing purchase orders requires the permission to create them. Throws `FORBIDDEN` (DEC-13). */
export function requireCreatePermission({ permissions }: RequestContext): void {
  if (!hasCreatePermission(permissions, 'PO')) throw new Refusal('FORBIDDEN');
}

/** Throws `file_too_large`. */
export function requireImportSize({ bytes }: Pick<ImportFile, 'bytes'>): void {
  if (bytes.length > importLimits.bytes)
    throw new Refusal('file_too_large', { message: 'An import file can have at most 5 MB.' });
}

/** Throws `file_too_large`, and `invalid_parameter` with a message for a file that is not a spreadsheet. */
async function rowsOf(file: Pick<ImportFile, 'bytes'>): Promise<ImportRow[]> {
  requireImportSize(file);
  const { readSpreadsheet } = await import('#edges/files/spreadsheet-reader');
  try {
    return readSpreadsheet(file.bytes);
  } catch (error) {
    if (error instanceof UnreadableSpreadsheet)
      throw new Refusal('invalid_parameter', { message: error.message });
    throw error;
  }
}

/** The table of a file; without rows when its headings are wrong. Throws as `rowsOf` does. */
export async function importTable<Id extends string>(
  file: Pick<ImportFile, 'bytes'>,
  columns: readonly ImportColumn<Id>[],
): Promise<NamedTable> {
  const table = namedTable(await rowsOf(file), columns);
  return table.faults.length > 0 ? { ...table, rows: [] } : table;
}

/** The purchase orders of a file as this user would import them, without changing anything. Throws as `rowsOf` does. */
export async function readOrders(
  context: RequestContext,
  file: ImportFile,
): Promise<ParsedFile<ParsedOrder>> {
  const fields = (await read(accountFieldsQuery(context.store, true))).map(accountFieldOf);
  const table = await importTable(file, orderColumns(fields));
  const orders = parseOrders(table, await readLookups(context, table, fields, file));
  const marked = orders.map((order) => ({ ...order, fingerprint: sha256(order.contentKey) }));
  const imported = await readImported(
    context.store,
    marked.map(({ fingerprint }) => fingerprint),
  );
  const items = marked.map((order) => ({ ...order, isKnown: imported.has(order.fingerprint) }));
  return { table, items };
}

async function readLookups(
  context: RequestContext,
  { rows }: NamedTable,
  fields: ImportLookups['fields'],
  { timeZone }: ImportFile,
): Promise<ImportLookups> {
  const { store, show, user, settings } = context;
  const valuesOf = (column: string) =>
    [...new Set(rows.map(({ cells }) => cellText(cells.get(column))))].filter(Boolean);
  const { departments, lists, companies, vendors } = await readInOneTrip({
    departments: openDepartmentsQuery(store),
    lists: showListsQuery(store),
    companies: companiesQuery(store),
    vendors: namedVendorsQuery(store, valuesOf('vendor'), valuesOf('vendorNumber')),
  });
  const addresses = (type: 'BILL_TO' | 'SHIP_TO') =>
    lists.addresses.filter(({ addressType }) => addressType === type);
  return {
    member: actorOf(context),
    today: dateInZone(context.now, timeZone),
    dateFormat: user.dateFormat,
    accountingSystem: show.accountingSystem,
    updateRentalQuantity: settings.updateRentalQuantity,
    departments,
    categories: lists.categories,
    billTo: addresses('BILL_TO'),
    shipTo: addresses('SHIP_TO'),
    companies: companies.map(companyOf),
    fields,
    ...vendors,
  };
}

/** The temporary vendors of a file. Throws as `rowsOf` does. */
export async function readVendors(
  context: RequestContext,
  file: ImportFile,
): Promise<ParsedFile<ImportedVendor>> {
  const table = await importTable(file, vendorColumns);
  const names = table.rows.map(({ cells }) => cellText(cells.get('name')));
  const { vendors, temporaryVendors } = await read(namedVendorsQuery(context.store, names, []));
  const knownNames = [...vendors, ...temporaryVendors].map(({ name }) => name);
  return { table, items: parseVendors(table, knownNames) };
}
