import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountingBudgetCheck } from '#domain/budget/import/accounting-budget';
import type { Budget } from '#domain/budget/budget-response';
import { plan } from '../../support/worker/accounting/sandbox.ts';
import {
  changeBudget,
  changesOf,
  forgetBudgets,
  listBudgets,
  newBudget,
} from '../../support/worker/budget/budgets.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

type Refused = { code?: string; message?: string };

beforeAll(openStudio);
beforeEach(async () => {
  await forgetBudgets();
  await sql.ledger`DELETE FROM switches`;
});

const check = (name: PersonName = 'ada') =>
  as(name).post<AccountingBudgetCheck & Refused>('/api/budgets/accounting/check?showId=alpha1', {});
const checked = async () => (await check()).body.budget;
const importIt = (digest: string, key?: string, name: PersonName = 'ada') =>
  as(name).post<Budget & Refused>(
    '/api/budgets/accounting/import?showId=alpha1',
    { name: 'From accounting', reason: 'Week 3', digest },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const digestNow = async () => (await checked())?.digest ?? '';

describe('the budget of accounting', () => {
  test('BUD-45: the dry run has the totals, fringes, contingency and unknown accounts of imports', async () => {
    const { status, body } = await check();
    expect([status, body.budget]).toEqual([
      200,
      expect.objectContaining({
        name: 'Production budget',
        updatedAt: '2026-11-20T17:00:00.000Z',
        currency: 'USD',
        ready: 3,
        fileTotal: 17_600.5,
        importedTotal: 17_400.5,
        difference: 200,
        fringes: 900,
        contingency: 1_500,
        unknown: [{ row: 2, account: '7777', codes: {}, description: 'Unheard of', amount: 200 }],
        faults: [],
        comparedWith: null,
        differences: [],
      }),
    ]);
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-45: it is compared with the newest working budget, else with the one that counts', async () => {
    const { id } = await newBudget(true);
    const ofCounting = await checked();
    expect(ofCounting?.comparedWith).toEqual({ id, number: 1, name: 'Draft 3' });
    expect(ofCounting?.differences.map(({ account, before, after }) => [account, before, after])).toEqual([
      ['6100', 15_000, 15_000.5],
      ['FRINGES', null, 900],
      ['CONTINGENCY', 50_000, 1_500],
    ]);
    const working = await newBudget();
    await changeBudget(working.id, 'amounts', { account: '6100', amount: 15_000.5 });
    const added = await changeBudget(working.id, 'amounts', {
      account: 'BOND',
      kind: 'CONTINGENCY',
      amount: 7,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const ofWorking = await checked();
    expect(ofWorking?.comparedWith?.id).toBe(working.id);
    expect(ofWorking?.differences.map(({ account, before, after }) => [account, before, after])).toEqual([
      ['FRINGES', null, 900],
      ['CONTINGENCY', 50_000, 1_500],
      ['BOND', 7, null],
    ]);
  });

  test('BUD-10, BUD-46: it becomes a working budget once, with the reason in its history', async () => {
    const [digest, key] = [await digestNow(), crypto.randomUUID()];
    const { status, body } = await importIt(digest, key);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ name: 'From accounting', status: 'WORKING', currency: 'USD' });
    expect(body.lines.map(({ account, kind, original }) => [account, kind, original])).toEqual([
      ['6100', 'ACCOUNT', 15_000.5],
      ['FRINGES', 'FRINGES', 900],
      ['CONTINGENCY', 'CONTINGENCY', 1_500],
    ]);
    expect((await importIt(digest, key)).body.id).toBe(body.id);
    expect((await listBudgets()).body.budgets).toHaveLength(1);
    const [created] = (await changesOf(body.id)).changes;
    expect([created?.kind, created?.reason]).toEqual(['CREATED', 'SmartAccounting: Week 3']);
    expect((await checked())?.differences).toEqual([]);
  });

  test('BUD-46: another budget than the dry run showed is refused', async () => {
    const digest = await digestNow();
    // The same number of lines and the same total.
    await sql.ledger`UPDATE budget_lines SET amount_cents = amount_cents + 100 WHERE line_number = 1`;
    await sql.ledger`UPDATE budget_lines SET amount_cents = amount_cents - 100 WHERE line_number = 3`;
    const { status, body } = await importIt(digest);
    await sql.ledger`UPDATE budget_lines SET amount_cents = amount_cents - 100 WHERE line_number = 1`;
    await sql.ledger`UPDATE budget_lines SET amount_cents = amount_cents + 100 WHERE line_number = 3`;
    expect([status, body.code, body.message]).toEqual([
      409,
      'WORKFLOW_CONFLICT',
      'What this budget would create has changed in the meantime. Read it again.',
    ]);
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-46: an account that the chart has only since the dry run is refused', async () => {
    const digest = await digestNow();
    await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
      SELECT show_id, part_config_id, 'acc-7777', '7777', 'Unheard of', 9 FROM account_parts WHERE account_part_id = 'acc-6100'`;
    const { status, body } = await importIt(digest);
    await sql.alpha`DELETE FROM account_parts WHERE account_part_id = 'acc-7777'`;
    expect([status, body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-45: a budget with errors lists them and is not imported', async () => {
    await sql.ledger`UPDATE budget_lines SET description = 'Catering' WHERE line_number = 4`;
    const budget = await checked();
    expect(budget?.faults).toEqual([{ row: 4, column: 'Number', message: '“Catering”: Enter the account.' }]);
    const { status, body } = await importIt(budget?.digest ?? '');
    await sql.ledger`UPDATE budget_lines SET description = 'Contingency' WHERE line_number = 4`;
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid_parameter',
      'Row 4: “Catering”: Enter the account.',
    ]);
  });

  test('BUD-45: a budget in another currency than that of the show is refused', async () => {
    await sql.ledger`UPDATE budgets SET currency_code = 'JPY'`;
    const { status, body } = await check();
    await sql.ledger`UPDATE budgets SET currency_code = 'USD'`;
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid_parameter',
      'No company of this show uses JPY.',
    ]);
  });

  test('BUD-45: a system without a budget of the show has none', async () => {
    await plan('SA', { operation: 'budget.get', mode: 'FAIL', status: 404, message: 'No budget.' });
    expect(await check()).toMatchObject({ status: 200, body: { budget: null } });
    const digest = await digestNow();
    await plan('SA', { operation: 'budget.get', mode: 'FAIL', status: 404, message: 'No budget.' });
    expect((await importIt(digest)).status).toBe(409);
  });

  test.each([
    [{ mode: 'FAIL', status: 503, times: 3 }, 'The accounting system responded with status 503.'],
    [{ mode: 'FAIL', status: 422, message: 'The ledger is closed.' }, 'The ledger is closed.'],
    [{ mode: 'GARBAGE' }, 'The accounting system sent a response that Backlot cannot read.'],
  ])('AC-04, BUD-45: a failure of accounting is named: %o', async (failure, message) => {
    await plan('SA', { operation: 'budget.get', ...failure });
    const { status, body } = await check();
    expect([status, body.code, body.message]).toEqual([424, 'accounting_interface_error', message]);
    await sql.ledger`DELETE FROM switches`;
    const digest = await digestNow();
    await plan('SA', { operation: 'budget.get', ...failure });
    expect((await importIt(digest)).body.code).toBe('accounting_interface_error');
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-16, BUD-45: users without FULL Budget are refused, and accounting is not called', async () => {
    await plan('SA', { operation: 'budget.get', mode: 'FAIL', status: 422, message: 'Called.' });
    expect((await check('dana')).status).toBe(403);
    expect((await importIt('0'.repeat(64), undefined, 'dana')).status).toBe(403);
    expect((await check()).body.message).toBe('Called.');
  });
});

test('BUD-45, BUD-46: dry run and import take three round trips', async () => {
  await newBudget();
  const counted = countTrips();
  const dryRun = await measureCost(() => check());
  const imported = await measureCost(() => importIt(dryRun.answer.body.budget?.digest ?? ''));
  counted.stop();
  expect([dryRun, imported].map(({ answer, cost }) => [answer.status, cost.trips])).toEqual([
    [200, 3],
    [201, 3],
  ]);
});
