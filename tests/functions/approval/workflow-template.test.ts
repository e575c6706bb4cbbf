import { beforeAll, describe, expect, test } from 'vitest';
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
import type { Type } from '../../support/worker/fixtures/templates.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

beforeAll(openAllTypes);

const types = Object.keys(paths) as Type[];
const listOf = (name: Parameters<typeof as>[0]) =>
  as(name).get<WorkflowTemplate[] & { code?: string }>('/api/workflow-template/?showId=alpha1');
const defaultsOf = async () => {
  const { body } = await listOf('ada');
  return Object.fromEntries(body.filter((one) => one.isDefault).map((one) => [one.templateType, one.id]));
};

describe('steps that may approve over-relief', () => {
  test('RL-13, DEC-20: the mark of a step is stored, returned and changed', async () => {
    const steps = [level(['lena']), level(['luis'], { mayApproveOverRelief: true })];
    const marks = (flow: WorkflowTemplate) => flow.steps.map((step) => step.mayApproveOverRelief);
    const flow = await added('INVOICE', {
      steps: [{ ...steps[0], amountLimit: 1000, approvers: [{ userId: 'lena' }] }, ...steps.slice(1)],
    });
    expect(marks(flow)).toEqual([false, true]);
    expect(marks((await get('INVOICE', flow.id)).body)).toEqual([false, true]);
    const body = bodyOf(flow);
    const unmarked = body.steps.map((step) => ({ ...step, mayApproveOverRelief: false }));
    expect(marks((await put(flow, { ...body, steps: unmarked })).body)).toEqual([false, false]);
  });
});

describe('reading workflows', () => {
  test('API-22, DEC-65: every workflow of the show has its type, slug, default mark and steps', async () => {
    const { status, body } = await listOf('ada');
    expect(status).toBe(200);
    const found = body.find(({ id }) => id === 'alpha1_flow');
    expect(found).toMatchObject({
      slug: 'standard',
      name: 'Standard',
      templateType: 'PURCHASE_ORDER',
      isDefault: true,
      paymentBankAccounts: [],
    });
    expect(
      found?.steps.map(({ order, kind, amountLimit, approvalsNeeded, approvers }) => [
        order,
        kind,
        amountLimit,
        approvalsNeeded,
        approvers.map(({ userId }) => userId),
      ]),
    ).toEqual([
      [1, 'DEPARTMENT', null, 1, ['abel', 'grace']],
      [2, 'STANDARD', 1000, 2, ['lena', 'luis', 'lara']],
      [3, 'STANDARD', 50_000, 1, ['sol', 'hugo']],
    ]);
    expect(new Set(body.map((one) => one.templateType))).toEqual(new Set(types));
    const operating = body.find(({ id }) => id === 'alpha1_pay_operating');
    expect(operating?.paymentBankAccounts.map(({ id }) => id)).toEqual(['alpha1_bank_operating']);
  });

  test('PE-09, PE-10, PE-11, PE-12: approvers read the workflows of POs and invoices, creators none', async () => {
    const typesFor = async (name: Parameters<typeof as>[0]) =>
      [...new Set((await listOf(name)).body.map((one) => one.templateType))].toSorted();
    expect(await typesFor('ada')).toEqual(['INVOICE', 'PAYMENT', 'PURCHASE_ORDER']);
    expect(await typesFor('lena')).toEqual(['INVOICE', 'PURCHASE_ORDER']);
    const creator = await listOf('dana');
    expect([creator.status, creator.body.code]).toEqual([403, 'FORBIDDEN']);
    for (const [type, id, expected] of [
      ['PURCHASE_ORDER', 'alpha1_flow', 200],
      ['INVOICE', 'alpha1_bills', 200],
      ['PAYMENT', 'alpha1_pay_operating', 403],
    ] as const) {
      expect([type, (await get(type, id, 'lena')).status]).toEqual([type, expected]);
      expect([type, (await get(type, id, 'ada')).status]).toEqual([type, 200]);
      expect([type, (await get(type, id, 'dana')).body.code]).toEqual([type, 'FORBIDDEN']);
    }
  });

  test('PE-10, PE-11: without its module no user sees, adds or changes the workflows of a type', async () => {
    await toggle('ada', 'payment_module_visible', 0);
    await setSettings('alpha1', { invoiceModuleVisible: false });
    const { body } = await listOf('ada');
    const invoice = [await get('INVOICE', 'alpha1_bills'), await post('INVOICE', aFlow())];
    const payment = [await get('PAYMENT', 'alpha1_pay_operating'), await post('PAYMENT', aFlow())];
    const accounts = await as('ada').get(`${paths.PAYMENT}/project-bank-accounts/alpha1`);
    await toggle('ada', 'payment_module_visible', 1);
    await setSettings('alpha1', { invoiceModuleVisible: true });
    expect([...new Set(body.map((one) => one.templateType))]).toEqual(['PURCHASE_ORDER']);
    expect([...invoice, ...payment].map(refusal)).toEqual(
      Array.from({ length: 4 }, () => [403, 'FORBIDDEN']),
    );
    expect(accounts.status).toBe(403);
  });

  test('API-108, API-111, API-114: a workflow is found by its type; of another type, of another show or unknown is 404', async () => {
    for (const [type, id] of [
      ['PURCHASE_ORDER', 'alpha1_flow'],
      ['INVOICE', 'alpha1_bills'],
      ['PAYMENT', 'alpha1_pay_foreign'],
    ] as const) {
      const { status, body } = await get(type, id);
      expect([status, body.id, body.templateType]).toEqual([200, id, type]);
    }
    for (const [type, id] of [
      ['INVOICE', 'alpha1_flow'],
      ['PURCHASE_ORDER', 'alpha1_none'],
      ['PAYMENT', 'alpha1_bills'],
    ] as const) {
      expect(refusal(await get(type, id))).toEqual([404, 'NOT_FOUND']);
    }
    expect(refusal(await get('PURCHASE_ORDER', 'bravo2_flow'))).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    const across = await as('dana').get(`${paths.PURCHASE_ORDER}/alpha1_flow?showId=bravo2`);
    expect(across.status).toBe(404);
  });

  test('API-106: the bank accounts of the show are listed', async () => {
    const { status, body } = await as('ada').get<{ name: string }[]>(
      `${paths.PAYMENT}/project-bank-accounts/alpha1`,
    );
    expect([status, body.map(({ name }) => name)]).toEqual([
      200,
      ['Account foreign', 'Account loose', 'Account operating'],
    ]);
    const other = await as('ada').get(`${paths.PAYMENT}/project-bank-accounts/bravo2`);
    expect([other.status, other.body['code']]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });
});

describe('a new workflow', () => {
  test.each([
    ['API-115', 'PURCHASE_ORDER'],
    ['API-112', 'INVOICE'],
    ['API-109', 'PAYMENT'],
  ] as const)('%s, MG-25: of a %s is kept as it was sent', async (_api, type) => {
    const answer = await post(
      type,
      aFlow({
        name: `  Second unit ${type} `,
        templateType: type,
        resetItemsInProgress: false,
        steps: [
          level(['abel', 'grace', 'abel'], { kind: 'DEPARTMENT', amountLimit: 12, approvalsNeeded: 2 }),
          level(['luis', 'lena'], { name: 'Producers', amountLimit: 1234.56, approvalsNeeded: 2 }),
          level(['hugo']),
        ],
        paymentBankAccounts: [{ id: 'alpha1_bank_loose' }],
      }),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({
      name: `Second unit ${type}`,
      slug: `second-unit-${type.toLowerCase().replace('_', '-')}`,
      templateType: type,
      isDefault: false,
      version: 1,
      itemsInProgress: 0,
    });
    expect(
      answer.body.steps.map(({ order, name, kind, amountLimit, approvalsNeeded, approvers }) => ({
        is: [order, name, kind, amountLimit, approvalsNeeded],
        by: approvers.map((one) => one.userId).join(' '),
      })),
    ).toEqual([
      { is: [1, 'Department', 'DEPARTMENT', null, 2], by: 'abel grace' },
      { is: [2, 'Producers', 'STANDARD', 1234.56, 2], by: 'luis lena' },
      { is: [3, 'Step 3', 'STANDARD', null, 1], by: 'hugo' },
    ]);
    const accounts = type === 'PAYMENT' ? ['Account loose'] : [];
    expect(answer.body.paymentBankAccounts.map((one) => one.name)).toEqual(accounts);
    expect((await get(type, answer.body.id)).body).toEqual(answer.body);
    if (type === 'PAYMENT') await put(answer.body, { ...bodyOf(answer.body), paymentBankAccounts: [] });
  });

  test('DEC-65: makeDefaultType makes it the default of its type; the first of a type is the default anyway', async () => {
    const before = await defaultsOf();
    const second = await added('INVOICE', { makeDefaultType: true });
    expect(await defaultsOf()).toEqual({ ...before, INVOICE: second.id });
    await put(
      { id: 'alpha1_bills', templateType: 'INVOICE' },
      {
        ...bodyOf((await get('INVOICE', 'alpha1_bills')).body),
        makeDefaultType: true,
      },
    );
    expect(await defaultsOf()).toEqual(before);
    await sql.alpha`UPDATE show_settings SET default_invoice_workflow_id = NULL`;
    const only = await added('INVOICE');
    expect((await defaultsOf())['INVOICE']).toBe(only.id);
    await sql.alpha`UPDATE show_settings SET default_invoice_workflow_id = 'alpha1_bills'`;
  });

  test('MG-25, DEC-20, DEC-23: each error names its place', async () => {
    const errors = async (own: Parameters<typeof aFlow>[0], type: Type = 'PURCHASE_ORDER') =>
      refusal(await post(type, aFlow(own)));
    const bad = (...paths_: string[]) => [400, 'invalid_parameter', ...paths_];
    expect(await errors({ steps: [level(['idle'])] })).toEqual(bad('steps.0.approvers', 'steps.0.approvers'));
    expect(await errors({ steps: [level(['lena', 'dana'])] })).toEqual(bad('steps.0.approvers'));
    expect(await errors({ steps: [level(['lena', 'nora'])] })).toEqual(bad('steps.0.approvers'));
    expect(await errors({ steps: [level(['lena']), level(['luis'])] })).toEqual(bad('steps.0.amountLimit'));
    expect(await errors({ templateType: 'INVOICE' })).toEqual(bad('templateType'));
    expect(await errors({ paymentBankAccounts: [{ id: 'alpha1_none' }] }, 'PAYMENT')).toEqual(
      bad('paymentBankAccounts'),
    );
    const shapes = [
      { showId: 'alpha1', name: 'x' },
      { showId: 'alpha1', steps: [level(['lena'])] },
    ];
    for (const shape of shapes) {
      expect(refusal(await post('PURCHASE_ORDER', shape as never))).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    }
    const tooMany = Array.from({ length: 21 }, () => level(['lena']));
    for (const own of [
      { name: 'x'.repeat(101) },
      { steps: tooMany },
      { steps: [level(['lena'], { amountLimit: -1 })] },
      { steps: [level(['lena'], { approvalsNeeded: 0 })] },
      { steps: [level(['lena'], { kind: 'OTHER' as never })] },
    ]) {
      expect((await errors(own)).slice(0, 2)).toEqual([400, 'invalid_parameter']);
    }
  });

  test('DEC-63: for payments an approver needs the toggle of the module', async () => {
    await toggle('otto', 'payment_module_visible', 0);
    const answer = await post('PAYMENT', aFlow({ steps: [level(['otto'])] }));
    await toggle('otto', 'payment_module_visible', 1);
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'steps.0.approvers', 'steps.0.approvers']);
    expect((await post('PURCHASE_ORDER', aFlow({ steps: [level(['otto'])] }))).status).toBe(201);
  });

  test('a name is unique within its type, case-insensitively, even when concurrent', async () => {
    const { name } = await added('PURCHASE_ORDER');
    const answer = await post('PURCHASE_ORDER', aFlow({ name: ` ${name.toUpperCase()} ` }));
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'name']);
    expect(answer.body.message).toBe('An approval flow with that name already exists.');
    expect((await post('INVOICE', aFlow({ name }))).body.slug).toMatch(/-2$/);
    const body = aFlow();
    const both = await Promise.all([post('PURCHASE_ORDER', body), post('PURCHASE_ORDER', body)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  test('DEC-99: a repeated POST adds one workflow, and the same key with another body is refused', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = aFlow();
    const first = await post('PURCHASE_ORDER', body, 'ada', headers);
    const again = await post('PURCHASE_ORDER', body, 'ada', headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(refusal(await post('PURCHASE_ORDER', aFlow(), 'ada', headers))).toEqual([
      422,
      'invalid_parameter',
    ]);
  });
});
