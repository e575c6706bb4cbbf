import { beforeAll, expect, test } from 'vitest';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { toggle } from '../../support/worker/fixtures/payments.ts';
import {
  added,
  aFlow,
  bodyOf,
  get,
  level,
  paths,
  post,
  put,
  refusal,
} from '../../support/worker/fixtures/templates.ts';
import type { PaymentTemplate } from '#domain/payments/payment-response';

beforeAll(openAllTypes);

test.each([
  ['API-116', 'PURCHASE_ORDER'],
  ['API-113', 'INVOICE'],
  ['API-110', 'PAYMENT'],
] as const)('%s, MG-25: of a %s takes its place and keeps its slug', async (_api, type) => {
  const flow = await added(type);
  const steps = [level(['lara'], { name: 'Desk', amountLimit: 10 }), level(['sol', 'hugo'])];
  const answer = await put(flow, { ...bodyOf(flow), name: `Renamed ${type}`, steps });
  expect([answer.status, answer.body.name, answer.body.slug, answer.body.version]).toEqual([
    200,
    `Renamed ${type}`,
    flow.slug,
    2,
  ]);
  expect(answer.body.steps.map((step) => [step.name, step.amountLimit, step.approvers.length])).toEqual([
    ['Desk', 10, 1],
    ['Step 2', null, 2],
  ]);
  expect((await get(type, flow.id)).body).toEqual(answer.body);
});

test('DEC-65: of two concurrent administrators the second gets a conflict, and the first change is kept', async () => {
  const flow = await added('PURCHASE_ORDER');
  const first = await put(flow, { ...bodyOf(flow), steps: [level(['hugo'])] });
  const second = await put(flow, { ...bodyOf(flow), steps: [level(['luis'])] });
  expect(refusal(second)).toEqual([409, 'WORKFLOW_CONFLICT']);
  expect((await get('PURCHASE_ORDER', flow.id)).body).toEqual(first.body);
  const { version } = first.body;
  const race = await Promise.all(
    (['lena', 'luis', 'lara'] as const).map((name) =>
      put(flow, { ...bodyOf(flow), version, steps: [level([name])] }),
    ),
  );
  expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await get('PURCHASE_ORDER', flow.id)).body.version).toBe(version + 1);
});

test('DEC-99: a repeated PUT is recognized, and is not a conflict with itself', async () => {
  const flow = await added('PURCHASE_ORDER');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { ...bodyOf(flow), steps: [level(['hugo'])] };
  const first = await put(flow, body, 'ada', headers);
  const again = await put(flow, body, 'ada', headers);
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('an approver who has become inactive can stay listed, but not alone', async () => {
  const flow = await added('PURCHASE_ORDER', { steps: [level(['otto', 'lara'])] });
  await toggle('otto', 'is_active', 0);
  const kept = await put(flow, { ...bodyOf(flow), name: `${flow.name} kept` });
  const alone = await put(flow, { ...bodyOf(kept.body), steps: [level(['otto'])] });
  await toggle('otto', 'is_active', 1);
  expect(kept.body.steps[0]?.approvers.map((one) => [one.userId, one.isActive])).toEqual([
    ['otto', false],
    ['lara', true],
  ]);
  expect(refusal(alone)).toEqual([400, 'invalid_parameter', 'steps.0.approvers']);
});

test('DEC-65, DEC-44: a bank account is in at most one payment workflow; the refusal names the other one', async () => {
  const loose = [{ id: 'alpha1_bank_loose' }];
  const flow = await added('PAYMENT', { name: 'Holds loose', paymentBankAccounts: loose });
  const answer = await post('PAYMENT', aFlow({ paymentBankAccounts: loose }));
  expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'paymentBankAccounts']);
  expect(answer.body.message).toBe(
    'The bank account Account loose already belongs to the approval flow Holds loose.',
  );
  await put(flow, { ...bodyOf(flow), paymentBankAccounts: [] });
  const race = await Promise.all([
    post('PAYMENT', aFlow({ paymentBankAccounts: loose })),
    post('PAYMENT', aFlow({ paymentBankAccounts: loose })),
  ]);
  expect(race.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

test('MG-27, DEC-72, API-107: only the browser caches for five minutes: the server’s listing is current after a PUT', async () => {
  const flow = await added('PAYMENT');
  const listing = () => as('dana').get<PaymentTemplate[]>(`${paths.PAYMENT}/listing?showId=alpha1`);
  const nameIn = ({ body }: Awaited<ReturnType<typeof listing>>) =>
    body.find(({ id }) => id === flow.id)?.name;
  const before = await listing();
  expect([nameIn(before), before.headers.get('cache-control')]).toEqual([flow.name, 'no-store']);
  await put(flow, { ...bodyOf(flow), name: `${flow.name} anew` });
  expect(nameIn(await listing())).toBe(`${flow.name} anew`);
});
