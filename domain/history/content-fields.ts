import { invoiceHeaderFields, orderHeaderFields } from '#domain/documents/header-fields';
import { invoiceLineFields, orderLineFields } from '#domain/documents/line-fields';
import { mapFields } from '#domain/documents/text-fields';
import type { LineFields } from '#domain/documents/line-fields';

/** How a column of the content appears in the list of changes. */
export interface ContentField {
  label: string;
  kind?: 'text' | 'day' | 'cents' | 'hundredths' | 'flag' | 'name';
  /** Columns that imply this one: it is listed only where none of them differs. */
  coveredBy?: readonly string[];
  /** The default value, which is left out where a whole line is described. */
  usual?: string;
}

const vendorNames = ['vendor.name', 'vendor.number', 'vendorName', 'vendorNumber'] as const;
const vendorOthers = [
  'vendor.contact',
  'vendor.email',
  'vendor.phoneNumber',
  'vendor.isRelatedParty',
] as const;
const vendorPlace = ['vendor.address', 'vendor.city', 'vendor.state', 'vendor.postalCode'] as const;

/** Columns of the header, nested values with dotted names. A column that is missing here is shown by its name. */
export const headerFields: Readonly<Record<string, ContentField>> = {
  number: { label: 'Number' },
  description: { label: 'Description' },
  businessDay: { label: 'Date', kind: 'day' },
  dueDay: { label: 'Due date', kind: 'day' },
  departmentName: { label: 'Department' },
  departmentId: { label: 'Department record', coveredBy: ['departmentName'] },
  'vendor.name': { label: 'Vendor' },
  'vendor.number': { label: 'Vendor number' },
  'vendor.isTemporary': { label: 'Temporary vendor', kind: 'flag' },
  'vendor.contact': { label: 'Vendor contact' },
  'vendor.email': { label: 'Vendor e-mail' },
  'vendor.phoneNumber': { label: 'Vendor phone' },
  'vendor.address': { label: 'Vendor street' },
  'vendor.city': { label: 'Vendor city' },
  'vendor.state': { label: 'Vendor state' },
  'vendor.postalCode': { label: 'Vendor postal code' },
  'vendor.isRelatedParty': { label: 'Related party', kind: 'flag' },
  'vendor.id': { label: 'Vendor record', coveredBy: vendorNames },
  'vendor.externalId': { label: 'Vendor id in accounting', coveredBy: [...vendorNames, 'vendor.id'] },
  'vendor.tempVendorId': { label: 'Temporary vendor record', coveredBy: vendorNames },
  'vendor.tempVendorVersion': {
    label: 'Temporary vendor version',
    coveredBy: [...vendorNames, ...vendorPlace, ...vendorOthers],
  },
  vendorName: { label: 'Vendor', coveredBy: ['vendor.name'] },
  vendorNumber: { label: 'Vendor number', coveredBy: ['vendor.number'] },
  vendorId: { label: 'Vendor record', coveredBy: [...vendorNames, 'vendor.id'] },
  vendorExternalId: {
    label: 'Vendor id in accounting',
    coveredBy: [...vendorNames, 'vendor.id', 'vendor.externalId'],
  },
  temporaryVendorId: {
    label: 'Temporary vendor record',
    coveredBy: [...vendorNames, 'vendor.tempVendorId'],
  },
  vendorAddressId: { label: 'Vendor address', kind: 'name', coveredBy: [...vendorNames, ...vendorPlace] },
  companyName: { label: 'Company' },
  companyAddress: { label: 'Company address' },
  projectCompanyExternalId: { label: 'Company record', coveredBy: ['companyName'] },
  companyExternalId: { label: 'Company id in accounting', coveredBy: ['companyName'] },
  currencyCode: { label: 'Currency' },
  currencyExternalId: { label: 'Currency record', coveredBy: ['currencyCode', 'companyName'] },
  currencyReferenceCode: { label: 'Reference currency', coveredBy: ['currencyCode'] },
  categoryId: { label: 'Category', kind: 'name' },
  billToAddressId: { label: 'Bill to', kind: 'name' },
  shipToAddressId: { label: 'Ship to', kind: 'name' },
  totalCents: { label: 'Total', kind: 'cents' },
  'costing.rate': { label: 'Exchange rate' },
  'costing.base': { label: 'Base currency' },
  'costing.currency': { label: 'Currency of the rate', coveredBy: ['currencyCode', 'costing.base'] },
  'costing.earlier': { label: 'Rates of approved lines', coveredBy: ['costing.rate', 'costing.taxes'] },
  baseTotalCents: {
    label: 'Total in base currency',
    coveredBy: ['totalCents', 'costing.rate', 'costing.base'],
  },
  amountCents: { label: 'Invoice amount', kind: 'cents', coveredBy: ['totalCents'] },
  userTotal: { label: 'Total as typed', coveredBy: ['totalCents', 'amountCents'] },
  ...invoiceHeaderFields,
  duplicateOverride: { label: 'Saved although it may be a duplicate', kind: 'flag' },
  ...orderHeaderFields,
  payeeName: { label: 'Payee' },
  paymentType: { label: 'Payment type' },
  bankName: { label: 'Bank account' },
  bankAccountId: { label: 'Bank account record', coveredBy: ['bankName'] },
  externalId: { label: 'Id in accounting' },
};

const labels = (fields: LineFields): Readonly<Record<string, ContentField>> =>
  mapFields(fields, ({ label }) => ({ label: sentenceCase(label) }));

/** Columns of a line. */
export const lineFields: Readonly<Record<string, ContentField>> = {
  description: { label: 'Description' },
  quantityHundredths: { label: 'Quantity', kind: 'hundredths' },
  unitCostCents: { label: 'Unit cost', kind: 'cents' },
  totalCents: { label: 'Amount', kind: 'cents' },
  acquisitionType: { label: 'Type', usual: 'PURCHASE' },
  rentalType: { label: 'Rental', usual: 'UNDEFINED' },
  rentalStart: { label: 'Rental start', kind: 'day' },
  rentalEnd: { label: 'Rental end', kind: 'day' },
  ...labels(orderLineFields),
  ...labels(invoiceLineFields),
  referencePo: { label: 'Purchase order' },
  referencePoLineNumber: { label: 'Line of the purchase order' },
  closesPoLine: { label: 'Closes the line of the purchase order', kind: 'flag' },
  relievePoLineId: { label: 'Relieved line record', coveredBy: ['referencePo', 'referencePoLineNumber'] },
  coaExternalId: { label: 'Chart of accounts record', coveredBy: ['coding'] },
};

/** Columns of an attachment that can change while the file stays the same. */
export const attachmentFields: Readonly<Record<string, ContentField>> = {
  isTopSheet: { label: 'Top sheet', kind: 'flag' },
  invoiceId: { label: 'Invoice', kind: 'name' },
  label: { label: 'Name' },
  size: { label: 'Size' },
  sha256: { label: 'SHA-256' },
};

/** Derives a label from a column name such as `companyAddress` or `coding.ACCOUNT_CODE`. */
export function columnLabel(column: string): string {
  const name = column.split('.').at(-1) ?? column;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return sentenceCase(words);
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
