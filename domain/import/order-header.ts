import type { Company } from '#domain/reference-data/company';
import { cutDescription, emptyHeader } from '#domain/documents/document-draft';
import type { KnownName, KnownTemporaryVendor, KnownVendor, ImportLookups } from './import-lookups.ts';
import type { Blame, HeadColumn } from './order-columns.ts';
import { cellText } from './table.ts';
import type { NamedRow } from './table.ts';
import { isSameName, nameKey } from '#domain/values/names';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { parsePastedDate } from './spreadsheet-dates.ts';
import { namedVendor } from '#domain/reference-data/vendor';

/** The vendors of the books by what a file may call them: thousands of rows each look for one. */
export interface VendorIndex {
  byNumber: ReadonlyMap<string, readonly KnownVendor[]>;
  byName: ReadonlyMap<string, readonly KnownVendor[]>;
  temporary: ReadonlyMap<string, readonly KnownTemporaryVendor[]>;
}

export function vendorIndex({ vendors, temporaryVendors }: ImportLookups): VendorIndex {
  return {
    byNumber: Map.groupBy(vendors, ({ number }) => nameKey(number)),
    byName: Map.groupBy(vendors, ({ name }) => nameKey(name)),
    temporary: Map.groupBy(temporaryVendors, ({ name }) => nameKey(name)),
  };
}

type Found = Pick<PurchaseOrderDraft, 'vendor' | 'vendorAddress'>;

/** What the file says, cut where it is named in a sentence. */
export function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}

/** The head of a purchase order as a file says it; what the show does not have is blamed, and left empty. */
export function parseOrderHeader(
  head: NamedRow,
  books: ImportLookups,
  index: VendorIndex,
  blame: Blame,
): PurchaseOrderDraft {
  const text = (column: HeadColumn) => cellText(head.cells.get(column));
  const named = (column: HeadColumn, list: readonly KnownName[], what: string): KnownName | null => {
    const name = text(column);
    if (name === '') return null;
    const found = list.find((one) => isSameName(one.name, name));
    if (!found) blame(head, column, `The show has no ${what} named ${quoted(name)}.`);
    return found ? { id: found.id, name: found.name } : null;
  };
  const company = companyOf(text('company'), books, head, blame);
  const currency = company && currencyOf(text('currency'), company, head, blame);
  const notes = text('notes');
  const description = cutDescription(text('description'), books.accountingSystem, 'PO');
  return {
    ...emptyHeader,
    hst: null,
    fid: null,
    lineItems: [],
    poDate: dayOf(text('poDate'), books, head, blame),
    description,
    department: named('department', books.departments, 'department'),
    category: named('category', books.categories, 'category'),
    billToAddressId: named('billTo', books.billTo, 'bill-to address')?.id ?? null,
    shipToAddressId: named('shipTo', books.shipTo, 'ship-to address')?.id ?? null,
    projectCompanyExternalId: company?.projectCompanyExternalId ?? '',
    currency: currency?.iso_currency_code ?? '',
    projectCompanyCurrencyExternalId: currency?.external_id ?? '',
    ...vendorOf(text('vendor'), text('vendorNumber'), index, head, blame),
    notes: notes === '' ? [] : [{ keyId: '', content: notes, isReview: false }],
  };
}

/** Today where nothing is said, as in the form (PO-08). */
function dayOf(said: string, books: ImportLookups, head: NamedRow, blame: Blame): string {
  if (said === '') return books.today;
  const day = parsePastedDate(said, books);
  if (day === null) blame(head, 'poDate', `${quoted(said)} is not a date. Write it as 2026-11-20.`);
  return day ?? books.today;
}

/** DEC-95: where there is one company, it need not be named. */
function companyOf(said: string, { companies }: ImportLookups, head: NamedRow, blame: Blame): Company | null {
  if (said === '') {
    if (companies.length > 1)
      blame(head, 'company', 'The show has several companies. Enter the name of one.');
    return companies.length === 1 ? (companies[0] ?? null) : null;
  }
  const found = companies.find(
    (one) => isSameName(one.company_name, said) || isSameName(one.companyExternalId, said),
  );
  if (!found) blame(head, 'company', `The show has no company named ${quoted(said)}.`);
  return found ?? null;
}

/** The company's base currency where nothing is said. */
function currencyOf(said: string, company: Company, head: NamedRow, blame: Blame) {
  const { project_company_currencies: offered } = company;
  if (said === '') return offered.find(({ is_base }) => is_base) ?? offered[0] ?? null;
  const found = offered.find(({ iso_currency_code }) => isSameName(iso_currency_code, said));
  if (!found) blame(head, 'currency', `${company.company_name} has no currency ${quoted(said)}.`);
  return found ?? null;
}

/** By number, or by name: a permanent vendor before a temporary one. */
function vendorOf(name: string, number: string, index: VendorIndex, head: NamedRow, blame: Blame): Found {
  const none: Found = { vendor: null, vendorAddress: null };
  if (number !== '') {
    const [found] = index.byNumber.get(nameKey(number)) ?? [];
    if (found) return permanent(found);
    blame(head, 'vendorNumber', `The show has no vendor with the number ${quoted(number)}.`);
    return { ...none, vendor: namedVendor(name || number) };
  }
  if (name === '') return none;
  const [vendor, another] = index.byName.get(nameKey(name)) ?? [];
  if (another) {
    blame(head, 'vendor', `Several vendors are named ${quoted(name)}. Enter the vendor number.`);
    return { ...none, vendor: namedVendor(name) };
  }
  if (vendor) return permanent(vendor);
  const [temporary] = index.temporary.get(nameKey(name)) ?? [];
  if (temporary) {
    const { id, address } = temporary;
    const draft = { ...namedVendor(temporary.name), isTemporary: true, tempVendorId: id, address };
    return { ...none, vendor: draft };
  }
  blame(head, 'vendor', `There is no vendor named ${quoted(name)}. Import it as a temporary vendor first.`);
  return { ...none, vendor: namedVendor(name) };
}

/** Its default address, or the only one it has (DEC-95). */
function permanent({ id, name, addresses }: KnownVendor): Found {
  const address = addresses.find(({ isDefault }) => isDefault) ?? (addresses[1] ? undefined : addresses[0]);
  return { vendor: { ...namedVendor(name), id }, vendorAddress: address ? { id: address.id } : null };
}
