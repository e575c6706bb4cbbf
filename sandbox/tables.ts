/**
 * Columns of the tables in `migrations/`, for bulk loading. Keys are camelCase, columns snake_case. `flag` is 0 or 1,
 * `cents` an integer, `maybe` text or null.
 */
interface Kinds {
  text: string;
  maybe: string | null;
  integer: number;
  cents: number;
  flag: 0 | 1;
}
type Columns = Readonly<Record<string, keyof Kinds>>;

export const tables = {
  licenses: { license: 'text', name: 'text', accountingSystem: 'text' },
  studios: { license: 'text', studioId: 'text', name: 'text' },
  divisions: { studioId: 'text', divisionId: 'text', name: 'text' },
  acctPackages: { license: 'text', packageId: 'text', name: 'text' },
  showTypes: { license: 'text', showTypeId: 'text', name: 'text' },
  vendors: {
    license: 'text',
    externalId: 'text',
    number: 'text',
    name: 'text',
    isActive: 'flag',
    isRelatedParty: 'flag',
  },
  vendorAddresses: {
    license: 'text',
    vendorExternalId: 'text',
    lineNumber: 'integer',
    addressUuid: 'text',
    name: 'text',
    address1: 'text',
    address2: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    country: 'text',
    isDefault: 'flag',
    isActive: 'flag',
  },
  vendorContacts: {
    license: 'text',
    vendorExternalId: 'text',
    contactId: 'text',
    name: 'text',
    email: 'text',
    phone: 'text',
    isDefault: 'flag',
  },
  companies: {
    license: 'text',
    companyExternalId: 'text',
    projectCompanyExternalId: 'text',
    name: 'text',
    hasTaxInfo: 'flag',
  },
  companyAddresses: {
    license: 'text',
    companyExternalId: 'text',
    lineNumber: 'integer',
    addressLine1: 'text',
    addressLine2: 'text',
    city: 'text',
    state: 'text',
    postalCode: 'text',
    country: 'text',
    isDefault: 'flag',
  },
  companyCurrencies: {
    license: 'text',
    companyExternalId: 'text',
    externalId: 'text',
    isoCurrencyCode: 'text',
    referenceCode: 'text',
    symbol: 'text',
    isBase: 'flag',
  },
  taxCodes: { license: 'text', companyExternalId: 'text', code: 'text', description: 'text' },
  coaFields: {
    license: 'text',
    partConfigId: 'text',
    configType: 'text',
    header: 'text',
    fieldOrder: 'integer',
  },
  coaParts: {
    license: 'text',
    accountPartId: 'text',
    partConfigId: 'text',
    idCode: 'text',
    description: 'text',
    partOrder: 'integer',
    isActive: 'flag',
    isAsset: 'flag',
    isHeader: 'flag',
    isInsurance: 'flag',
    rollupAccountPartId: 'maybe',
  },
  budgets: { license: 'text', name: 'text', currencyCode: 'text', updatedAt: 'text' },
  budgetLines: {
    license: 'text',
    lineNumber: 'integer',
    idCode: 'text',
    description: 'text',
    amountCents: 'cents',
  },
  rateTables: { license: 'text', baseCurrencyCode: 'text' },
  exchangeRates: { license: 'text', currencyCode: 'text', day: 'text', rate: 'text' },
  payments: {
    license: 'text',
    externalId: 'text',
    number: 'text',
    createdAt: 'text',
    vendorExternalId: 'text',
    payeeName: 'text',
    paymentType: 'text',
    bankName: 'text',
    bankAccount: 'text',
    currencyCode: 'text',
    totalCents: 'cents',
    status: 'text',
    releasedAt: 'maybe',
  },
  paymentInvoices: {
    license: 'text',
    paymentExternalId: 'text',
    invoiceNumber: 'text',
    amountCents: 'cents',
  },
  purchaseOrders: {
    license: 'text',
    docId: 'text',
    revision: 'integer',
    number: 'text',
    vendorExternalId: 'text',
    companyExternalId: 'text',
    currencyCode: 'text',
    totalCents: 'cents',
    isVoid: 'flag',
    postedAt: 'text',
  },
  purchaseOrderLines: {
    license: 'text',
    docId: 'text',
    lineId: 'text',
    lineNumber: 'integer',
    glTransactionDetailExternalId: 'text',
    totalCents: 'cents',
  },
  invoices: {
    license: 'text',
    docId: 'text',
    revision: 'integer',
    number: 'text',
    vendorExternalId: 'text',
    companyExternalId: 'text',
    currencyCode: 'text',
    totalCents: 'cents',
    postedAt: 'text',
  },
  invoiceLines: {
    license: 'text',
    docId: 'text',
    lineId: 'text',
    lineNumber: 'integer',
    totalCents: 'cents',
    relievedLineId: 'maybe',
  },
} as const satisfies Record<string, Columns>;

export type Table = keyof typeof tables;
export type Row<T extends Table> = {
  -readonly [Column in keyof (typeof tables)[T]]: (typeof tables)[T][Column] extends keyof Kinds
    ? Kinds[(typeof tables)[T][Column]]
    : never;
};

/** Converts a key to its column, such as `addressLine1` to `address_line1`. */
export function columnName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns one statement that inserts a batch of any size: D1 binds at most 100 parameters, so the rows are one JSON
 * text. Existing rows stay unchanged. Limit a batch to 1 MB of JSON and load parents before children, in the order of
 * `tables`.
 */
export function loadStatement<T extends Table>(
  db: D1Database,
  table: T,
  rows: readonly Row<T>[],
): D1PreparedStatement {
  const keys = Object.keys(tables[table]);
  const values = keys.map((key) => `json_extract(value, '$.${key}')`);
  return db
    .prepare(
      `INSERT OR IGNORE INTO ${columnName(table)} (${keys.map(columnName).join(', ')})
       SELECT ${values.join(', ')} FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows));
}
