import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, aLine, as, create, read } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const numbers = () =>
  sql.alpha<{ number: string }>`SELECT number FROM documents WHERE type = 'PO' ORDER BY number`.then((rows) =>
    rows.map((row) => Number(row.number)),
  );

describe('creating a purchase order', () => {
  test('API-02, PO-02, PO-03, PO-04, PO-05, PO-06, PO-07: the answer is the whole draft', async () => {
    const answer = await as('dana').post<PurchaseOrder>('/api/pos/', aDraft({ hst: 'h', fid: null }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      showId: 'alpha1',
      prefix: 'ART',
      poNumber: expect.stringMatching(/^\d{5}$/),
      poDate: '2026-11-03',
      revision: 0,
      description: 'Set dressing',
      currency: 'USD',
      referenceCurrencyCode: 'US',
      projectCompanyCurrencyExternalId: 'usd1',
      projectCompanyExternalId: 'pc1',
      department: { id: alpha.department('art'), name: 'Art', settings: { poNumberPrefix: 'ART' } },
      category: { id: alpha.category('props'), name: 'Props' },
      vendor: { id: alpha.vendor('lumen'), name: 'Lumen Rentals', number: 'N-lumen', isTemporary: false },
      vendorAddress: { id: alpha.vendorAddress('lumen'), address1: '1 Stage Way' },
      vendorContact: 'Ada Lumen',
      companyExternalId: 'co1',
      company: 'Harbor Lights LLC',
      companyAddress: '9 Quay St, Los Angeles',
      vendorAttachments: [],
      billToAddressId: alpha.address('office'),
      shipToAddressId: alpha.address('stage'),
      billToAddress: { name: 'office' },
      shipToAddress: { name: 'stage' },
      lineItems: [
        {
          lineNumber: 1,
          description: 'Sofas',
          quantity: 3,
          unitCost: 100,
          totalCost: 300,
          remainingBalance: 300,
          acquisitionType: 'PURCHASE',
          rentalType: 'UNDEFINED',
          coding: { ACCOUNT: '6100' },
        },
      ],
      notes: [],
      attachments: [],
      attachmentCount: 0,
      approvalEvents: [],
      approvalHistory: [],
      historyEvents: [],
      changeOrders: [],
      currentChangeOrderNumber: 0,
      newestChangeOrderNumber: 0,
      totalCost: 300,
      status: 'DRAFT',
      submissionStatus: 'Draft',
      creator: { id: 'dana', name: 'Dana Stone', username: 'dana@backlot.example' },
      workflow: null,
      isAdjustable: false,
      isAdjustment: false,
      isRelieved: false,
      foundInAccountingSystem: false,
      sendHistoryResource: [],
      lastVendorEmailRecipients: [],
      lastVendorEmailTime: null,
      hst: 'h',
      fid: null,
    });
    expect(await read('dana', answer.body.id)).toEqual(answer.body);
  });

  test('DEC-17: a department without a prefix adds none; the prefix stays when the department changes', async () => {
    const grip = { id: alpha.department('grip'), name: 'Grip' };
    const { id, prefix } = await create('wendy', { department: grip });
    expect(prefix).toBe('');
    const moved = await as('ada').put<PurchaseOrder>(`/api/pos/${id}`, aDraft());
    expect(moved.body).toMatchObject({ department: { name: 'Art' }, prefix: '' });
  });

  test('DEC-17: twenty concurrent creates get consecutive numbers', async () => {
    const before = Math.max(0, ...(await numbers()));
    const made = await Promise.all(Array.from({ length: 20 }, () => create('dana')));
    const taken = made.map((po) => Number(po.poNumber)).toSorted((a, b) => a - b);
    expect(taken).toEqual(Array.from({ length: 20 }, (_one, n) => before + 1 + n));
  });

  test('DEC-17: a refused create uses no number', async () => {
    const before = Math.max(0, ...(await numbers()));
    const refused = await as('dana').post('/api/pos', aDraft({ description: ' ' }));
    expect(refused.status).toBe(400);
    const missing = await as('dana').post(
      '/api/pos',
      aDraft({ attachments: [{ attachmentId: 'alpha1_no' }] }),
    );
    expect(missing.status).toBe(404);
    expect(Number((await create('dana')).poNumber)).toBe(before + 1);
  });

  test('DEC-17, DEC-64: the counter starts at poNumberStart, for each show separately', async () => {
    await setSettings('bravo2', { poNumberStart: 7000 });
    expect((await create('nora', {}, 'bravo2')).poNumber).toBe('07000');
    expect((await create('nora', {}, 'bravo2')).poNumber).toBe('07001');
    expect(Number((await create('dana')).poNumber)).toBeLessThan(7000);
  });

  test('PE-05, DEC-11: READ CreatePurchaseOrders creates nothing', async () => {
    const answer = await as('ivan').post('/api/pos', aDraft());
    expect([answer.status, answer.body]).toEqual([403, { code: 'FORBIDDEN' }]);
  });

  test("DEC-02: another user's department is refused, except for an admin", async () => {
    const grip = { department: { id: alpha.department('grip'), name: 'Grip' } };
    const answer = await as('dana').post('/api/pos', aDraft(grip));
    expect([answer.status, answer.body]).toEqual([403, { code: 'NO_DEPARTMENT_ASSOCIATION_WITH_USER' }]);
    expect((await as('ada').post('/api/pos', aDraft(grip))).status).toBe(201);
  });

  test('DEC-02: a department, category or address without an id counts as missing', async () => {
    const nothing = { id: null, name: '' };
    const answer = await as('dana').post('/api/pos', aDraft({ department: nothing, vendorAddress: nothing }));
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'POS_BAD_REQUEST', errors: ['vendor', 'department'] },
    ]);
    expect((await create('dana', { category: nothing })).category).toBeNull();
  });

  test('DEC-02: a company of another show counts as missing', async () => {
    const answer = await as('dana').post('/api/pos', aDraft({ projectCompanyExternalId: 'pc9' }));
    expect(answer.body).toEqual({ code: 'POS_BAD_REQUEST', errors: ['company', 'currency'] });
  });

  test('LI-02, LI-03, LI-04, LI-20: quantity defaults to 1 and totals are exact to the cent', async () => {
    const lineItems = [
      { description: 'One', unitCost: 19.99 },
      aLine({ quantity: 0.33, unitCost: 0.1 }),
      aLine({ quantity: 1.5, unitCost: 1.15 }),
      aLine({ unitCost: -100, quantity: 0.5 }),
    ];
    const po = await create('dana', { lineItems });
    expect(po.lineItems.map((line) => [line.quantity, line.totalCost])).toEqual([
      [1, 19.99],
      [0.33, 0.03],
      [1.5, 1.73],
      [0.5, -50],
    ]);
    expect(po.totalCost).toBe(-28.25);
  });

  test('LI-02, LI-16: a rental keeps its dates; a purchase has none', async () => {
    const rental = {
      acquisitionType: 'RENTAL',
      rentalType: 'WEEKLY',
      rentalStart: '2026-11-03',
      rentalEnd: '2026-11-12',
    };
    const po = await create('dana', {
      lineItems: [aLine(rental), aLine({ ...rental, acquisitionType: 'PURCHASE' })],
    });
    expect(po.lineItems).toMatchObject([
      rental,
      { acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED', rentalStart: null, rentalEnd: null },
    ]);
  });

  test('PO-39, DEC-95: a description is cut to what the accounting system takes', async () => {
    expect((await create('dana', { description: `  ${'é🎬'.repeat(100)}` })).description).toBe(
      [...'é🎬'.repeat(100)].slice(0, 45).join(''),
    );
    expect((await create('nora', { description: 'x'.repeat(300) }, 'bravo2')).description).toBe(
      'x'.repeat(250),
    );
  });

  test('DEC-54: notes of the form are created with the order', async () => {
    const notes = [
      { keyId: 'n1', content: 'Ask for two colours', commenter: { id: 'ada' }, isReview: false },
    ];
    expect((await create('dana', { notes })).notes).toMatchObject([
      { keyId: 'n1', content: 'Ask for two colours', commenter: { id: 'dana' }, context: 'STANDARD' },
    ]);
  });

  test('DEC-01: unknown fields are dropped, and server-side values cannot be sent', async () => {
    const po = await create('dana', {
      ...({ status: 'APPROVED', poNumber: '99999', creator: { id: 'ada' }, id: 'alpha1_mine' } as object),
    });
    expect(po).toMatchObject({ status: 'DRAFT', creator: { id: 'dana' } });
    expect(po.poNumber).not.toBe('99999');
    expect(po.id).not.toBe('alpha1_mine');
  });
});

describe('a repeated request', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  test('DEC-99: the same key and body return the same document, also when concurrent', async () => {
    const headers = key();
    const draft = aDraft();
    const before = (await numbers()).length;
    const answers = [
      ...(await Promise.all(Array.from({ length: 5 }, () => as('dana').post('/api/pos', draft, headers)))),
      await as('dana').post('/api/pos', draft, headers),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1);
    expect((await numbers()).length).toBe(before + 1);
  });

  test('DEC-99: the same key with another body is 422 invalid_parameter', async () => {
    const headers = key();
    expect((await as('dana').post('/api/pos', aDraft(), headers)).status).toBe(201);
    const other = await as('dana').post('/api/pos', aDraft({ description: 'Other' }), headers);
    expect([other.status, other.body['code']]).toEqual([422, 'invalid_parameter']);
  });

  test('DEC-99: keys belong to the user, and a refused request does not use one up', async () => {
    const headers = key();
    expect((await as('dana').post('/api/pos', aDraft({ description: '' }), headers)).status).toBe(400);
    const mine = await as('dana').post('/api/pos', aDraft(), headers);
    const theirs = await as('carl').post('/api/pos', aDraft(), headers);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body['id']).not.toBe(mine.body['id']);
  });

  test.each([23, 256])('DEC-99: a key of %d characters is refused', async (length) => {
    const answer = await as('dana').post('/api/pos', aDraft(), { 'idempotency-key': 'k'.repeat(length) });
    expect([answer.status, answer.body['code']]).toEqual([422, 'invalid_parameter']);
  });
});
