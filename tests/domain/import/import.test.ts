import { describe, expect, test } from 'vitest';
import type { ImportLookups } from '#domain/import/import-lookups';
import { orderColumns } from '#domain/import/order-columns';
import { parseOrders } from '#domain/import/orders';
import { namedTable } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';
import { importedVendors, vendorColumns } from '#domain/import/vendors';
import { permissionMatrix } from '#domain/identity/permissions';

const part = (id_code: string, part_order: number) => ({
  account_part_id: `acc-${id_code}`,
  part_config_id: 'acc',
  id_code,
  description: '',
  part_order,
  is_active: true,
  is_asset: false,
  is_header: false,
  is_insurance: false,
  rollup_account_part_id: null,
});
const field = (header: string, config_type: string, ...codes: string[]) => ({
  header,
  config_type,
  part_config_id: config_type,
  account_parts: codes.map(part),
});
const currency = (iso_currency_code: string, is_base: boolean) => ({
  iso_currency_code,
  is_base,
  external_id: iso_currency_code.toLowerCase(),
  reference_code: '',
  symbol: '',
});

const books: ImportLookups = {
  member: {
    permissions: permissionMatrix['PO Creator'],
    departmentIds: ['art'],
    modules: { invoices: false, payments: false },
  },
  today: '2026-11-22',
  dateFormat: 'MM_DD_YYYY',
  accountingSystem: 'SA',
  updateRentalQuantity: true,
  departments: [
    { id: 'art', name: 'Art', allowed: { ACCOUNT: ['100', '200'] } },
    { id: 'grip', name: 'Grip', allowed: {} },
  ],
  categories: [{ id: 'props', name: 'Props' }],
  billTo: [{ id: 'office', name: 'Office' }],
  shipTo: [],
  companies: [
    {
      projectCompanyExternalId: 'pc1',
      companyExternalId: 'co1',
      company_name: 'Harbor Lights',
      company_addresses: [],
      hasTaxInfo: false,
      taxCodes: [{ code: 'T1', description: 'Sales tax' }],
      project_company_currencies: [currency('USD', true), currency('EUR', false)],
    },
  ],
  fields: [field('Account', 'ACCOUNT', '100', '200', '300'), field('Free', 'FREE')],
  vendors: [
    { id: 'v1', name: 'Lumen', number: 'N-1', addresses: [{ id: 'a1', isDefault: false }] },
    {
      id: 'v2',
      name: 'Twin',
      number: 'N-2',
      addresses: [
        { id: 'a2', isDefault: false },
        { id: 'a3', isDefault: false },
      ],
    },
    { id: 'v3', name: 'twin', number: 'N-3', addresses: [] },
  ],
  temporaryVendors: [{ id: 't1', name: 'Corner Shop', address: '3 Side St' }],
};

const sheet = (...rows: (ImportCell | undefined)[][]) =>
  rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell ?? '') }));
function orders(heads: string[], ...rows: (ImportCell | undefined)[][]) {
  return parseOrders(namedTable(sheet(heads, ...rows), orderColumns(books.fields)), books);
}
/** One good row, but for what is said otherwise. */
function one(own: Record<string, ImportCell>) {
  const row = { Department: 'Art', Vendor: 'Lumen', Description: 'Sofas', 'Unit Cost': 10, ...own };
  const [order] = orders(Object.keys(row), Object.values(row));
  if (!order) throw new Error('no order');
  return { ...order, told: order.faults.map(({ column, message }) => `${column}: ${message}`) };
}

describe('headings', () => {
  test('case, blanks, signs and other names are forgiven; what nobody knows is passed over', () => {
    const table = namedTable(
      sheet(
        [],
        [' PO #', 'dept.', 'VENDOR_NAME', 'Description', 'unit price', 'Colour', 'Amount'],
        [],
        ['1', 'Art', 'Lumen', 'x', 5, 'red', 20],
      ),
      orderColumns([]),
    );
    expect(table.faults).toEqual([]);
    // A line's total is not multiplied again.
    expect(table.ignored).toEqual(['Colour', 'Amount']);
    expect(table.rows).toEqual([
      {
        number: 4,
        cells: new Map<string, ImportCell>([
          ['key', '1'],
          ['department', 'Art'],
          ['vendor', 'Lumen'],
          ['description', 'x'],
          ['unitCost', 5],
        ]),
      },
    ]);
  });

  test('without an import key each row is a purchase order of its own', () => {
    const heads = ['Department', 'Vendor', 'Description', 'Unit Cost'];
    const made = orders(heads, ['Art', 'Lumen', 'Sofas', 1], ['Art', 'Lumen', 'Sofas', 1]);
    expect(made.map(({ row, lines, faults }) => [row, lines, faults])).toEqual([
      [2, 1, []],
      [3, 1, []],
    ]);
  });
});

describe('amounts, numbers and days', () => {
  test.each([
    ['1,234.50', 'USD', 1234.5],
    ['$1,234.50', 'USD', 1234.5],
    ['1.234,50', 'EUR', 1234.5],
    ['€12,5', 'EUR', 12.5],
    [0.1 + 0.2, 'USD', 0.3],
    [1234.5, 'EUR', 1234.5],
    ['1.234', 'USD', null],
    ['1,234', 'EUR', null],
    ['ten', 'USD', null],
    [9_999_999_999.99, 'USD', 9_999_999_999.99],
    [10_000_000_000_000, 'USD', null],
    [1.125, 'USD', null],
    [0.0035, 'USD', null],
  ])('LI-22, DEC-48: %s in %s is %s', (cell, iso, unitCost) => {
    const { draft, told } = one({ 'Unit Cost': cell, Currency: iso });
    expect(draft.lineItems[0]?.unitCost ?? null).toBe(unitCost);
    expect(told.length > 0).toBe(unitCost === null);
  });

  test('PO-08: a day is read in the order that all days of the file fit; none is today', () => {
    const heads = ['Department', 'Vendor', 'Description', 'Unit Cost', 'PO Date'];
    const row = (day: string) => ['Art', 'Lumen', 'x', 1, day];
    const days = (...said: string[]) => orders(heads, ...said.map(row)).map(({ draft }) => draft.poDate);
    expect(days('03/04/2026', '05/06/2026')).toEqual(['2026-03-04', '2026-05-06']);
    expect(days('03/04/2026', '25/06/2026')).toEqual(['2026-04-03', '2026-06-25']);
    expect(days('2026-03-04', '')).toEqual(['2026-03-04', '2026-11-22']);
    expect(one({ 'PO Date': '31/31/2026' }).told).toEqual([
      'PO Date: “31/31/2026” is not a date. Write it as 2026-11-20.',
    ]);
  });

  test('DEC-95: of several companies one is asked for, and its currency is not missed beside it', () => {
    const [company] = books.companies;
    if (!company) throw new Error('no company');
    const several = { ...books, companies: [company, { ...company, company_name: 'Harbor Two' }] };
    const rows = sheet(['Department', 'Vendor', 'Description', 'Unit Cost'], ['Art', 'Lumen', 'Sofas', 1]);
    const [order] = parseOrders(namedTable(rows, orderColumns([])), several);
    expect(order?.faults).toEqual([
      { row: 2, column: 'Company', message: 'The show has several companies. Enter the name of one.' },
    ]);
  });

  test('DEC-95: a company is named as the show or accounting has it, and no other', () => {
    expect(one({ Company: 'harbor lights' }).told).toEqual([]);
    expect(one({ Company: 'CO1' }).told).toEqual([]);
    expect(one({ Company: 'Harbor Two' }).told).toEqual([
      'Company: The show has no company named “Harbor Two”.',
    ]);
  });

  test('LI-16, LI-23: rental days make a rental, and count where the sheet does not', () => {
    const rental = { 'Rental Start': '2026-11-01', 'Rental End': '2026-11-14' };
    expect(one({ ...rental, 'Item Type': 'Rental, weekly' }).draft.lineItems).toMatchObject([
      { acquisitionType: 'RENTAL', rentalType: 'WEEKLY', quantity: 2 },
    ]);
    expect(one({ ...rental, Quantity: 3 }).draft.lineItems).toMatchObject([
      { rentalType: 'DAILY', quantity: 3 },
    ]);
    expect(one({ 'Rental Start': '2026-11-14', 'Rental End': '2026-11-01' }).told).toEqual([
      'Rental Start: Rental Start Date must be before Rental End Date',
    ]);
    expect(one({ 'Item Type': 'Loan' }).told).toEqual([
      'Item Type: Enter Purchase, or a rental type: Daily, Weekly, Monthly or Episodic.',
    ]);
  });
});

describe('what the show has', () => {
  test('LI-29, DEC-52: what a department may pick is looked up once, and not for every row', () => {
    let looks = 0;
    const codes = Array.from({ length: 300 }, (_, n) => String(n));
    const allowed = {
      get ACCOUNT() {
        looks += 1;
        return codes;
      },
    };
    const large: ImportLookups = {
      ...books,
      departments: [{ id: 'art', name: 'Art', allowed }],
      fields: [field('Account', 'ACCOUNT', ...codes)],
    };
    const rows = codes.map((code) => ['Art', 'Lumen', 'x', 1, code]);
    const heads = ['Department', 'Vendor', 'Description', 'Unit Cost', 'Account'];
    const made = parseOrders(namedTable(sheet(heads, ...rows), orderColumns(large.fields)), large);
    expect(made.map(({ draft }) => draft.lineItems[0]?.coding['ACCOUNT'])).toEqual(codes);
    expect(looks).toBeLessThan(1000);
  });

  test('DEC-02: only a department of the user’s own; DEC-52: only codes that it may use', () => {
    expect(one({ Department: 'grip' }).told).toEqual([
      'Department: You are not a member of this department.',
    ]);
    expect(one({ Department: 'Wardrobe' }).told).toEqual([
      'Department: The show has no department named “Wardrobe”.',
    ]);
    expect(one({ Account: '200 Set dressing', Free: 'anything' }).draft.lineItems).toMatchObject([
      { coding: { ACCOUNT: '200', FREE: 'anything' }, coaExternalId: 'acc-200' },
    ]);
    expect(one({ Account: 300 }).told).toEqual([
      'Account: Account does not have this code, or this department may not use it.',
    ]);
  });

  test('DEC-95: a vendor by number or name, with its only address; two of a name need the number', () => {
    expect(one({}).draft).toMatchObject({ vendor: { id: 'v1' }, vendorAddress: { id: 'a1' } });
    expect(one({ Vendor: 'corner shop' }).draft.vendor).toMatchObject({
      isTemporary: true,
      tempVendorId: 't1',
    });
    expect(one({ Vendor: 'Twin' }).told).toEqual([
      'Vendor: Several vendors are named “Twin”. Enter the vendor number.',
    ]);
    expect(one({ 'Vendor Number': 'N-2' }).told).toEqual(['Vendor Number: Please select a vendor address.']);
    expect(one({ Vendor: '' }).told).toEqual(['Vendor: Please select a vendor from the list.']);
  });

  test('currency, tax code, category and addresses are the show’s own', () => {
    expect(one({ Currency: 'gbp' }).told).toEqual(['Currency: Harbor Lights has no currency “gbp”.']);
    expect(one({ 'Tax Code': 'T1' }).told).toEqual(['Tax Code: Harbor Lights does not have this tax code.']);
    expect(one({ Category: 'props', 'Bill To': 'OFFICE' }).draft).toMatchObject({
      category: { id: 'props', name: 'Props' },
      billToAddressId: 'office',
    });
    expect(one({ 'Ship To': 'Stage 4' }).told).toEqual([
      'Ship To: The show has no ship-to address named “Stage 4”.',
    ]);
  });

  test('PO-39: a description is kept as the form keeps it', () => {
    expect(one({ Description: `  ${'x'.repeat(60)}` }).draft.description).toBe('x'.repeat(45));
  });
});

test('DEC-34: of two vendors of one name in a file the second is to be mended', () => {
  const table = namedTable(sheet(['Name', 'Address'], ['Kit', '1 A St'], ['kit ', '2 B St']), vendorColumns);
  expect(importedVendors(table, []).map(({ faults }) => faults)).toEqual([
    [],
    [{ row: 3, column: 'Name', message: 'A row above already has a vendor with this name.' }],
  ]);
});

test('VE-13: whether a vendor is a related party is said with yes or no, and not guessed', () => {
  const said = (value: string) => {
    const rows = sheet(['Name', 'Street', 'Related Party'], ['Kit', '3 Side St', value]);
    const [vendor] = importedVendors(namedTable(rows, vendorColumns), []);
    return [vendor?.values.isRelatedParty, vendor?.faults.map(({ message }) => message)];
  };
  expect(['Yes', 'y', '1', 'No', ''].map(said)).toEqual([
    [true, []],
    [true, []],
    [true, []],
    [false, []],
    [false, []],
  ]);
  expect(said('maybe')).toEqual([false, ['Enter Yes or No.']]);
  expect(said('as far as anybody knows')).toEqual([false, ['Enter Yes or No.']]);
});
