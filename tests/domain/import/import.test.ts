import { describe, expect, test } from 'vitest';
import type { ImportLookups } from '#domain/import/import-lookups';
import { orderColumns } from '#domain/import/order-columns';
import { parseOrders } from '#domain/import/orders';
import { namedTable } from '#domain/import/table';
import type { ImportCell } from '#domain/import/table';
import { parseVendors, vendorColumns } from '#domain/import/vendors';
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
/** One valid row with these overrides. */
function parseOne(cells: Record<string, ImportCell>) {
  const row = { Department: 'Art', Vendor: 'Lumen', Description: 'Sofas', 'Unit Cost': 10, ...cells };
  const [order] = orders(Object.keys(row), Object.values(row));
  if (!order) throw new Error('no order');
  return { ...order, messages: order.faults.map(({ column, message }) => `${column}: ${message}`) };
}

describe('headings', () => {
  test('headings match in any case, with blanks, signs and aliases; unknown ones are ignored', () => {
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
    // `Amount` may be a line's total, which is not multiplied again.
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

  test('each row is a purchase order of its own without an import key', () => {
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
    const { draft, messages } = parseOne({ 'Unit Cost': cell, Currency: iso });
    expect(draft.lineItems[0]?.unitCost ?? null).toBe(unitCost);
    expect(messages.length > 0).toBe(unitCost === null);
  });

  test('PO-08: days use the format that fits the whole file, and a missing day is today', () => {
    const heads = ['Department', 'Vendor', 'Description', 'Unit Cost', 'PO Date'];
    const row = (day: string) => ['Art', 'Lumen', 'x', 1, day];
    const days = (...checkRelatedParty: string[]) =>
      orders(heads, ...checkRelatedParty.map(row)).map(({ draft }) => draft.poDate);
    expect(days('03/04/2026', '05/06/2026')).toEqual(['2026-03-04', '2026-05-06']);
    expect(days('03/04/2026', '25/06/2026')).toEqual(['2026-04-03', '2026-06-25']);
    expect(days('2026-03-04', '')).toEqual(['2026-03-04', '2026-11-22']);
    expect(parseOne({ 'PO Date': '31/31/2026' }).messages).toEqual([
      'PO Date: “31/31/2026” is not a date. Write it as 2026-11-20.',
    ]);
  });

  test('DEC-95: a missing company is reported if there are several, without a second error for its currency', () => {
    const [company] = books.companies;
    if (!company) throw new Error('no company');
    const several = { ...books, companies: [company, { ...company, company_name: 'Harbor Two' }] };
    const rows = sheet(['Department', 'Vendor', 'Description', 'Unit Cost'], ['Art', 'Lumen', 'Sofas', 1]);
    const [order] = parseOrders(namedTable(rows, orderColumns([])), several);
    expect(order?.faults).toEqual([
      { row: 2, column: 'Company', message: 'The show has several companies. Enter the name of one.' },
    ]);
  });

  test('DEC-95: a company matches by its name in the show or its id in accounting', () => {
    expect(parseOne({ Company: 'harbor lights' }).messages).toEqual([]);
    expect(parseOne({ Company: 'CO1' }).messages).toEqual([]);
    expect(parseOne({ Company: 'Harbor Two' }).messages).toEqual([
      'Company: The show has no company named “Harbor Two”.',
    ]);
  });

  test('LI-16, LI-23: rental days make a line a rental and give its missing quantity', () => {
    const rental = { 'Rental Start': '2026-11-01', 'Rental End': '2026-11-14' };
    expect(parseOne({ ...rental, 'Item Type': 'Rental, weekly' }).draft.lineItems).toMatchObject([
      { acquisitionType: 'RENTAL', rentalType: 'WEEKLY', quantity: 2 },
    ]);
    expect(parseOne({ ...rental, Quantity: 3 }).draft.lineItems).toMatchObject([
      { rentalType: 'DAILY', quantity: 3 },
    ]);
    expect(parseOne({ 'Rental Start': '2026-11-14', 'Rental End': '2026-11-01' }).messages).toEqual([
      'Rental Start: Rental Start Date must be before Rental End Date',
    ]);
    expect(parseOne({ 'Item Type': 'Loan' }).messages).toEqual([
      'Item Type: Enter Purchase, or a rental type: Daily, Weekly, Monthly or Episodic.',
    ]);
  });
});

describe('what the show has', () => {
  test('LI-29, DEC-52: the codes of a department are looked up once, not per row', () => {
    let lookupCount = 0;
    const codes = Array.from({ length: 300 }, (_, n) => String(n));
    const allowed = {
      get ACCOUNT() {
        lookupCount += 1;
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
    expect(lookupCount).toBeLessThan(1000);
  });

  test("DEC-02, DEC-52: only the user's departments, and only codes that the department may use", () => {
    expect(parseOne({ Department: 'grip' }).messages).toEqual([
      'Department: You are not a member of this department.',
    ]);
    expect(parseOne({ Department: 'Wardrobe' }).messages).toEqual([
      'Department: The show has no department named “Wardrobe”.',
    ]);
    expect(parseOne({ Account: '200 Set dressing', Free: 'anything' }).draft.lineItems).toMatchObject([
      { coding: { ACCOUNT: '200', FREE: 'anything' }, coaExternalId: 'acc-200' },
    ]);
    expect(parseOne({ Account: 300 }).messages).toEqual([
      'Account: Account does not have this code, or this department may not use it.',
    ]);
  });

  test('DEC-95: a vendor matches by number or unique name, with its only address', () => {
    expect(parseOne({}).draft).toMatchObject({ vendor: { id: 'v1' }, vendorAddress: { id: 'a1' } });
    expect(parseOne({ Vendor: 'corner shop' }).draft.vendor).toMatchObject({
      isTemporary: true,
      tempVendorId: 't1',
    });
    expect(parseOne({ Vendor: 'Twin' }).messages).toEqual([
      'Vendor: Several vendors are named “Twin”. Enter the vendor number.',
    ]);
    expect(parseOne({ 'Vendor Number': 'N-2' }).messages).toEqual([
      'Vendor Number: Please select a vendor address.',
    ]);
    expect(parseOne({ Vendor: '' }).messages).toEqual(['Vendor: Please select a vendor from the list.']);
  });

  test('currency, tax code, category and addresses are the show’s own', () => {
    expect(parseOne({ Currency: 'gbp' }).messages).toEqual([
      'Currency: Harbor Lights has no currency “gbp”.',
    ]);
    expect(parseOne({ 'Tax Code': 'T1' }).messages).toEqual([
      'Tax Code: Harbor Lights does not have this tax code.',
    ]);
    expect(parseOne({ Category: 'props', 'Bill To': 'OFFICE' }).draft).toMatchObject({
      category: { id: 'props', name: 'Props' },
      billToAddressId: 'office',
    });
    expect(parseOne({ 'Ship To': 'Stage 4' }).messages).toEqual([
      'Ship To: The show has no ship-to address named “Stage 4”.',
    ]);
  });

  test('PO-39: a description is cut as in the form', () => {
    expect(parseOne({ Description: `  ${'x'.repeat(60)}` }).draft.description).toBe('x'.repeat(45));
  });
});

test('DEC-34: the second of two vendors with the same name in a file is an error', () => {
  const table = namedTable(sheet(['Name', 'Address'], ['Kit', '1 A St'], ['kit ', '2 B St']), vendorColumns);
  expect(parseVendors(table, []).map(({ faults }) => faults)).toEqual([
    [],
    [{ row: 3, column: 'Name', message: 'A row above already has a vendor with this name.' }],
  ]);
});

test('VE-13: the related-party column accepts only yes or no', () => {
  const checkRelatedParty = (value: string) => {
    const rows = sheet(['Name', 'Street', 'Related Party'], ['Kit', '3 Side St', value]);
    const [vendor] = parseVendors(namedTable(rows, vendorColumns), []);
    return [vendor?.values.isRelatedParty, vendor?.faults.map(({ message }) => message)];
  };
  expect(['Yes', 'y', '1', 'No', ''].map(checkRelatedParty)).toEqual([
    [true, []],
    [true, []],
    [true, []],
    [false, []],
    [false, []],
  ]);
  expect(checkRelatedParty('maybe')).toEqual([false, ['Enter Yes or No.']]);
  expect(checkRelatedParty('as far as anybody knows')).toEqual([false, ['Enter Yes or No.']]);
});
