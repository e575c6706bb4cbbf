import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { changeBudget, newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import { approvedLine, forgetMovements, numbered } from '../../support/worker/budget/movements.ts';
import {
  adjust,
  approveThrough,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { as, create, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { bill, openInvoices, submitBill } from '../../support/worker/fixtures/relief.ts';
import { forgetSent, sent, sql } from '../../support/worker/fixtures/studio.ts';
import { added, aFlow, bodyOf, level, post, put } from '../../support/worker/fixtures/templates.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

let orders: WorkflowTemplate;
const controller = (own: object = {}) =>
  level(['luis'], { name: 'Controller', overBudget: { unit: 'AMOUNT', over: 0 }, ...own });
const steps = (own: object = {}) => [level(['lena'], { name: 'Line producer' }), controller(own)];

beforeAll(async () => {
  await openInvoices();
  orders = await added('PURCHASE_ORDER', { makeDefaultType: true, steps: steps() });
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  orders = (
    await put(orders, { ...bodyOf(orders), version: null, steps: steps(), requiresBudgetReason: false })
  ).body;
});

const namesOf = ({ workflow }: Pick<PurchaseOrder | Invoice, 'workflow'>) =>
  workflow?.steps.map(({ name }) => name);
const routeOf = async (docType: 'PO' | 'INVOICE', id: string) =>
  (
    await as(docType === 'PO' ? 'dana' : 'ivan').get<ApprovalRoute>(
      `/api/workflows/route?showId=alpha1&docType=${docType}&docId=${id}`,
    )
  ).body;
const requireReason = async () => {
  orders = (await put(orders, { ...bodyOf(orders), version: null, requiresBudgetReason: true })).body;
};

test('BUD-28: an order that takes an account over budget has the step, as its forecast says, and others do not', async () => {
  await newBudget();
  await approvedLine(10_000);
  const within = await create('dana', withTotal(5_000));
  expect((await routeOf('PO', within.id)).steps.map(({ name }) => name)).toEqual(['Line producer']);
  expect(namesOf((await submit('dana', within.id)).body)).toEqual(['Line producer']);
  const over = await create('dana', withTotal(0.01));
  const forecast = await routeOf('PO', over.id);
  expect(forecast.steps.at(-1)).toMatchObject({
    name: 'Controller',
    rule: 'OVER_BUDGET',
    overAmount: 0,
    isFinal: true,
  });
  const sentOrder = (await submit('dana', over.id)).body;
  expect(sentOrder.workflow?.steps.at(-1)).toMatchObject({
    name: 'Controller',
    rule: 'OVER_BUDGET',
    isFinal: true,
  });
  // Its answer on the review is that of the submit.
  expect((await read('ada', over.id)).budget).toMatchObject({ answer: 'OVER' });
  expect((await approveThrough(over.id)).status).toBe('APPROVED');
});

test('BUD-28: the limit is an amount, or a percentage of the final budget', async () => {
  const { id } = await newBudget(true);
  await changeBudget(id, 'overages', { account: '6100', amount: 5_000, reason: 'Two more days' });
  for (const overBudget of [
    { unit: 'AMOUNT', over: 2_000 },
    { unit: 'PERCENT', over: 10 },
  ]) {
    await put(orders, { ...bodyOf(orders), version: null, steps: steps({ overBudget }) });
    // 10 % of a final budget of 20,000 is 2,000.
    expect(namesOf(await submitted('dana', withTotal(22_000)))).toEqual(['Line producer']);
    await forgetMovements();
    const over = await submitted('dana', withTotal(22_000.01));
    expect(namesOf(over)).toEqual(['Line producer', 'Controller']);
    await forgetMovements();
  }
});

test('BUD-28: a change order counts with what it adds to the approved lines', async () => {
  await newBudget();
  let po = await approvedLine(10_000);
  const changeBy = async (unitCost: number) => {
    const { body } = await adjust('dana', po.id);
    await save('dana', body, { lineItems: oneMoreLine(body, { quantity: 1, unitCost }) });
    return (await submit('dana', po.id)).body;
  };
  expect(namesOf(await changeBy(5_000))).toEqual(['Line producer']);
  po = await approveThrough(po.id);
  expect(namesOf(await changeBy(0.01))).toEqual(['Line producer', 'Controller']);
});

test('BUD-28: an invoice counts with what no open order line covers', async () => {
  await newBudget();
  await added('INVOICE', { makeDefaultType: true, steps: steps() });
  const of = numbered(await approvedLine(10_000));
  const within = await bill([{ of, line: 1, cents: 10_000_00 }]);
  expect(namesOf((await submitBill(within)).body as unknown as Invoice)).toEqual(['Line producer']);
  const over = await bill([{ cents: 5_000_01 }]);
  const both = ['Line producer', 'Controller'];
  expect((await routeOf('INVOICE', over)).steps.map(({ name }) => name)).toEqual(both);
  expect(namesOf((await submitBill(over)).body as unknown as Invoice)).toEqual(both);
});

test('BUD-28: without a budget, in another currency and without a budget of the account there is no such step', async () => {
  expect(namesOf(await submitted('dana', withTotal(99_000)))).toEqual(['Line producer']);
  await newBudget();
  await sql.alpha`UPDATE budgets SET currency_code = 'CAD'`;
  expect(namesOf(await submitted('dana', withTotal(99_000)))).toEqual(['Line producer']);
  await sql.alpha`UPDATE budgets SET currency_code = 'USD'`;
  await sql.alpha`DELETE FROM budget_lines WHERE account = '6100'`;
  expect(namesOf(await submitted('dana', withTotal(99_000)))).toEqual(['Line producer']);
});

test('BUD-28: a new version of the flow gives documents in approval its steps over budget', async () => {
  await newBudget();
  await put(orders, { ...bodyOf(orders), version: null, steps: [level(['lena'])] });
  const po = await submitted('dana', withTotal(16_000));
  const answer = await put(orders, {
    ...bodyOf(orders),
    version: null,
    steps: steps(),
    resetItemsInProgress: true,
  });
  expect(answer.status).toBe(200);
  expect(namesOf(await read('dana', po.id))).toEqual(['Line producer', 'Controller']);
});

test('BUD-28: bad conditions are refused by their step, and absent ones change nothing', async () => {
  const refusedBy = async (own: object) => {
    const { status, body } = await post('PURCHASE_ORDER', aFlow(own));
    return [status, body.code, body.errors];
  };
  const bad = [400, 'invalid_parameter', ['steps.1.overBudget']];
  expect(await refusedBy({ steps: steps({ overBudget: { unit: 'AMOUNT', over: -1 } }) })).toEqual(bad);
  expect(await refusedBy({ steps: steps({ overBudget: { unit: 'PERCENT', over: 1_000.5 } }) })).toEqual(bad);
  expect(await refusedBy({ steps: [controller()] })).toEqual([400, 'invalid_parameter', ['steps']]);
  expect((await refusedBy({ steps: steps({ overBudget: { unit: 'DAYS', over: 1 } }) }))[0]).toBe(400);
  await requireReason();
  const kept = await put(orders, { ...bodyOf(orders), version: null });
  expect(kept.body).toMatchObject({
    requiresBudgetReason: true,
    steps: [{ overBudget: null }, { overBudget: { unit: 'AMOUNT', over: 0 } }],
  });
});

test('BUD-30: a submit over budget without a reason is refused and changes nothing', async () => {
  await newBudget();
  await requireReason();
  const { id, version } = await create('dana', withTotal(16_000));
  expect((await routeOf('PO', id)).missing).toContain('BUDGET_REASON');
  for (const query of ['', '&budgetReason=%20%20']) {
    const refused = await as('dana').put(`/api/pos/${id}/submit?r=0${query}`);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'budget_reason_missing', errors: ['budgetReason'] },
    ]);
  }
  const long = await as('dana').put(`/api/pos/${id}/submit?r=0&budgetReason=${'x'.repeat(1001)}`);
  expect([long.status, long.body]).toMatchObject([400, { code: 'invalid_parameter' }]);
  expect(await read('dana', id)).toMatchObject({ version, status: 'DRAFT' });
  const within = await create('dana', withTotal(100));
  expect((await submit('dana', within.id)).status).toBe(200);
});

test('BUD-30: the reason is in the history, on the review and in the mail to approvers', async () => {
  await newBudget();
  await requireReason();
  const { id } = await create('dana', withTotal(16_000));
  forgetSent();
  const reason = 'The second unit needs two more days.';
  const path = `/api/pos/${id}/submit?r=0&budgetReason=${encodeURIComponent(reason)}`;
  const key = { 'idempotency-key': 'over-budget-reason-of-a-submit' };
  const answers = [
    await as('dana').put<PurchaseOrder>(path, undefined, key),
    await as('dana').put<PurchaseOrder>(path, undefined, key),
  ];
  expect(
    answers.map(({ status, body }) => [status, body.workflow?.budgetReason]),
    JSON.stringify(answers),
  ).toEqual([
    [200, reason],
    [200, reason],
  ]);
  const shown = await read('lena', id);
  expect(shown.workflow?.budgetReason).toBe(reason);
  expect(JSON.stringify([shown.changes, shown.historyEvents])).toContain(reason);
  expect(
    await sql.alpha`SELECT payload ->> 'reason' AS reason FROM document_events WHERE document_id = ${id} AND action = 'submit'`,
  ).toEqual([{ reason }]);
  await deliverSent();
  const mail = sent.mail.find(({ to }) => to.startsWith('lena'));
  expect(mail?.text).toContain(reason);
});

test('BUD-30: a reason of a document within budget is not kept', async () => {
  await newBudget();
  const { id } = await create('dana', withTotal(100));
  const { body } = await as('dana').put<PurchaseOrder>(`/api/pos/${id}/submit?r=0&budgetReason=Why`);
  expect(body.workflow).not.toHaveProperty('budgetReason');
});
