import { loadStatement, type Row, type Table } from '../../../../sandbox/tables.ts';

/** One license per system, with the same small data: USD company, three vendors, a short chart of accounts. */
export const licenses = { SA: 'SA-100', V5: 'V5-200', GV: 'GV-300' } as const;

type Books = { [T in Table]?: Row<T>[] };

function booksOf(license: string, accountingSystem: string): Books {
  const vendor = (externalId: string, name: string, isActive: 0 | 1): Row<'vendors'> => ({
    license,
    externalId,
    number: `N-${externalId}`,
    name,
    isActive,
    isRelatedParty: 0,
  });
  const part = (
    partConfigId: string,
    idCode: string,
    own: Partial<Row<'coaParts'>> = {},
  ): Row<'coaParts'> => ({
    license,
    accountPartId: `${partConfigId}-${idCode}`,
    partConfigId,
    idCode,
    description: `Code ${idCode}`,
    partOrder: Number(idCode),
    isActive: 1,
    isAsset: 0,
    isHeader: 0,
    isInsurance: 0,
    rollupAccountPartId: null,
    ...own,
  });
  const budgetLine = (lineNumber: number, idCode: string, description: string, amountCents: number) => ({
    license,
    lineNumber,
    idCode,
    description,
    amountCents,
  });
  const payment = (externalId: string, totalCents: number): Row<'payments'> => ({
    license,
    externalId,
    number: `PMT ${externalId}`,
    createdAt: '2026-11-02T18:00:00.000Z',
    vendorExternalId: 'lumen',
    payeeName: 'Lumen Rentals Inc',
    paymentType: 'ACH',
    bankName: 'First Harbor Bank',
    bankAccount: '••4411',
    currencyCode: 'USD',
    totalCents,
    status: 'OPEN',
    releasedAt: null,
  });
  const address = { license, lineNumber: 1, address2: '', city: 'Burbank', state: 'CA', country: 'US' };
  const company = { license, companyExternalId: 'co1' };
  return {
    licenses: [{ license, name: `Harbor Lights ${accountingSystem}`, accountingSystem }],
    studios: [{ license, studioId: 'meridian', name: 'Meridian Pictures' }],
    divisions: [{ studioId: 'meridian', divisionId: 'tv', name: 'Television' }],
    acctPackages: [{ license, packageId: 'std', name: 'Standard' }],
    showTypes: [{ license, showTypeId: 'series', name: 'Series' }],
    vendors: [
      vendor('lumen', 'Lumen Rentals', 1),
      vendor('anvil', 'Anvil Props', 1),
      vendor('dormant', 'Dormant Drapes', 0),
    ],
    vendorAddresses: [
      {
        ...address,
        vendorExternalId: 'lumen',
        addressUuid: 'a-1',
        name: 'Main',
        address1: '1 Stage Way',
        zip: '91502',
        isDefault: 1,
        isActive: 1,
      },
    ],
    vendorContacts: [
      {
        license,
        vendorExternalId: 'lumen',
        contactId: 'c-1',
        name: 'Ada Lumen',
        email: 'ada@lumen.example',
        phone: '818 555 0100',
        isDefault: 1,
      },
    ],
    companies: [{ ...company, projectCompanyExternalId: 'pc1', name: 'Harbor Lights LLC', hasTaxInfo: 1 }],
    companyAddresses: [
      {
        ...company,
        lineNumber: 1,
        addressLine1: '9 Quay St',
        addressLine2: '',
        city: 'Los Angeles',
        state: 'CA',
        postalCode: '90001',
        country: 'US',
        isDefault: 1,
      },
    ],
    companyCurrencies: [
      {
        ...company,
        externalId: 'usd1',
        isoCurrencyCode: 'USD',
        referenceCode: 'US',
        symbol: '$',
        isBase: 1,
      },
    ],
    taxCodes: [{ ...company, code: 'T1', description: 'Sales tax' }],
    coaFields: [
      { license, partConfigId: 'acc', configType: 'ACCOUNT', header: 'Account', fieldOrder: 1 },
      { license, partConfigId: 'epi', configType: 'EPISODE', header: 'Episode', fieldOrder: 2 },
    ],
    coaParts: [
      part('acc', '6000', { isHeader: 1 }),
      part('acc', '6100', { rollupAccountPartId: 'acc-6000' }),
      part('acc', '6200', { isActive: 0 }),
      part('epi', '101'),
    ],
    budgets: [
      { license, name: 'Production budget', currencyCode: 'USD', updatedAt: '2026-11-20T17:00:00.000Z' },
    ],
    budgetLines: [
      budgetLine(1, '6100', 'Set dressing', 1_500_050),
      budgetLine(2, '7777', 'Unheard of', 20_000),
      budgetLine(3, '', 'Fringes', 90_000),
      budgetLine(4, '', 'Contingency', 150_000),
    ],
    rateTables: [{ license, baseCurrencyCode: 'USD' }],
    exchangeRates: [
      { license, currencyCode: 'CAD', day: '2026-11-01', rate: '0.73' },
      { license, currencyCode: 'CAD', day: '2026-11-15', rate: '0.7281' },
      { license, currencyCode: 'NOK', day: '2026-11-01', rate: '0.095' },
    ],
    payments: [payment('p1', 250_000), payment('p2', 99)],
    paymentInvoices: [
      { license, paymentExternalId: 'p1', invoiceNumber: 'LR-7', amountCents: 200_000 },
      { license, paymentExternalId: 'p1', invoiceNumber: 'LR-8', amountCents: 50_000 },
    ],
  };
}

/** Loads the data for every system. */
export async function loadBooks(db: D1Database): Promise<void> {
  for (const [system, license] of Object.entries(licenses)) {
    const books = booksOf(license, system);
    const tables = Object.keys(books) as Table[];
    await db.batch(tables.map((table) => loadStatement(db, table, books[table] ?? [])));
  }
}
