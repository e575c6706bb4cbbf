import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeBudget, checkBudget, newBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import {
  approvedLine,
  forgetMovements,
  measuredDocuments,
  numbered,
  readMeasures,
} from '../../support/worker/budget/movements.ts';
import { aLine, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoices();
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order,
      rollup_account_part_id)
    VALUES ('alpha1', 'acc', 'acc-6000', '6000', 'Art department', 0, NULL),
      ('alpha1', 'acc', 'acc-6110', '6110', 'Flowers', 2, 'acc-6100'),
      ('alpha1', 'acc', 'acc-7000', '7000', 'Transport', 3, NULL)`;
  await sql.alpha`UPDATE account_parts SET rollup_account_part_id = 'acc-6000' WHERE account_part_id = 'acc-6100'`;
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
});

const waitingLine = (unitCost: number, account: string) =>
  submitted('dana', { lineItems: [aLine({ quantity: 1, unitCost, coding: { ACCOUNT: account } })] });

describe('measures of the budget that counts', () => {
  test('BUD-21: a show without a budget has none', async () => {
    await approvedLine(500);
    expect((await readMeasures()).body).toMatchObject({ budget: null, lines: [], notBudgeted: [] });
  });

  test('BUD-21: accounts count at the nearest level, roll up, and are named when they are not budgeted', async () => {
    await newBudget();
    await approvedLine(500);
    await waitingLine(40, '6110');
    await waitingLine(9, '7000');
    const { body } = await readMeasures();
    expect(body.budget).toMatchObject({ name: 'Draft 3', currency: 'USD' });
    expect(body.lines).toMatchObject([
      { account: '6100', kind: 'ACCOUNT', budget: 15_000, committed: 500, waiting: 40, available: 14_500 },
      { account: 'CONTINGENCY', kind: 'CONTINGENCY', budget: 50_000, committed: 0, available: 50_000 },
    ]);
    expect(body.notBudgeted).toMatchObject([
      { account: '7000', description: 'Transport', budget: null, waiting: 9, available: null },
    ]);
    expect(body.rollups).toMatchObject([
      {
        account: '6000',
        description: 'Art department',
        budget: 15_000,
        committed: 500,
        waiting: 40,
        afterWaiting: 14_460,
      },
    ]);
    expect(body.totals).toMatchObject({ budget: 65_000, committed: 500, waiting: 49, available: 64_500 });
  });

  test('BUD-22: an account leads to its documents, with what each counts', async () => {
    await newBudget();
    const order = await approvedLine(500);
    const flowers = await waitingLine(40, '6110');
    const invoice = await submittedBill([{ of: numbered(order), line: 1, cents: 70_00 }]);
    const { documents, hasMore } = await measuredDocuments();
    expect(hasMore).toBe(false);
    expect(
      new Map(
        documents.map(({ id, committed, inProgress, waiting }) => [id, [committed, inProgress, waiting]]),
      ),
    ).toEqual(
      new Map([
        [order.id, [500, 70, 0]],
        [flowers.id, [0, 0, 40]],
      ]),
    );
    expect(documents.map(({ id }) => id)).not.toContain(invoice);
    expect((await measuredDocuments('7000')).documents).toEqual([]);
    expect((await measuredDocuments('6100', 'ada', '&from=1')).documents).toHaveLength(1);
  });

  test('BUD-16, BUD-21: measures require READ Budget', async () => {
    await submitted('dana', withTotal(500));
    expect((await readMeasures('dana')).status).toBe(403);
  });
});

test('BUD-95: an account that accounting has merged into another keeps its line until its budget is transferred', async () => {
  const { id } = await newBudget(true);
  await approvedLine(500);
  await sql.alpha`DELETE FROM account_parts WHERE id_code = '6100'`;
  const figures = async () =>
    (await readMeasures()).body.lines.map(({ account, budget, committed }) => [account, budget, committed]);
  expect((await figures())[0]).toEqual(['6100', 15_000, 500]);
  const check = await checkBudget('Account,Description,Budget\n6100,Set dressing,15000\n7000,Transport,10');
  expect(check.body).toMatchObject({
    importedTotal: 10,
    difference: 15_000,
    unknown: [{ account: '6100', amount: 15_000 }],
    faults: [],
  });
  const moved = { from: '6100', to: '7000', amount: 14_500, reason: 'Merged in accounting' };
  expect((await changeBudget(id, 'transfers', moved)).status).toBe(200);
  expect(await figures()).toEqual([
    ['6100', 500, 500],
    ['CONTINGENCY', 50_000, 0],
    ['7000', 14_500, 0],
  ]);
});
