import { orderHeaderFields } from '#domain/documents/header-fields';
import { emptyTexts } from '#domain/documents/text-fields';
import { cutDescription, emptyHeader } from '#domain/documents/document-draft';
import type { LookupName, LookupTemporaryVendor, LookupVendor, ImportLookups } from './import-lookups.ts';
import type { ReportError, HeaderColumn } from './order-columns.ts';
import { cellText } from './table.ts';
import type { NamedRow } from './table.ts';
import { isSameName, nameKey } from '#domain/values/names';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { parsePastedDate } from './spreadsheet-dates.ts';
import { namedVendor } from '#domain/reference-data/vendor';
import type { Company } from '#domain/reference-data/reference-data-response';

/** Vendors by number and name, since thousands of rows each look one up. */
export interface VendorIndex {
  byNumber: ReadonlyMap<string, readonly LookupVendor[]>;
  byName: ReadonlyMap<string, readonly LookupVendor[]>;
  temporary: ReadonlyMap<string, readonly LookupTemporaryVendor[]>;
}

export function vendorIndex({ vendors, temporaryVendors }: ImportLookups): VendorIndex {
  return {
    byNumber: Map.groupBy(vendors, ({ number }) => nameKey(number)),
    byName: Map.groupBy(vendors, ({ name }) => nameKey(name)),
    temporary: Map.groupBy(temporaryVendors, ({ name }) => nameKey(name)),
  };
}

type VendorFields = Pick<PurchaseOrderDraft, 'vendor' | 'vendorAddress'>;

/** Quotes a cell's text in a message, cut to 60 characters. */
export function quoteText(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}

/** Parses the header of a purchase order. Reports what the show does not have and leaves it empty. */
export function parseOrderHeader(
  header: NamedRow,
  lookups: ImportLookups,
  index: VendorIndex,
  reportError: ReportError,
): PurchaseOrderDraft {
  const text = (column: HeaderColumn) => cellText(header.cells.get(column));
  const findByName = (column: HeaderColumn, list: readonly LookupName[], what: string): LookupName | null => {
    const name = text(column);
    if (name === '') return null;
    const found = list.find((one) => isSameName(one.name, name));
    if (!found) reportError(header, column, `The show has no ${what} named ${quoteText(name)}.`);
    return found ? { id: found.id, name: found.name } : null;
  };
  const company = companyOf(text('company'), lookups, header, reportError);
  const currency = company && currencyOf(text('currency'), company, header, reportError);
  const notes = text('notes');
  const description = cutDescription(text('description'), lookups.accountingSystem, 'PO');
  return {
    ...emptyHeader,
    ...emptyTexts(orderHeaderFields),
    lineItems: [],
    poDate: dayOf(text('poDate'), lookups, header, reportError),
    description,
    department: findByName('department', lookups.departments, 'department'),
    category: findByName('category', lookups.categories, 'category'),
    billToAddressId: findByName('billTo', lookups.billTo, 'bill-to address')?.id ?? null,
    shipToAddressId: findByName('shipTo', lookups.shipTo, 'ship-to address')?.id ?? null,
    projectCompanyExternalId: company?.projectCompanyExternalId ?? '',
    currency: currency?.iso_currency_code ?? '',
    projectCompanyCurrencyExternalId: currency?.external_id ?? '',
    ...vendorOf(text('vendor'), text('vendorNumber'), index, header, reportError),
    notes: notes === '' ? [] : [{ keyId: '', content: notes, isReview: false }],
  };
}

/** Defaults to today, as in the form (PO-08). */
function dayOf(cell: string, lookups: ImportLookups, header: NamedRow, reportError: ReportError): string {
  if (cell === '') return lookups.today;
  const day = parsePastedDate(cell, lookups);
  if (day === null)
    reportError(header, 'poDate', `${quoteText(cell)} is not a date. Write it as 2026-11-20.`);
  return day ?? lookups.today;
}

/** Defaults to the show's only company (DEC-95). */
function companyOf(
  cell: string,
  { companies }: ImportLookups,
  header: NamedRow,
  reportError: ReportError,
): Company | null {
  if (cell === '') {
    if (companies.length > 1)
      reportError(header, 'company', 'The show has several companies. Enter the name of one.');
    return companies.length === 1 ? (companies[0] ?? null) : null;
  }
  const found = companies.find(
    (one) => isSameName(one.company_name, cell) || isSameName(one.companyExternalId, cell),
  );
  if (!found) reportError(header, 'company', `The show has no company named ${quoteText(cell)}.`);
  return found ?? null;
}

/** Defaults to the company's base currency. */
function currencyOf(cell: string, company: Company, header: NamedRow, reportError: ReportError) {
  const { project_company_currencies: currencies } = company;
  if (cell === '') return currencies.find(({ is_base }) => is_base) ?? currencies[0] ?? null;
  const found = currencies.find(({ iso_currency_code }) => isSameName(iso_currency_code, cell));
  if (!found) reportError(header, 'currency', `${company.company_name} has no currency ${quoteText(cell)}.`);
  return found ?? null;
}

/** Looks a vendor up by number or by name; a permanent vendor takes precedence over a temporary one. */
function vendorOf(
  name: string,
  number: string,
  index: VendorIndex,
  header: NamedRow,
  reportError: ReportError,
): VendorFields {
  const noVendor: VendorFields = { vendor: null, vendorAddress: null };
  if (number !== '') {
    const [found] = index.byNumber.get(nameKey(number)) ?? [];
    if (found) return permanentVendorFields(found);
    reportError(header, 'vendorNumber', `The show has no vendor with the number ${quoteText(number)}.`);
    return { ...noVendor, vendor: namedVendor(name || number) };
  }
  if (name === '') return noVendor;
  const [vendor, another] = index.byName.get(nameKey(name)) ?? [];
  if (another) {
    reportError(header, 'vendor', `Several vendors are named ${quoteText(name)}. Enter the vendor number.`);
    return { ...noVendor, vendor: namedVendor(name) };
  }
  if (vendor) return permanentVendorFields(vendor);
  const [temporary] = index.temporary.get(nameKey(name)) ?? [];
  if (temporary) {
    const { id, address } = temporary;
    const draft = { ...namedVendor(temporary.name), isTemporary: true, tempVendorId: id, address };
    return { ...noVendor, vendor: draft };
  }
  reportError(
    header,
    'vendor',
    `There is no vendor named ${quoteText(name)}. Import it as a temporary vendor first.`,
  );
  return { ...noVendor, vendor: namedVendor(name) };
}

/** Takes the vendor's default address, or its only one (DEC-95). */
function permanentVendorFields({ id, name, addresses }: LookupVendor): VendorFields {
  const address = addresses.find(({ isDefault }) => isDefault) ?? (addresses[1] ? undefined : addresses[0]);
  return { vendor: { ...namedVendor(name), id }, vendorAddress: address ? { id: address.id } : null };
}
