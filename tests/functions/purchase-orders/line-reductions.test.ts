import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { wrongCounts } from '../../support/worker/database/counter-consistency.ts';
import {
  adjust,
  approveThrough,
  discard,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, aLine, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import {
  actOnBill,
  bill,
  must,
  openInvoices,
  submitBill,
  submittedBill,
} from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);
beforeEach(() => setSettings('alpha1', { changeOrdersMayReduce: true, overReliefMode: 'WARN' }));

/** An approved order of Dana's in accounting with lines of these amounts. */
async function approvedLines(...amounts: number[]): Promise<PurchaseOrder> {
  const lineItems = amounts.map((unitCost) => aLine({ quantity: 1, unitCost }));
  const po = await submitted('dana', { lineItems });
  return approveThrough(po.id);
}

const numbered = (po: PurchaseOrder) => ({
  number: po.poNumber,
  lines: po.lineItems.map(({ id, lineNumber, totalCost }) => ({ id, lineNumber, cents: totalCost * 100 })),
});

/** An approved order of one line of 10,000 with 4,000 invoiced and 1,000 in approval, and its open change order. */
async function invoicedOrder(
  ...draftCents: number[]
): Promise<{ open: PurchaseOrder; invoices: string[]; drafts: string[] }> {
  const po = await approvedLines(10_000, 2_000);
  const of = numbered(po);
  const invoiced = await submittedBill([{ of, line: 1, cents: 4_000_00 }]);
  await must(actOnBill(invoiced, 'approval'));
  const waiting = await submittedBill([{ of, line: 1, cents: 1_000_00 }]);
  const drafts = [];
  for (const cents of draftCents) drafts.push(await bill([{ of, line: 1, cents }]));
  const { body } = await adjust('dana', po.id);
  return { open: body, invoices: [invoiced, waiting], drafts };
}

/** Saves the change order with these unit costs of its approved lines. */
const lower = (po: PurchaseOrder, ...unitCosts: number[]) =>
  save('dana', po, {
    lineItems: draftOf(po).lineItems.map((line, at) => ({
      ...line,
      unitCost: unitCosts[at] ?? line.unitCost,
    })),
  });

const numberOf = async (id: string) =>
  (await as('ivan').get<{ number: string }>(`/api/invoices/${id}`)).body.number;

describe('a reduction', () => {
  test('CHANGE-05: stops at invoiced plus in approval, and the refusal names the invoices', async () => {
    const { open, invoices } = await invoicedOrder();
    const refused = await lower(open, 4_999.99);
    expect([refused.status, refused.body.code]).toEqual([422, 'reduction_exceeded']);
    const [first, second] = await Promise.all(invoices.map(numberOf));
    // Dana may not see Ivan's invoices, whose amounts count all the same.
    expect(refused.body).toMatchObject({
      message: 'Line 1 cannot be lower than $5,000.00: invoiced by other invoices ($5,000.00).',
      errors: ['reduction_exceeded'],
      reductions: [{ lineNumber: 1, floor: 5_000, invoices: [] }],
    });
    await sql.alpha`UPDATE documents SET creator_id = 'dana', owner_id = 'dana' WHERE id IN (${invoices[0] ?? ''}, ${invoices[1] ?? ''})`;
    const named = await lower(open, 4_999.99);
    expect((named.body as { message?: string }).message).toBe(
      `Line 1 cannot be lower than $5,000.00: invoiced by ${first} ($4,000.00) and ${second} ($1,000.00, in approval).`,
    );
    const stored = await read('dana', open.id);
    expect([stored.version, stored.totalCost]).toEqual([open.version, 12_000]);

    const saved = await lower(open, 5_000);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.totalCost).toBe(7_000);
    expect(saved.body.lineItems[0]).toMatchObject({
      totalCost: 5_000,
      remainingBalance: 5_000,
      approved: { quantity: 1, unitCost: 10_000, totalCost: 10_000 },
    });
  });

  test('CHANGE-05, CO-05: counts as the change, and after the approval every sum is right to the cent', async () => {
    const { open } = await invoicedOrder();
    await lower(open, 5_000);
    const sent = await submit('dana', open.id);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const po = await approveThrough(open.id);
    expect([po.status, po.totalCost, po.isRelieved]).toEqual(['APPROVED', 7_000, false]);
    expect(
      po.lineItems.map(({ totalCost, remainingBalance, approved }) => [
        totalCost,
        remainingBalance,
        approved,
      ]),
    ).toEqual([
      [5_000, 0, undefined],
      [2_000, 2_000, undefined],
    ]);
    expect(po.approvalHistory.map(({ totalCost }) => totalCost)).toEqual([12_000, 7_000]);
    expect(await wrongCounts()).toEqual({});
    const posted = await as('dana').put<PurchaseOrder>(`/api/pos/${po.id}/pull`);
    expect(posted.body.lineItems.map(({ remainingBalance }) => remainingBalance)).toEqual([1_000, 2_000]);
  });

  test('CHANGE-05: accounting’s balance of a line falls with its amount', async () => {
    const po = await approvedLines(1_000);
    await submittedBill([{ of: numbered(po), line: 1, cents: 300_00 }]);
    await must(as('dana').put(`/api/pos/${po.id}/pull`));
    const balance = async () => (await read('dana', po.id)).lineItems[0]?.remainingBalance;
    const before = await balance();
    const { body } = await adjust('dana', po.id);
    await lower(body, 800);
    expect(await balance()).toBe(before);
    await submit('dana', po.id);
    await approveThrough(po.id);
    expect(await balance()).toBe((before ?? 0) - 200);
  });

  test('CHANGE-05: removes a line of which nothing is invoiced; it keeps its number', async () => {
    const { open } = await invoicedOrder();
    const saved = await lower(open, 10_000, 0);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await submit('dana', open.id);
    const po = await approveThrough(open.id);
    expect(po.lineItems.map(({ lineNumber, totalCost }) => [lineNumber, totalCost])).toEqual([
      [1, 10_000],
      [2, 0],
    ]);
    const invoiced = await lower((await adjust('dana', po.id)).body, 0);
    expect(invoiced.body.code).toBe('reduction_exceeded');
  });

  test('CHANGE-05, CO-06: nothing else of an approved line changes, and no amount rises', async () => {
    const { open } = await invoicedOrder();
    const [first, second] = draftOf(open).lineItems;
    const saved = await save('dana', open, {
      lineItems: [
        { ...first, unitCost: 6_000, description: 'Other', coding: { ACCOUNT: '6200' } },
        { ...second, unitCost: 2_500 },
      ],
    });
    expect(saved.body.lineItems).toMatchObject([
      { description: 'Sofas', totalCost: 6_000, coding: { ACCOUNT: '6100' } },
      { totalCost: 2_000 },
    ]);
    const back = await lower(saved.body, 10_000);
    expect(back.body.lineItems[0]).not.toHaveProperty('approved');
    const empty = await submit('dana', open.id);
    expect([empty.status, empty.body.errors]).toEqual([400, ['change_order_line']]);
  });

  test('CHANGE-05: is off by default: approved lines stay locked, and a stored reduction is not submitted', async () => {
    const { open } = await invoicedOrder();
    await lower(open, 5_000);
    await setSettings('alpha1', { changeOrdersMayReduce: false });
    const refused = await submit('dana', open.id);
    expect([refused.status, refused.body.code]).toEqual([422, 'reduction_unsupported']);
    const saved = await lower(await read('dana', open.id), 6_000);
    expect(saved.body.lineItems[0]?.totalCost).toBe(10_000);
  });

  test('CHANGE-05, DEC-26: ends with the change order when it is discarded or voided', async () => {
    const { open } = await invoicedOrder();
    await lower(open, 5_000);
    expect((await discard('dana', open.id)).status).toBe(200);
    let po = await read('dana', open.id);
    expect([po.totalCost, po.lineItems[0]?.totalCost, po.lineItems[0]?.approved]).toEqual([
      12_000,
      10_000,
      undefined,
    ]);
    await lower((await adjust('dana', po.id)).body, 5_000);
    await submit('dana', po.id);
    const gone = await action('abel', 'void', await read('dana', po.id), { reason: 'No' });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    po = await read('dana', open.id);
    expect([po.totalCost, po.lineItems[0]?.remainingBalance]).toEqual([12_000, 5_000]);
    expect(await wrongCounts()).toEqual({});
  });
});

describe('an invoice that arrives meanwhile', () => {
  test('CHANGE-05: is measured by the approved amount, and stops the final approval', async () => {
    const { open, late } = await submittedReduction();
    await must(submitBill(late));
    const po = await read('dana', open.id);
    expect(po.lineItems[0]?.remainingBalance).toBe(4_000);
    const last = await approve(open.id);
    expect([last.status, last.body.code]).toEqual([422, 'reduction_exceeded']);
    expect(last.body.message).toContain('Line 1 cannot be lower than $6,000.00');
    expect((await read('dana', open.id)).status).toBe(po.status);
    await must(actOnBill(late, 'deny'));
    expect((await approveThrough(open.id)).totalCost).toBe(7_000);
  });

  test('CHANGE-05: stops the submit of the change order', async () => {
    const { open, late } = await submittedReduction();
    await must(as('dana').put(`/api/pos/${open.id}/pull-from-approval`));
    await must(submitBill(late));
    expect((await submit('dana', open.id)).body.code).toBe('reduction_exceeded');
    const saved = await lower(await read('dana', open.id), 6_000);
    expect(saved.body.totalCost).toBe(8_000);
    expect((await submit('dana', open.id)).status).toBe(200);
  });

  test('CHANGE-05, DEC-82: of a concurrent invoice and final approval, both stay within the line', async () => {
    await setSettings('alpha1', { overReliefMode: 'REFUSE' });
    for (let n = 0; n < 4; n += 1) {
      const { open, late } = await submittedReduction();
      const [approval, invoice] = await Promise.all([approve(open.id), submitBill(late)]);
      const codes = [approval.status, invoice.status];
      expect(codes.toSorted()).toEqual([200, 422]);
      const { lineItems } = await read('dana', open.id);
      expect(lineItems[0]).toMatchObject(
        approval.status === 200
          ? { totalCost: 5_000, remainingBalance: 0 }
          : { totalCost: 5_000, remainingBalance: 4_000 },
      );
    }
    expect(await wrongCounts()).toEqual({});
  });
});

/** A change order that lowers line 1 to 5,000 and waits for its last vote, and a draft invoice of 1,000 on that line. */
async function submittedReduction(): Promise<{ open: PurchaseOrder; late: string }> {
  const { open, drafts } = await invoicedOrder(1_000_00);
  await lower(open, 5_000);
  await must(submit('dana', open.id));
  for (
    let po = await read('dana', open.id);
    po.workflow?.currentStep?.id !== po.workflow?.steps.at(-1)?.id;
  ) {
    await approve(open.id);
    po = await read('dana', open.id);
  }
  return { open, late: drafts[0] ?? '' };
}

/** Approves once, as the next approver. */
async function approve(id: string) {
  const po = await read('dana', id);
  const approver = po.workflow?.currentStep?.approvers.find(({ hasApproved }) => !hasApproved);
  return action((approver?.userId ?? 'abel') as PersonName, 'approval', po);
}

test('CHANGE-06: an accounting system that takes no lower amounts refuses the submit with a sentence', async () => {
  const { open } = await invoicedOrder();
  await lower(open, 5_000);
  const system = (name: string) =>
    studioEnv.DIRECTORY.prepare(`UPDATE shows SET accounting_system = ? WHERE id = 'alpha1'`)
      .bind(name)
      .run();
  await system('GV');
  const refused = await submit('dana', open.id);
  await system('SA');
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({
      code: 'reduction_unsupported',
      message:
        'GlobalVista does not accept a lower amount of a line that it already has. Return the lines to their approved amounts.',
    }),
  ]);
  expect((await read('dana', open.id)).status).toBe('DRAFT');
  const sent = await submit('dana', open.id);
  expect(sent.status).toBe(200);
  await system('GV');
  const edited = await as('abel').put<{ code?: string }>(
    `/api/pos/${open.id}?persona=APPROVER`,
    draftOf(sent.body),
  );
  await system('SA');
  expect([edited.status, edited.body.code]).toEqual([422, 'reduction_unsupported']);
});
