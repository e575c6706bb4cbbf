import { beforeAll, expect, test } from 'vitest';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import type { TemplateBody } from '#domain/workflow/workflow-template';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import {
  adjust,
  approveThrough,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';
import {
  added,
  bodyOf,
  get,
  level,
  post,
  aFlow,
  put,
  refusal,
} from '../../support/worker/fixtures/templates.ts';

beforeAll(openStudio);

/** Makes the flow of the examples the default: the department, the line producer to 25,000.00, then the manager. */
async function useRule(rule: Partial<TemplateBody>): Promise<void> {
  await added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [
      level(['abel'], { name: 'Department', kind: 'DEPARTMENT' }),
      level(['lena'], { name: 'Line producer', amountLimit: 25_000 }),
      level(['luis'], { name: 'Manager' }),
    ],
    ...rule,
  });
}

const approvedOrder = async (amount: number) =>
  approveThrough((await submitted('dana', withTotal(amount))).id);

/** Opens a change order with one line of this amount. */
async function changeBy(po: PurchaseOrder, amount: number): Promise<PurchaseOrder> {
  const requested = await adjust('dana', po.id);
  const saved = await save('dana', requested.body, {
    lineItems: oneMoreLine(requested.body, { unitCost: amount }),
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return saved.body;
}

const reasonsOf = (steps: ApprovalRoute['steps'] | NonNullable<PurchaseOrder['workflow']>['steps']) =>
  steps.map(({ name, rule, overAmount, overPercent }) => [name, rule, overPercent ?? overAmount]);

/** The steps with their reasons, as the forecast lists them before the submit and the order after it. */
async function submittedSteps(po: PurchaseOrder) {
  const forecast = await as('dana').get<ApprovalRoute>(
    `/api/workflows/route?showId=alpha1&docType=PO&docId=${po.id}`,
  );
  const sent = await submit('dana', po.id);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const steps = reasonsOf(sent.body.workflow?.steps ?? []);
  expect(reasonsOf(forecast.body.steps)).toEqual(steps);
  return steps;
}

test('CHANGE-02, ROUTE-02: changes over 15 % and a crossed limit add the line producer', async () => {
  await useRule({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 15 });
  let po = await approvedOrder(20_000);
  expect(reasonsOf(po.workflow?.steps ?? []).map(([name]) => name)).toEqual(['Department', 'Line producer']);

  expect(await submittedSteps(await changeBy(po, 2_000))).toEqual([['Department', 'DEPARTMENT', null]]);
  po = await approveThrough(po.id);

  expect(await submittedSteps(await changeBy(po, 2_000))).toEqual([
    ['Department', 'DEPARTMENT', null],
    ['Line producer', 'CHANGE_PERCENT', 15],
  ]);
  po = await approveThrough(po.id);
  expect(po.totalCost).toBe(24_000);

  expect(await submittedSteps(await changeBy(po, 2_000))).toEqual([
    ['Department', 'DEPARTMENT', null],
    ['Line producer', 'AMOUNT', 25_000],
    ['Manager', 'AMOUNT', 25_000],
  ]);
  expect((await approveThrough(po.id)).totalCost).toBe(26_000);
});

test('CHANGE-02: a change order that was voided leaves what the steps approved before', async () => {
  await useRule({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 15 });
  const po = await approvedOrder(20_000);
  await submittedSteps(await changeBy(po, 4_000));
  await action('abel', 'approval', await read('dana', po.id));
  const gone = await action('lena', 'void', await read('dana', po.id), { reason: 'No' });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect(await submittedSteps(await changeBy(po, 3_000))).toEqual([['Department', 'DEPARTMENT', null]]);
});

test('CHANGE-01: a document keeps the rule of the version that it was submitted on', async () => {
  await useRule({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 15 });
  const po = await approvedOrder(20_000);
  const open = await changeBy(po, 2_000);
  await submittedSteps(open);
  await useRule({});
  expect((await read('dana', po.id)).workflow?.steps.length).toBe(1);
  await as('dana').put(`/api/pos/${po.id}/pull-from-approval`);
  expect((await submittedSteps(open)).length).toBe(2);
});

test('CHANGE-03, COV-03: under the new total a change order returns to the absent approver, under the change it stays covered', async () => {
  for (const [changeOrderRule, isCovered] of [
    ['NEW_TOTAL', false],
    ['CHANGE', true],
  ] as const) {
    const steps = [level(['abel'], { name: 'Department', kind: 'DEPARTMENT' }), level(['lena'])];
    await useRule({ changeOrderRule, steps });
    const po = await approvedOrder(24_480);
    await submittedSteps(await changeBy(po, 1_360));
    await action('abel', 'approval', await read('dana', po.id));
    await cover('lena', 'otto', { amountLimit: 25_000 });
    const { workflow } = await read('dana', po.id);
    const names = workflow?.currentStep?.approvers.map(({ userId }) => userId);
    expect(names).toEqual(isCovered ? ['lena', 'otto'] : ['lena']);
    const queue = await as('otto').post<PurchaseOrderList>(
      '/api/pos/filter?page=1&count=50&showId=alpha1&persona=APPROVER',
      { poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
    );
    expect(queue.body.poS.some(({ id }) => id === po.id)).toBe(isCovered);
    const vote = await action('otto', 'approval', await read('dana', po.id));
    expect(vote.status).toBe(isCovered ? 200 : 403);
    await endCovers();
  }
});

test('CHANGE-01, API-110: the rule of a flow is stored, kept when a body does not name it, and validated', async () => {
  const plain = await added('PURCHASE_ORDER');
  expect(plain).toMatchObject({ changeOrderRule: 'NEW_TOTAL', changeOrderPercent: null });
  const over = { changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 12.5 } as const;
  expect((await put(plain, { ...bodyOf(plain), ...over })).body).toMatchObject(over);
  const stored = (await get('PURCHASE_ORDER', plain.id)).body;
  expect((await put(stored, bodyOf(stored))).body).toMatchObject(over);
  const refused = [
    await post('PURCHASE_ORDER', aFlow({ changeOrderRule: 'CHANGE_OVER_PERCENT' })),
    await post('PURCHASE_ORDER', aFlow({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 0 })),
  ];
  expect(refused.map(refusal)).toEqual([
    [400, 'invalid_parameter', 'changeOrderPercent'],
    [400, 'invalid_parameter', 'changeOrderPercent'],
  ]);
  const tooMuch = { ...over, changeOrderPercent: 100.5 };
  expect((await put(stored, { ...bodyOf(stored), ...tooMuch })).status).toBe(400);
});
