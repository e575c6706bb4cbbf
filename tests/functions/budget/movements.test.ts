import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import {
  approvedLine,
  figuresOf,
  forgetMovements,
  leaveUncounted,
  movementFaults,
  numbered,
  submitChange,
} from '../../support/worker/budget/movements.ts';
import { adjust, approveThrough, discard, save } from '../../support/worker/fixtures/change-orders.ts';
import { action, as, create, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  pullBill,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { countPage } from '#store/show/budget/uncounted-documents';

beforeAll(async () => {
  await openInvoices();
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    VALUES ('alpha1', 'acc', 'acc-6200', '6200', 'Rigging', 2)`;
  await setSettings('alpha1', { changeOrdersMayReduce: true, overReliefMode: 'WARN' });
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await newBudget();
});

const none = {
  committed: 0,
  inProgress: 0,
  waiting: 0,
  invoiced: 0,
  available: 15_000,
  afterWaiting: 15_000,
};
const approveBill = async (id: string) => must(actOnBill(id, 'approval'));

describe('what documents count', () => {
  test('BUD-02, BUD-19: a change order and an invoice in approval, then approved (example 1)', async () => {
    const po = await approvedLine(10_000);
    await approveBill(await submittedBill([{ of: numbered(po), line: 1, cents: 4_000_00 }]));
    const second = await submittedBill([{ of: numbered(po), line: 1, cents: 1_000_00 }]);
    await submitChange(po, 2_000);
    expect(await figuresOf()).toEqual({
      committed: 6_000,
      inProgress: 1_000,
      waiting: 2_000,
      invoiced: 4_000,
      available: 5_000,
      afterWaiting: 3_000,
    });
    await approveBill(second);
    expect(await figuresOf()).toEqual({
      committed: 5_000,
      inProgress: 0,
      waiting: 2_000,
      invoiced: 5_000,
      available: 5_000,
      afterWaiting: 3_000,
    });
    await approveThrough(po.id);
    expect(await figuresOf()).toEqual({
      committed: 7_000,
      inProgress: 0,
      waiting: 0,
      invoiced: 5_000,
      available: 3_000,
      afterWaiting: 3_000,
    });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-02, BUD-19: over-relief, and a void invoice reopens its relief (example 4)', async () => {
    const of = { of: numbered(await approvedLine(10_000)), line: 1 };
    const first = await submittedBill([{ ...of, cents: 4_000_00 }]);
    await approveBill(first);
    const second = await submittedBill([{ ...of, cents: 7_000_00 }]);
    expect(await figuresOf()).toMatchObject({ committed: 6_000, inProgress: 6_000, waiting: 1_000 });
    await approveBill(second);
    expect(await figuresOf()).toMatchObject({ committed: 0, inProgress: 0, waiting: 0, invoiced: 11_000 });
    expect(await sql.alpha`SELECT cents FROM account_measures WHERE measure = 'OVER_RELIEF'`).toEqual([
      { cents: 1_000_00 },
    ]);
    await must(actOnBill(first, 'void'));
    expect(await figuresOf()).toMatchObject({ committed: 3_000, invoiced: 7_000 });
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-02, BUD-19: an invoice of 6,554 leaves 946 of an order of 7,500 (example 4)', async () => {
    const of = { of: numbered(await approvedLine(7_500)), line: 1 };
    await approveBill(await submittedBill([{ ...of, cents: 6_554_00 }]));
    expect(await figuresOf()).toMatchObject({ committed: 946, invoiced: 6_554 });
  });

  test('BUD-03, BUD-19: relief follows the order line, and cost the invoice line (example 4)', async () => {
    const of = numbered(await approvedLine(10_000));
    const id = await submittedBill([{ of, line: 1, cents: 4_000_00 }]);
    const { body: stored } = await as('lena').get<{ lineItems: object[] }>(`/api/invoices/${id}`);
    const lineItems = stored.lineItems.map((line) => ({ ...line, coding: { ACCOUNT: '6200' } }));
    await must(as('lena').put(`/api/invoices/${id}`, { ...stored, lineItems }));
    // The sandbox does not know the account: the invoice is approved, and stays out of accounting.
    expect((await actOnBill(id, 'approval')).status).toBe(424);
    expect(await figuresOf()).toMatchObject({ committed: 6_000, invoiced: 0 });
    expect(await sql.alpha`SELECT cents FROM account_measures WHERE account = '6200' AND cents <> 0`).toEqual(
      [{ cents: 4_000_00 }],
    );
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-03, BUD-19: drafts, sent-back, void and discarded documents count nothing', async () => {
    await create('dana', withTotal(500));
    expect(await figuresOf()).toEqual(none);
    const po = await submitted('dana', withTotal(500));
    expect(await figuresOf()).toMatchObject({ committed: 0, waiting: 500, afterWaiting: 14_500 });
    await must(action('abel', 'revision', await read('abel', po.id), { reason: 'Why so much?' }));
    expect(await figuresOf()).toEqual(none);
    const invoice = await bill([{ cents: 70_00 }]);
    await must(submitBill(invoice));
    expect(await figuresOf()).toMatchObject({ waiting: 70 });
    await must(pullBill(invoice));
    expect(await figuresOf()).toEqual(none);
    const approved = await approvedLine(900);
    const { body: open } = await adjust('dana', approved.id);
    await must(save('dana', open, { lineItems: [] }));
    expect(await figuresOf()).toMatchObject({ committed: 900, waiting: 0 });
    await must(discard('dana', approved.id));
    await must(action('ada', 'void', await read('ada', approved.id), { reason: 'Not needed' }));
    expect(await figuresOf()).toEqual(none);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-05, BUD-19: a change that alters no amount adds no movement, and none is ever changed', async () => {
    const stored = () => sql.alpha<{ seq: number }>`SELECT * FROM budget_movements ORDER BY owner_id, seq`;
    const po = await submitted('dana', withTotal(500));
    const before = await stored();
    await must(action('abel', 'approval', await read('abel', po.id)));
    expect(await stored()).toEqual(before);
    await approveThrough(po.id);
    const after = await stored();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map((row) => row.seq)).toEqual([1, 2, 3]);
  });
});

describe('verification of movements', () => {
  test('BUD-20: a wrong movement, a wrong sum and a document that is not counted are reported', async () => {
    const po = await submitted('dana', withTotal(500));
    await sql.alpha`UPDATE budget_movements SET cents = 49900 WHERE owner_id = ${po.id}`;
    expect(await movementFaults()).toEqual([
      `${po.id} it counts 50000 cents USD WAITING for account "6100", and its movements 49900`,
      ` the sum of account "6100" is 50000 cents USD WAITING, and that of its movements 49900`,
    ]);
  });

  test('BUD-20: documents from before are counted in pages, on the day of their last change in the zone of the show', async () => {
    const po = await approvedLine(800);
    await forgetMovements();
    await leaveUncounted();
    await sql.alpha`UPDATE documents SET updated_at = '2026-10-02T06:30:00.000Z' WHERE id = ${po.id}`;
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    const now = '2026-11-05T09:00:00.000Z';
    let pages = 1;
    while (!(await countPage(store, 3, now))) pages += 1;
    expect(pages).toBeGreaterThan(2);
    expect(await countPage(store, 3, now)).toBe(true);
    expect(
      await sql.alpha`SELECT measure, cents, effective_day, recorded_at FROM budget_movements WHERE owner_id = ${po.id}`,
    ).toEqual([{ measure: 'COMMITTED', cents: 800_00, effective_day: '2026-10-01', recorded_at: now }]);
    expect(await movementFaults()).toEqual([]);
    await sql.alpha`DELETE FROM budget_movements WHERE owner_id = ${po.id}`;
    expect(await movementFaults()).toEqual([
      `${po.id} it counts 80000 cents USD COMMITTED for account "6100", and its movements 0`,
    ]);
  });
});
