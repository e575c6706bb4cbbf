import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { order } from '../../support/worker/fixtures/relief.ts';
import type { SeededOrder } from '../../support/worker/fixtures/relief.ts';
import { ledgerOf } from '../../support/worker/accounting/sandbox.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import {
  aBillLine,
  anInvoice,
  approveInvoice,
  createInvoice,
  openInvoiceStudio,
  post,
  put,
  readInvoiceAs,
  submit,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openInvoiceStudio);

/** A line of `amount` that references a line of the order. */
const billed = (po: SeededOrder, amount: number, lineNumber: number, own: object = {}) =>
  aBillLine({ amount, referencePo: po.number, referencePoLineNumber: lineNumber, ...own });
const leftOf = async ({ id }: SeededOrder) =>
  (await as('ada').get<PurchaseOrder>(`/api/pos/${id}`)).body.lineItems.map((line) => line.remainingBalance);

describe('purchase order references of invoice lines', () => {
  test('IN-03, IN-04, RL-01: a reference is stored with its line and pushed to accounting', async () => {
    const po = await order([50_000, 20_000]);
    const invoice = await submittedInvoice('ivan', {
      amount: 300,
      lineItems: [billed(po, 100, 2), aBillLine({ amount: 200 })],
    });
    const reference = {
      referencePo: po.number,
      referencePoLineNumber: 2,
      relievePoLineItemId: po.lines[1]?.id,
      relievePoLineItemUuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-/),
    };
    expect(invoice.lineItems).toMatchObject([reference, { referencePo: '', relievePoLineItemId: null }]);
    await approveInvoice(invoice.id, 'abel', 'lena');
    const [entry] = await ledgerOf('SA', invoice.id);
    expect(entry?.body).toMatchObject({
      invoice: { lines: [{ purchaseOrderLine: { id: po.lines[1]?.id } }, { purchaseOrderLine: null }] },
    });
  });

  test('RL-01, RL-02, IN-18: an invalid reference is an error of the save, together with other errors', async () => {
    const lineItems = [aBillLine({ referencePo: '99999' })];
    const { status, body } = await post('ivan', anInvoice({ description: '', lineItems }));
    expect([status, body]).toEqual([
      400,
      { code: 'POS_BAD_REQUEST', errors: ['description', 'reference_po'] },
    ]);
    const { id } = await createInvoice();
    expect((await put('ivan', id, anInvoice({ lineItems }))).body.errors).toEqual(['reference_po']);
  });

  test('RL-02, DEC-38, DEC-24: submit checks again whether the order can be relieved', async () => {
    const po = await order([50_000]);
    const { id } = await createInvoice('ivan', { lineItems: [billed(po, 100, 1)] });
    await sql.alpha`UPDATE documents SET found_in_accounting = 0, is_relieved = 1 WHERE id = ${po.id}`;
    await sql.alpha`UPDATE documents SET currency_code = 'EUR' WHERE id = ${po.id}`;
    await sql.alpha`UPDATE purchase_orders SET currency_external_id = 'eur1' WHERE document_id = ${po.id}`;
    expect((await submit('ivan', id)).body.errors).toEqual(['reference_po', 'attachment_required']);
  });

  test("DEC-27, DEC-39, DEC-40: an approver's edit recounts existing and new lines", async () => {
    const po = await order([50_000, 20_000]);
    const invoice = await submittedInvoice('ivan', { lineItems: [billed(po, 100, 1)] });
    expect(await leftOf(po)).toEqual([400, 200]);
    const [line] = invoice.lineItems;
    const lineItems = [{ ...line, amount: 150 }, billed(po, 50, 2)];
    const { attachments } = invoice;
    expect((await put('abel', invoice.id, anInvoice({ amount: 200, lineItems, attachments }))).status).toBe(
      200,
    );
    expect(await leftOf(po)).toEqual([350, 150]);
    const after = await readInvoiceAs('ivan', invoice.id);
    expect(after.lineItems.map(({ id }) => id)[0]).toBe(line?.id);
    await as('ivan').put(`/api/invoices/${invoice.id}/pull`);
    expect(await leftOf(po)).toEqual([500, 200]);
  });
});
