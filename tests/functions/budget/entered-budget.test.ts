import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnteredBudget } from '#domain/budget/entered-budget';
import { newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import { approvedLine, forgetMovements } from '../../support/worker/budget/movements.ts';
import { adjust } from '../../support/worker/fixtures/change-orders.ts';
import { as, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { openInvoices } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
  await sql.directory`UPDATE memberships SET budget_accounts = NULL`;
});

const line = (amount: number | null, own: object = {}) => ({ account: '6100', amount, ...own });
const enter = (body: object, name: PersonName = 'ada') =>
  as(name).post<EnteredBudget & { code?: string }>('/api/budgets/entered?showId=alpha1', {
    docType: 'PO',
    currency: 'USD',
    ...body,
  });
const budgetOf = async (body: object, name: PersonName = 'ada') => (await enter(body, name)).body.budget;
const only = (waitingOthers: number, thisDocument: number, availableAfter: number) => ({
  accounts: [{ account: '6100', waitingOthers, thisDocument, availableAfter }],
});

describe('the budget of a document that is being entered', () => {
  test('BUD-32: a new order adds its lines to what others count', async () => {
    await newBudget();
    await submitted('dana', withTotal(2_000));
    const lines = [line(600), line(400), line(null)];
    expect(await budgetOf({ lines })).toMatchObject({ answer: 'WITHIN', ...only(2_000, 1_000, 12_000) });
    expect(await budgetOf({ lines: [line(13_000.01)] })).toMatchObject({ answer: 'OVER' });
    expect(await budgetOf({ lines: [{ account: '9999', amount: 1 }] })).toMatchObject({
      answer: 'NOT_BUDGETED',
      accounts: [{ account: '9999', budget: null }],
    });
  });

  test('BUD-32: a document in approval counts with what is entered instead of its stored lines', async () => {
    await newBudget();
    const po = await submitted('dana', withTotal(2_000));
    expect(await budgetOf({ docId: po.id, lines: [line(500)] })).toMatchObject(only(0, 500, 14_500));
    const recoded = await budgetOf({ docId: po.id, lines: [{ account: '9999', amount: 500 }] });
    expect(recoded?.accounts?.map(({ account }) => account)).toEqual(['9999']);
  });

  test('BUD-32: a change order adds the difference to the approved lines', async () => {
    await newBudget();
    const po = await approvedLine(5_000);
    const { body: open } = await adjust('dana', po.id);
    const [approved] = open.lineItems;
    const lines = [line(5_000, { id: approved?.id }), line(250)];
    expect(await budgetOf({ docId: po.id, lines })).toMatchObject({
      accounts: [{ committed: 5_000, thisDocument: 250, availableAfter: 9_750 }],
    });
  });

  test('BUD-32: an invoice adds what no open order line covers', async () => {
    await newBudget();
    const po = await approvedLine(5_000);
    const relieves = { relievePoLineItemId: po.lineItems[0]?.id };
    const lines = [line(4_000, relieves), line(1_700, relieves)];
    expect(await budgetOf({ docType: 'INVOICE', lines })).toMatchObject({
      accounts: [{ committed: 5_000, thisDocument: 700, availableAfter: 9_300 }],
    });
  });

  test('BUD-34: users see the figures, the answer or nothing as on a decision', async () => {
    await newBudget();
    const lines = [line(100), { account: '9999', amount: 1 }];
    expect(await budgetOf({ lines }, 'dana')).toBeNull();
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    expect(await budgetOf({ lines }, 'dana')).toEqual({ answer: 'NOT_BUDGETED' });
    await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
    await sql.directory`UPDATE memberships SET budget_accounts = '[{"from":"6100","to":"6100"}]'
      WHERE user_id = 'ada' AND show_id = 'alpha1'`;
    expect(await budgetOf({ lines })).toMatchObject({ answer: 'WITHIN', isPartial: true });
  });

  test('BUD-32: there is nothing without a budget or in another currency, nor of a document that the user cannot see', async () => {
    expect(await budgetOf({ lines: [line(100)] })).toBeNull();
    await newBudget();
    expect(await budgetOf({ lines: [line(100)], currency: 'CAD' })).toBeNull();
    const po = await submitted('dana', withTotal(2_000));
    const ofAnotherType = { docType: 'INVOICE', docId: po.id, lines: [] };
    expect((await enter(ofAnotherType, 'lena')).body.code).toBe('NOT_FOUND');
    expect((await enter({ docId: 'alpha1_none', lines: [] })).body.code).toBe('NOT_FOUND');
    expect((await enter({ lines: Array.from({ length: 2_001 }, () => line(1)) })).status).toBe(400);
  });
});
