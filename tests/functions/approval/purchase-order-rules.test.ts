import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, aLine, as, create } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const bravo = inShow('bravo2');
const ask = (own: Parameters<typeof aDraft>[0]) => as('dana').post('/api/pos', aDraft(own));
const rental = { acquisitionType: 'RENTAL', rentalType: 'DAILY' };

describe('POS_BAD_REQUEST', () => {
  test.each([
    ['PO-25', 'a company that the show lacks', { projectCompanyExternalId: 'pc9' }, ['company', 'currency']],
    ['PO-26', 'an unknown vendor', { vendor: { id: 'x', name: 'Lumen' } }, ['vendor']],
    [
      'PO-26',
      "another show's vendor",
      {
        vendor: { id: bravo.vendor('lumen'), name: 'Lumen Rentals' },
        vendorAddress: { id: bravo.vendorAddress('lumen') },
      },
      ['vendor'],
    ],
    [
      'DEC-95',
      "another vendor's address",
      { vendorAddress: { id: alpha.vendorAddress('anvil') } },
      ['vendor'],
    ],
    ['PO-29', 'a code that is not that of the currency', { currency: 'CAD' }, ['currency']],
    [
      'PO-29',
      "a currency that is not the company's",
      { projectCompanyCurrencyExternalId: 'eur1' },
      ['currency'],
    ],
    ['LI-18', 'no line', { lineItems: [] }, ['line_required']],
    ['PO-31', 'ten billion', { lineItems: [aLine({ quantity: 1, unitCost: 1e10 })] }, ['total_max']],
  ])('%s: %s', async (_id, _name, own, errors) => {
    const answer = await ask(own);
    expect([answer.status, answer.body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors }]);
  });

  test('DEC-02, LI-12, LI-13, LI-15, LI-16, LI-17, LI-19, PO-24, PO-27, PO-28, PO-30: errors has one code per failed rule, in the order of the contract', async () => {
    const answer = await ask({
      description: '',
      projectCompanyExternalId: '',
      vendor: null,
      department: null,
      poDate: '',
      lineItems: [
        aLine({ ...rental, quantity: null, unitCost: 'ten', description: ' ' }),
        aLine({ ...rental, quantity: -1, rentalStart: '2026-11-04', rentalEnd: '2026-11-03' }),
      ],
    });
    expect(answer.body).toEqual({
      code: 'POS_BAD_REQUEST',
      errors: [
        'description',
        'company',
        'vendor',
        'department',
        'date',
        'currency',
        'line_quantity',
        'line_description',
        'line_unit_cost',
        'rental_dates',
        'total_invalid',
      ],
    });
  });

  test('PO-31: 9999999999.99 is the maximum, and is stored to the cent', async () => {
    const answer = await ask({ lineItems: [aLine({ quantity: 1, unitCost: 9_999_999_999.99 })] });
    expect([answer.status, answer.body['totalCost']]).toEqual([201, 9_999_999_999.99]);
  });
});

describe('requests that are not a purchase order', () => {
  test.each([
    ['a text that is too long', { description: 'x'.repeat(20_001) }],
    ['a line text that is too long', { lineItems: [aLine({ description: 'x'.repeat(1001) })] }],
    ['a list that is none', { lineItems: 'sofa' }],
  ])('DEC-01, DEC-02: %s is invalid_parameter, and nothing is stored', async (_name, own) => {
    const before = await sql.alpha`SELECT count(*) AS n FROM documents`;
    const answer = await ask(own);
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
    expect(await sql.alpha`SELECT count(*) AS n FROM documents`).toEqual(before);
  });

  test('DEC-02: a body that is not JSON gets a message without internals', async () => {
    const answer = await as('dana').post('/api/pos', undefined, { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_parameter' }]);
  });

  test('PO-01: five hundred lines are saved in one request', async () => {
    const { lineItems, totalCost } = await create('dana', {
      lineItems: Array.from({ length: 500 }, () => aLine({ quantity: 1, unitCost: 0.01 })),
    });
    expect([lineItems.length, lineItems.at(-1)?.lineNumber, totalCost]).toEqual([500, 500, 5]);
  });
});

test.each([
  ['the contact that was chosen', 'Ada Lumen', 'Ada Lumen'],
  ["without a choice the vendor's default contact", '', 'Ada Lumen'],
  ['a contact that accounting no longer has', 'Somebody Gone', 'Somebody Gone'],
])('VE-03, DEC-95: an order has %s', async (_what, vendorContact, saved) => {
  expect((await create('dana', { vendorContact })).vendorContact).toBe(saved);
});

describe('a temporary vendor', () => {
  const temporary = (own: Record<string, unknown> = {}) => ({
    vendor: {
      isTemporary: true,
      name: ' Corner Hardware ',
      address: ' 3 Side St ',
      email: 'till@corner.example',
      ...own,
    },
    vendorAddress: null,
  });

  test('DEC-34: it is stored with the show and trimmed, and can be found', async () => {
    const po = await create('dana', temporary());
    expect(po.vendor).toMatchObject({
      isTemporary: true,
      name: 'Corner Hardware',
      address: '3 Side St',
      id: null,
    });
    const { tempVendorId } = po.vendor;
    const found = await as('dana').get<unknown[]>('/api/vendors/?search=corner&id=alpha1&t=1');
    expect(found.body).toEqual([
      { id: tempVendorId, name: 'Corner Hardware', isTemporary: true, tempVendorId },
    ]);
    expect((await as('dana').get('/api/vendors/?search=corner&id=alpha1&t=0')).body).toEqual([]);
  });

  test('DEC-34, VE-15: the next order uses the record; updateTempVendor changes it', async () => {
    const first = await create('dana', temporary({ name: 'Props by Kit' }));
    const { tempVendorId } = first.vendor;
    const second = await create('dana', temporary({ name: 'Props by Kit', tempVendorId }));
    expect(second.vendor.tempVendorId).toBe(tempVendorId);
    const third = await create(
      'dana',
      temporary({ name: 'Props by Kim', tempVendorId, updateTempVendor: true }),
    );
    expect(third.vendor).toMatchObject({ tempVendorId, name: 'Props by Kim' });
    const record = await as('dana').get(`/api/vendors/${tempVendorId}?showId=alpha1`);
    expect(record.body).toMatchObject({ name: 'Props by Kim', isTemporary: true });
  });

  test.each([
    ['no name', { name: ' ' }],
    ['no street address', { address: '  ' }],
    ['a malformed e-mail', { email: 'till@' }],
    ['a malformed address of the accountant', { shareEmail: 'not an address' }],
  ])('VE-17: %s is INVALID_TEMP_VENDOR', async (_name, own) => {
    const answer = await ask(temporary(own));
    expect([answer.status, answer.body]).toEqual([422, { code: 'INVALID_TEMP_VENDOR' }]);
  });

  test("DEC-34: another show's record is not used", async () => {
    const { vendor } = await create('nora', temporary({ name: 'Bravo Only' }), 'bravo2');
    const po = await create(
      'dana',
      temporary({ name: 'Mine', tempVendorId: vendor.tempVendorId, updateTempVendor: true }),
    );
    expect(po.vendor.tempVendorId).not.toBe(vendor.tempVendorId);
    const record = await as('nora').get(`/api/vendors/${vendor.tempVendorId}?showId=bravo2`);
    expect(record.body).toMatchObject({ name: 'Bravo Only' });
  });
});
