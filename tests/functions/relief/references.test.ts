import { beforeAll, describe, expect, test } from 'vitest';
import { storeFor } from '#store/d1/open';
import { read } from '#store/d1/query';
import { relievableOfInvoiceQuery } from '#store/show/relief/read-relief';
import { action, as } from '../../support/worker/fixtures/client.ts';
import {
  bill,
  billBody,
  must,
  openInvoices,
  order,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { BillLine } from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { rowsOf, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

type Saved = Invoice & { code: string; errors: string[]; message?: string };

beforeAll(openInvoices);

const ids = inShow('alpha1');
const post = (lines: readonly BillLine[], own: Record<string, unknown> = {}) =>
  as('ivan').post<Saved>('/api/invoices', billBody(lines, own));
const wrong = [400, 'POS_BAD_REQUEST', ['reference_po']];
const refusal = async (answer: ReturnType<typeof post>) => {
  const { status, body } = await answer;
  return [status, body.code, body.errors];
};
/** One line with the reference in `own`. */
const referencing = (own: Record<string, unknown>) => {
  const body = billBody([{ cents: 10_00 }]);
  return as('ivan').post<Saved>('/api/invoices', {
    ...body,
    lineItems: body.lineItems.map((line) => ({ ...line, ...own })),
  });
};

describe('valid references', () => {
  test('RL-01, RL-02, DEC-38: a number of the list is valid, and its line is returned in every format', async () => {
    const po = await order([100_00, 50_00]);
    const [, second] = po.lines;
    const { status, body } = await referencing({ referencePo: ` ${po.number} `, referencePoLineNumber: 2 });
    expect([status, body.code]).toEqual([201, undefined]);
    const [gl] = await sql.alpha<{ id: string }>`SELECT gl_transaction_detail_external_id AS id
      FROM document_lines WHERE id = ${second?.id ?? ''}`;
    const line = {
      referencePo: po.number,
      referencePoLineNumber: 2,
      relievePoLineItemId: second?.id,
      relievePoLineItemUuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      glTransactionDetailExternalId: gl?.id,
    };
    expect(body.lineItems).toMatchObject([line]);
    const byId = await referencing({ referencePo: po.number, relievePoLineItemId: second?.id });
    expect(byId.body.lineItems).toMatchObject([line]);
    const byUuid = await referencing({
      referencePo: po.number,
      relievePoLineItemUuid: body.lineItems[0]?.relievePoLineItemUuid,
    });
    expect(byUuid.body.lineItems).toMatchObject([line]);
  });

  test('RL-01: without a reference nothing of one is stored', async () => {
    const po = await order([100_00]);
    const { status, body } = await referencing({
      referencePoLineNumber: 1,
      relievePoLineItemId: po.lines[0]?.id,
    });
    expect(status).toBe(201);
    expect(body.lineItems).toMatchObject([
      {
        referencePo: '',
        referencePoLineNumber: null,
        relievePoLineItemId: null,
        relievePoLineItemUuid: null,
      },
    ]);
  });

  test('DEC-38, DEC-39: the whole order can be referenced', async () => {
    const po = await order([100_00]);
    const { body } = await referencing({ referencePo: po.number });
    expect(body.lineItems).toMatchObject([
      { referencePo: po.number, referencePoLineNumber: null, relievePoLineItemId: null },
    ]);
  });

  test('DEC-38: a saved invoice may reference an order that is relieved by now', async () => {
    const po = await order([100_00]);
    const id = await bill([{ of: po, line: 1, cents: 60_00 }]);
    await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    expect(await refusal(post([{ of: po, line: 1, cents: 1 }]))).toEqual(wrong);
    const stored = (await as('ivan').get<Invoice>(`/api/invoices/${id}`)).body;
    await must(as('ivan').put(`/api/invoices/${id}`, { ...stored, description: 'Again' }));
    await must(submitBill(id));
  });

  test('DEC-38: without a vendor no order is offered, not even one without a vendor', async () => {
    const po = await order([100_00]);
    const id = await bill([{ of: po, line: 1, cents: 60_00 }]);
    const offered = () =>
      read(relievableOfInvoiceQuery(storeFor(studioEnv, { id: 'alpha1', shard: 0 }), id, [{ kind: 'ALL' }]));
    expect(await offered()).toHaveLength(1);
    await sql.alpha`UPDATE documents SET vendor_external_id = '' WHERE id IN (${po.id}, ${id})`;
    expect(await offered()).toEqual([]);
  });
});

describe('invalid references', () => {
  test.each<[string, Record<string, unknown>]>([
    ['no such number', { referencePo: '99999' }],
    ['something else than a number', { referencePo: 'see attached' }],
  ])('RL-01, RL-02, DEC-38: %s', async (_name, own) => {
    expect(await refusal(referencing(own))).toEqual(wrong);
  });

  test('RL-02, DEC-38: an unknown line, and one of another order, are refused', async () => {
    const [po, other] = [await order([100_00]), await order([100_00])];
    expect(await refusal(referencing({ referencePo: po.number, referencePoLineNumber: 2 }))).toEqual(wrong);
    const elsewhere = { referencePo: po.number, relievePoLineItemId: other.lines[0]?.id };
    expect(await refusal(referencing(elsewhere))).toEqual(wrong);
  });

  test('RL-02, DEC-38: an order of another vendor, currency or company is refused', async () => {
    const anvil = { vendor_external_id: 'anvil', vendor_id: ids.vendor('anvil') };
    const other = await order([100_00], anvil);
    expect(await refusal(post([{ of: other, line: 1, cents: 1 }]))).toEqual(wrong);
    const po = await order([100_00]);
    for (const column of ['currency_external_id', 'project_company_external_id']) {
      const set = (value: string) =>
        rowsOf('alpha1', `UPDATE purchase_orders SET ${column} = ? WHERE document_id = ?`, value, po.id);
      const [before] = await rowsOf<{ value: string }>(
        'alpha1',
        `SELECT ${column} AS value FROM purchase_orders WHERE document_id = ?`,
        po.id,
      );
      await set('other');
      expect(await refusal(post([{ of: po, line: 1, cents: 1 }]))).toEqual(wrong);
      await set(before?.value ?? '');
    }
    expect((await post([{ of: po, line: 1, cents: 1 }])).status).toBe(201);
  });

  test('RL-02, DEC-38: a temporary vendor has no orders to relieve', async () => {
    const po = await order([100_00]);
    const vendor = { isTemporary: true, name: 'Lumen Rentals', address: '1 Stage Way' };
    const body = { vendor, vendorAddress: null };
    expect((await post([{ cents: 1 }], body)).status).toBe(201);
    expect(await refusal(post([{ of: po, line: 1, cents: 1 }], body))).toEqual(wrong);
  });

  test('RL-08, DEC-38: every reference is refused in a show without relief', async () => {
    const po = await order([100_00]);
    await setSettings('alpha1', { purchaseOrderRelieveResources: false });
    expect(await refusal(post([{ of: po, line: 1, cents: 1 }]))).toEqual(wrong);
    expect((await post([{ cents: 1 }])).status).toBe(201);
    await setSettings('alpha1', { purchaseOrderRelieveResources: true });
    expect((await post([{ of: po, line: 1, cents: 1 }])).status).toBe(201);
  });

  test('DEC-38, DEC-25: submit refuses an order that was voided since', async () => {
    const po = await order([100_00]);
    const id = await bill([{ of: po, line: 1, cents: 1 }]);
    await must(action('ada', 'void', { id: po.id, showId: 'alpha1' }, { reason: 'Off' }));
    const { status, body } = await submitBill(id);
    expect([status, body['code'], body['errors']]).toEqual(wrong);
  });
});
