import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountRange } from '#domain/budget/account-ranges';
import type { EstimateHistory } from '#domain/budget/cost-report/response';
import { operations } from '#middleware/route-registry';
import { countActuals, forgetActuals } from '../../support/worker/budget/actuals.ts';
import { changeBudget, changesOf, newBudget, readBudget } from '../../support/worker/budget/budgets.ts';
import {
  costDocuments,
  costFile,
  currentReport,
  forgetCosts,
  issuedReport,
  issueReport,
  openCosts,
  openCostShow,
  unbudgeted,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import { approvedLine, markCounted, readMeasures } from '../../support/worker/budget/movements.ts';
import { action, aLine, as, read, sessionOf, submitted } from '../../support/worker/fixtures/client.ts';
import { fetchWorker, origin, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import { membership } from '../../support/worker/fixtures/users.ts';

/** What Ada sees of the budget; null for everything. */
const limit = (ranges: AccountRange[] | null) =>
  sql.directory`UPDATE memberships SET budget_accounts = ${ranges && JSON.stringify(ranges)}
    WHERE user_id = 'ada' AND show_id = 'alpha1'`;
const only = (account: string) => limit([{ from: account, to: account }]);

beforeAll(openCostShow);
beforeEach(async () => {
  await limit(null);
  await forgetCosts();
  await forgetActuals();
  await markCounted();
  await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
});

/** A budget of 6100 and contingency, an order of 500 for it, and one of 77.31 for 6200. */
async function costsOfTwoAccounts() {
  const { id } = await newBudget();
  await approvedLine(500);
  await unbudgeted(77.31);
  return id;
}

describe('a user who sees a part of the accounts', () => {
  test('BUD-36: budgets and measures have the visible accounts, with totals of these', async () => {
    const id = await costsOfTwoAccounts();
    await only('6100');
    const budget = await readBudget(id);
    expect(budget).toMatchObject({ isPartial: true, totals: { final: 15_000, contingency: 0 } });
    expect(budget.lines.map(({ account }) => account)).toEqual(['6100']);
    const { body } = await readMeasures();
    expect(body).toMatchObject({
      isPartial: true,
      lines: [{ account: '6100' }],
      notBudgeted: [],
      rollups: [],
      totals: { budget: 15_000, committed: 500 },
    });
    await limit([{ from: '6200', to: '6299' }]);
    expect((await readMeasures()).body).toMatchObject({
      lines: [],
      notBudgeted: [{ account: '6200', committed: 77.31 }],
      totals: { budget: 0, committed: 77.31 },
    });
    await limit(null);
    expect(await readBudget(id)).not.toHaveProperty('isPartial');
  });

  test('BUD-36: the history leaves out changes of other accounts, and the reason of a transfer with one', async () => {
    const { id } = await newBudget(true);
    const transfer = { from: 'CONTINGENCY', to: '6100', amount: 10, reason: 'Fee of the star' };
    await changeBudget(id, 'transfers', transfer);
    await changeBudget(id, 'overages', { account: '6100', amount: 5, reason: 'Approved' });
    await only('6100');
    const { changes } = await changesOf(id);
    expect(changes.map(({ kind, reason, lines }) => [kind, reason, lines.length])).toEqual([
      ['OVERAGE', 'Approved', 1],
      ['TRANSFER', '', 1],
      ['LOCKED', '', 0],
      ['CREATED', '', 1],
    ]);
    await only('9999');
    expect((await changesOf(id)).changes.map(({ kind }) => kind)).toEqual(['LOCKED']);
  });

  test('BUD-36: cost reports have the visible accounts, with totals and categories of these', async () => {
    await costsOfTwoAccounts();
    expect((await issueReport()).status).toBe(201);
    await only('6100');
    for (const { body } of [await currentReport(), await issuedReport(1)]) {
      expect(body).toMatchObject({ isPartial: true, totals: { committed: 500, budget: 15_000 } });
      expect(body.rows.map(({ code }) => code)).toEqual(['6100']);
      expect(body.categories).toMatchObject([
        { code: '6000', description: 'Art department', committed: 500 },
      ]);
      expect(body.heading).toContain('Only the accounts that you may see');
    }
    expect((await openCosts()).body).toMatchObject({ rows: [{ account: '6100' }], totals: { open: 500 } });
    const csv = await (await costFile('/file', '&format=csv')).text();
    expect(csv).toContain('Total of the listed accounts');
  });

  test('BUD-36: documents of other accounts, and reports by other codes, are refused', async () => {
    await costsOfTwoAccounts();
    await issueReport();
    await only('6100');
    const documents = (account: string) =>
      as('ada').get(`/api/budgets/measures/documents?showId=alpha1&account=${account}`);
    expect([(await documents('6100')).status, (await documents('6200')).status]).toEqual([200, 403]);
    const documentsOf = async (query: string) => (await costDocuments(query)).status;
    expect([await documentsOf('&code=6100'), await documentsOf('&code=6200')]).toEqual([200, 403]);
    expect(await documentsOf('&by=department&code=6100')).toBe(403);
    expect((await currentReport('&by=department')).status).toBe(403);
    expect((await issuedReport(1, '&by=SET')).status).toBe(403);
  });

  test('EFC-08: the history of estimates is that of the visible accounts, and none can be entered', async () => {
    await costsOfTwoAccounts();
    await countActuals(`Account,Amount,Date,Type\n6100,1200,${today},Payroll\n`);
    const path = '/api/cost-reports/estimates?showId=alpha1';
    const enter = (efc: number, revision: number) =>
      as('ada').post(path, { reason: 'Weather', estimates: [{ account: '6100', revision, efc }] });
    expect((await enter(14_500, 0)).status).toBe(200);
    await only('6100');
    const history = await as('ada').get<EstimateHistory>(`${path}&account=6100`);
    expect([history.status, history.body.changes.map(({ efc }) => efc)]).toEqual([200, [14_500]]);
    expect((await as('ada').get(`${path}&account=6200`)).status).toBe(403);
    expect((await enter(15_000, 1)).status).toBe(403);
  });

  test('BUD-36: no route of budgets and costs returns anything of another account', async () => {
    const id = await costsOfTwoAccounts();
    await issueReport();
    await only('6100');
    const { token } = await sessionOf('ada');
    const headers = { cookie: `__Host-session-token=${token}` };
    const reads = Object.keys(operations).filter((route) => /^GET \/api\/(budgets|cost-reports)/.test(route));
    expect(reads.length).toBeGreaterThan(11);
    for (const route of reads.filter((one) => !one.endsWith('/pdf'))) {
      const path = route.slice(4).replace(':id', id).replace(':number', '1');
      const query = '?showId=alpha1&account=6100&code=6100&format=csv';
      const response = await fetchWorker(new Request(`${origin}${path}${query}`, { headers }));
      const text = await response.text();
      expect([route, response.status]).toEqual([route, 200]);
      for (const secret of ['6200', '77.31', '577.31', 'CONTINGENCY', '50000', '65000'])
        expect(text.includes(secret), `${route}: ${secret}`).toBe(false);
    }
  });
});

describe('a decision on several accounts', () => {
  /** Within the budget of 6100, and not budgeted in 6200. */
  const ofTwo = () =>
    submitted('dana', {
      lineItems: [aLine(), aLine({ quantity: 1, unitCost: 7, coding: { ACCOUNT: '6200' } })],
    });

  test('BUD-38: the review has the accounts in range, and the answer for these', async () => {
    await newBudget();
    const po = await ofTwo();
    await only('6100');
    const { budget } = await read('ada', po.id);
    expect(budget).toMatchObject({ answer: 'WITHIN', isPartial: true, accounts: [{ account: '6100' }] });
    expect(budget?.accounts).toHaveLength(1);
    await setSettings('alpha1', { budgetOnDecision: 'ANSWER' });
    expect((await read('ada', po.id)).budget).toMatchObject({ answer: 'NOT_BUDGETED', isPartial: true });
    await only('9999');
    expect((await read('ada', po.id)).budget).toEqual({ answer: 'NOT_BUDGETED' });
    await setSettings('alpha1', { budgetOnDecision: 'NOTHING' });
    expect(await read('ada', po.id)).not.toHaveProperty('budget');
  });

  test('BUD-38: a vote is checked against the answer for the accounts in range', async () => {
    await newBudget();
    const po = await ofTwo();
    await membership('abel', 'Show Admin');
    await sql.directory`UPDATE memberships SET budget_accounts = '[{"from":"6100","to":"6100"}]'
      WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    const vote = (budgetAnswer: string) => action('abel', 'approval', po, { budgetAnswer });
    expect((await vote('NOT_BUDGETED')).status).toBe(409);
    expect((await vote('WITHIN')).status).toBe(200);
  });
});
