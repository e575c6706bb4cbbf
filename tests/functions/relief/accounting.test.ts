import { beforeAll, describe, expect, test } from 'vitest';
import { accountingOf, anInvoice } from '../../support/worker/accounting/sandbox.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  must,
  openInvoices,
  order,
  pullBill,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { SeededOrder } from '../../support/worker/fixtures/relief.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openInvoices);

const left = async ({ id }: SeededOrder) => {
  const po = await read('dana', id);
  return [po.lineItems.map((line) => line.remainingBalance), po.isRelieved];
};
const pulled = async ({ id }: SeededOrder) => {
  await must(as('dana').put<PurchaseOrder>(`/api/pos/${id}/pull`));
};
/** An accountant's posting against the first line in accounting itself. */
async function postDirectly({ lines }: SeededOrder, cents: number): Promise<void> {
  const invoice = anInvoice(crypto.randomUUID(), lines[0]?.id ?? null);
  await accountingOf('SA').pushInvoice({
    ...invoice,
    totalCents: cents,
    lines: invoice.lines.map((line) => ({ ...line, totalCents: cents })),
  });
}

describe("accounting's balance and the computed one", () => {
  test('DEC-39, LI-05: the balance of a pull replaces the computed one, and later relief is subtracted from it', async () => {
    const po = await order([300_00]);
    await must(actOnBill(await submittedBill([{ of: po, line: 1, cents: 100_00 }]), 'approval'));
    await postDirectly(po, 50_00);
    expect(await left(po)).toEqual([[200], false]);
    await pulled(po);
    expect(await left(po)).toEqual([[150], false]);
    const later = await submittedBill([{ of: po, line: 1, cents: 150_00 }]);
    expect(await left(po)).toEqual([[0], true]);
    await must(pullBill(later));
    expect(await left(po)).toEqual([[150], false]);
    await must(submitBill(later));
    await must(actOnBill(later, 'approval'));
    await pulled(po);
    expect(await left(po)).toEqual([[0], true]);
  });

  test('DEC-39: an invoice in approval during the pull does not count twice when it ends, and counts once it is posted', async () => {
    const po = await order([300_00]);
    const waits = await submittedBill([{ of: po, line: 1, cents: 100_00 }]);
    await pulled(po);
    expect(await left(po)).toEqual([[300], false]);
    await must(actOnBill(waits, 'revision'));
    expect(await left(po)).toEqual([[300], false]);
    await must(submitBill(waits));
    await pulled(po);
    await must(actOnBill(waits, 'approval'));
    expect(await left(po)).toEqual([[200], false]);
    await pulled(po);
    expect(await left(po)).toEqual([[200], false]);
  });

  test("DEC-27, DEC-39: voiding an approved invoice restores its share of accounting's balance", async () => {
    const po = await order([300_00]);
    const id = await submittedBill([{ of: po, line: 1, cents: 300_00 }]);
    await must(actOnBill(id, 'approval'));
    await pulled(po);
    expect(await left(po)).toEqual([[0], true]);
    await must(actOnBill(id, 'void'));
    expect(await left(po)).toEqual([[300], false]);
  });
});
