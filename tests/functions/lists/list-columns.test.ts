import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceList } from '#domain/invoices/invoice-response';
import type { PaymentList } from '#domain/payments/payment-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import type { ListSettings, AllListSettings } from '#domain/lists/list-settings';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { aLine, as, create } from '../../support/worker/fixtures/client.ts';
import { createInvoice } from '../../support/worker/fixtures/invoices.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);

const list = async <Body>(type: string, columns: string) =>
  (await as('ada').post<Body>(`/api/${type}/filter?showId=alpha1&count=200${columns}`, { showId: 'alpha1' }))
    .body;

describe('the data of added columns', () => {
  test('VIEW-03: rows have no added data unless the request names columns', async () => {
    await create('dana');
    const { poS } = await list<PurchaseOrderList>('pos', '');
    expect(poS.length).toBeGreaterThan(0);
    expect(poS.filter((row) => 'extra' in row)).toEqual([]);
  });

  test('VIEW-02, VIEW-03: an order has its accounts with names, what remains, flags and the last change', async () => {
    await sql.alpha`INSERT OR REPLACE INTO account_fields (show_id, part_config_id, config_type, header, position, updated_at)
      VALUES ('alpha1', 'view-config', 'ACCOUNT', 'Account', 9, '')`;
    await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
      VALUES ('alpha1', 'view-config', 'view-part', 'V-2310', 'Set Dressing Rentals', 1)`;
    const { id } = await create('dana', { lineItems: [aLine(), aLine(), aLine()] });
    await sql.alpha`UPDATE document_lines SET coding = json_object('ACCOUNT', iif(line_number = 3, 'V-9999', 'V-2310'))
      WHERE document_id = ${id}`;
    await sql.alpha`UPDATE documents SET temporary_vendor_id = 'alpha1_tmp', accounting_failed = 1,
      current_change_order = 1 WHERE id = ${id}`;
    const { poS } = await list<PurchaseOrderList>(
      'pos',
      '&columns=FLAGS,ACCOUNTS,REMAINING,CHANGED_AT,ORDER_NUMBERS,NO_SUCH,TOTAL',
    );
    const extra = poS.find((row) => row.id === id)?.extra;
    expect(extra).toEqual({
      accounts: [
        { code: 'V-2310', name: 'Set Dressing Rentals' },
        { code: 'V-9999', name: '' },
      ],
      remaining: 900,
      flags: ['CHANGE_ORDER', 'TEMPORARY_VENDOR', 'FAILED_IN_ACCOUNTING'],
      changedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
    });
    await sql.alpha`UPDATE documents SET temporary_vendor_id = NULL, accounting_failed = NULL,
      current_change_order = 0 WHERE id = ${id}`;
  });

  test('VIEW-02: an invoice has the numbers of its orders, a payment its last change', async () => {
    const { id: invoice } = await createInvoice();
    await sql.alpha`UPDATE document_lines SET reference_po = '00077' WHERE document_id = ${invoice}`;
    const { invoices } = await list<InvoiceList>('invoices', '&columns=ORDER_NUMBERS,REMAINING,DUE_DATE');
    expect(invoices.find(({ id }) => id === invoice)?.extra).toEqual({ orderNumbers: ['00077'] });
    await paymentOf('view-payment');
    const { payments } = await list<PaymentList>('payments', '&columns=CHANGED_AT,ACCOUNTS');
    expect(Object.keys(payments[0]?.extra ?? {})).toEqual(['changedAt']);
  });
});

describe('how a person arranges a list', () => {
  const all = async (name: PersonName) =>
    (await as(name).get<AllListSettings>('/api/list-settings?showId=alpha1')).body;
  const change = (name: PersonName, name2: string, body: object) =>
    as(name).put<ListSettings>(`/api/list-settings/${name2}?showId=alpha1`, body);

  test('VIEW-01, VIEW-04: a person has the defaults until they choose, for each list', async () => {
    expect((await all('carl')).lists).toEqual([]);
    const columns = [
      { id: 'PO_NUMBER', width: null },
      { id: 'TOTAL', width: 160 },
    ];
    const answer = await change('carl', 'PO_CREATOR', { columns });
    expect(answer.status).toBe(200);
    const saved = {
      list: 'PO_CREATOR',
      columns,
      density: 'COMFORTABLE',
      defaultViewId: null,
      viewOrder: [],
    };
    expect(answer.body).toEqual(saved);
    expect((await all('carl')).lists).toEqual([saved]);
    expect((await all('wendy')).lists).toEqual([]);
  });

  test('VIEW-04: a part that the request does not name stays, and the same request changes nothing more', async () => {
    await change('carl', 'PO_CREATOR', { density: 'COMPACT' });
    const { body } = await change('carl', 'PO_CREATOR', { density: 'COMPACT' });
    expect(body.density).toBe('COMPACT');
    expect(body.columns?.map(({ id }) => id)).toEqual(['PO_NUMBER', 'TOTAL']);
    expect((await change('carl', 'PO_CREATOR', {})).body).toEqual(body);
    expect((await change('carl', 'PO_CREATOR', { columns: null })).body).toEqual({ ...body, columns: null });
  });

  test('VIEW-05: the column that names the row stays, each column is there once, foreign ones are dropped', async () => {
    const { body } = await change('carl', 'INVOICE_CREATOR', {
      columns: [{ id: 'TOTAL' }, { id: 'TOTAL' }, { id: 'PO_NUMBER' }, { id: 'DUE_DATE' }],
    });
    expect(body.columns?.map(({ id }) => id)).toEqual(['NUMBER', 'TOTAL', 'DUE_DATE']);
  });

  test('VIEW-05: a stored column that no longer exists is ignored', async () => {
    await sql.alpha`UPDATE list_settings SET columns = '[{"id":"GONE","width":80},{"id":"DATE","width":80}]'
      WHERE user_id = 'carl' AND list = 'INVOICE_CREATOR'`;
    const stored = (await all('carl')).lists.find((one) => one.list === 'INVOICE_CREATOR');
    expect(stored?.columns?.map(({ id }) => id)).toEqual(['NUMBER', 'DATE']);
  });

  test.each([
    ['an unknown column', { columns: [{ id: 'NONE' }] }],
    ['a width that is too small', { columns: [{ id: 'TOTAL', width: 3 }] }],
    ['an unknown density', { density: 'TINY' }],
    ['too many views', { viewOrder: Array.from({ length: 151 }, (_, n) => `v${n}`) }],
  ])('VIEW-04: %s is refused and changes nothing', async (_, body) => {
    const before = await all('carl');
    const answer = await as('carl').put('/api/list-settings/PO_CREATOR?showId=alpha1', body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
    expect(await all('carl')).toEqual(before);
  });

  test('VIEW-04: an unknown list is not found', async () => {
    expect((await change('carl', 'NONE', {})).status).toBe(404);
  });
});
