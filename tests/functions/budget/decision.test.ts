import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice-response';
import { changeBudget, newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import { approvedLine, forgetMovements, numbered } from '../../support/worker/budget/movements.ts';
import { action, aLine, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { decideBudget } from '#domain/budget/decision';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import { storeFor } from '#store/d1/open';
import { read as readQuery } from '#store/d1/query';
import { affectedAccountsQuery, guardBudgetAnswer } from '#store/show/budget/decision';

beforeAll(async () => {
  await openInvoices();
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order,
      rollup_account_part_id)
    VALUES ('alpha1', 'acc', 'acc-6110', '6110', 'Flowers', 2, 'acc-6100'),
      ('alpha1', 'acc', 'acc-7000', '7000', 'Transport', 3, NULL)`;
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
});

const coded = (unitCost: number, account: string) => ({
  lineItems: [aLine({ quantity: 1, unitCost, coding: { ACCOUNT: account } })],
});

describe('the budget on a decision', () => {
  test('BUD-23: each affected account shows budget, actual, committed, waiting from others, this document and available after', async () => {
    await newBudget();
    await approvedLine(5_000);
    await submitted('dana', withTotal(2_000));
    await submitted('dana', coded(300, '6110'));
    const po = await submitted('dana', withTotal(1_000));
    const shown = {
      answer: 'WITHIN',
      currency: 'USD',
      heading: 'POs and invoices in this show only',
      accounts: [
        {
          account: '6100',
          description: 'Set dressing',
          answer: 'WITHIN',
          budget: 15_000,
          actual: 0,
          committed: 5_000,
          waitingOthers: 2_300,
          thisDocument: 1_000,
          availableAfter: 6_700,
        },
      ],
    };
    expect((await read('ada', po.id)).budget).toEqual(shown);
  });

  test('BUD-23: an account over its budget, and one that is not budgeted, are named as such', async () => {
    await newBudget();
    const over = await submitted('dana', withTotal(15_000.01));
    expect((await read('ada', over.id)).budget).toMatchObject({
      answer: 'OVER',
      accounts: [{ answer: 'OVER', thisDocument: 15_000.01, availableAfter: -0.01 }],
    });
    await forgetMovements();
    const lineItems = [aLine(), ...coded(40, '7000').lineItems];
    const both = await submitted('dana', { lineItems });
    expect((await read('ada', both.id)).budget).toMatchObject({
      answer: 'NOT_BUDGETED',
      accounts: [
        { account: '6100', answer: 'WITHIN' },
        {
          account: '7000',
          description: 'Transport',
          answer: 'NOT_BUDGETED',
          budget: null,
          availableAfter: null,
        },
      ],
    });
  });

  test('BUD-23: an invoice adds only what its order does not cover', async () => {
    await newBudget();
    const of = numbered(await approvedLine(10_000));
    const id = await submittedBill([{ of, line: 1, cents: 10_700_00 }]);
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    expect(decideBudget(await readQuery(affectedAccountsQuery(store, id)))?.accounts).toMatchObject([
      { committedCents: 10_000_00, waitingOthersCents: 0, thisCents: 700_00, availableAfterCents: 4_300_00 },
    ]);
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    expect((await as('lena').get<Invoice>(`/api/invoices/${id}`)).body.budget).toEqual({ answer: 'WITHIN' });
  });

  test('BUD-23: nothing is shown without a budget, in another currency, or outside of approval', async () => {
    const po = await submitted('dana', withTotal(1_000));
    expect(await read('ada', po.id)).not.toHaveProperty('budget');
    await newBudget();
    expect(await read('ada', po.id)).toHaveProperty('budget');
    await sql.alpha`UPDATE budgets SET currency_code = 'CAD'`;
    expect(await read('ada', po.id)).not.toHaveProperty('budget');
    await sql.alpha`UPDATE budgets SET currency_code = 'USD'`;
    const approved = await approvedLine(40);
    expect(await read('ada', approved.id)).not.toHaveProperty('budget');
  });

  test('BUD-24: users without READ Budget see nothing, or the answer, as the show decides', async () => {
    await newBudget();
    const po = await submitted('dana', withTotal(1_000));
    expect(await read('abel', po.id)).not.toHaveProperty('budget');
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    expect((await read('abel', po.id)).budget).toEqual({ answer: 'WITHIN' });
  });
});

describe('the vote', () => {
  test('BUD-25: a vote on another answer than the budget now gives is refused, and changes nothing', async () => {
    const { id } = await newBudget();
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    const po = await submitted('dana', withTotal(1_000));
    const { budget } = await read('abel', po.id);
    expect(budget).toEqual({ answer: 'WITHIN' });
    await changeBudget(id, 'amounts', { account: '6100', amount: 900 });
    const refused = await action('abel', 'approval', po, { budgetAnswer: budget?.answer });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'WORKFLOW_CONFLICT',
        budgetAnswer: 'OVER',
        message: expect.stringContaining('now over budget'),
      },
    ]);
    expect((await read('abel', po.id)).version).toBe(po.version);
    const again = await action('abel', 'approval', po, { budgetAnswer: 'OVER' });
    expect(again.status).toBe(200);
  });

  test('BUD-25: a repeated vote and a user who may not vote are answered without the budget', async () => {
    const { id } = await newBudget();
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    const po = await submitted('dana', withTotal(1_000));
    const vote = (user: 'abel' | 'dana') => action(user, 'approval', po, { budgetAnswer: 'WITHIN' });
    expect((await vote('abel')).status).toBe(200);
    await changeBudget(id, 'amounts', { account: '6100', amount: 900 });
    const repeated = await vote('abel');
    expect([repeated.status, repeated.body]).toMatchObject([200, { docId: po.id }]);
    const refused = await vote('dana');
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'FORBIDDEN' }]);
  });

  test('BUD-25: clients that do not name an answer, and users who may not see one, are not affected', async () => {
    const { id } = await newBudget();
    await changeBudget(id, 'amounts', { account: '6100', amount: 900 });
    const first = await submitted('dana', withTotal(1_000));
    expect((await action('abel', 'approval', first)).status).toBe(200);
    const second = await submitted('dana', withTotal(1_000));
    expect((await action('abel', 'approval', second, { budgetAnswer: 'WITHIN' })).status).toBe(200);
  });

  test('BUD-25: the answer is checked again in the batch of the vote', async () => {
    await newBudget();
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    const within = await submitted('dana', withTotal(1_000));
    const check = (id: string, answer: BudgetAnswer) =>
      store.write([guardBudgetAnswer(store, id, answer, null)]);
    await check(within.id, 'WITHIN');
    await expect(check(within.id, 'OVER')).rejects.toThrow();
    const both = await submitted('dana', { lineItems: [aLine(), ...coded(40, '7000').lineItems] });
    await check(both.id, 'NOT_BUDGETED');
    await expect(check(both.id, 'WITHIN')).rejects.toThrow();
    const over = await submitted('dana', withTotal(14_000));
    await check(over.id, 'OVER');
    await expect(check(within.id, 'WITHIN')).rejects.toThrow();
    await sql.alpha`DELETE FROM budgets`;
    await expect(check(over.id, 'OVER')).rejects.toThrow();
  });
});
