import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Budget } from '#domain/budget/budget-response';
import {
  changeBudget,
  checkBudget,
  forgetBudgets,
  importBudget,
  postBudget,
  readBudget,
} from '../../support/worker/budget/budgets.ts';
import { openEpisodes } from '../../support/worker/budget/episodes.ts';
import { sessionOf } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await openEpisodes();
});
beforeEach(forgetBudgets);

async function fileOf(id: string, format: 'csv' | 'xlsx', name: PersonName = 'ada') {
  const { token } = await sessionOf(name);
  const headers = { cookie: `__Host-session-token=${token}` };
  return fetchWorker(new Request(`${origin}/api/budgets/${id}/file?format=${format}`, { headers }));
}

/** What an import has to keep: the lines with their final budget, in their order. */
const contentOf = ({ lines }: Budget) =>
  lines.map(({ account, codes, description, kind, series, final }) => ({
    account,
    codes,
    description,
    kind,
    series,
    final,
  }));

/** A locked budget of everything that an import of other files would read otherwise. */
async function intricateBudget(): Promise<Budget> {
  const [harbor, fire] = [{ EPISODE: '103' }, { EPISODE: '104' }];
  const { status, body } = await postBudget({
    name: 'Season 1',
    lines: [
      // As much as its episodes, and as the account below it.
      { account: '6100', description: '=Total "dressing", all', amount: 900 },
      { account: '6100', codes: harbor, amount: 600.5 },
      { account: '6100', codes: { ...fire, SET: '12' }, amount: 299.5 },
      { account: '6110', description: 'Contingency flowers', amount: 1_800 },
      { account: '6200', description: 'Payroll fringes', kind: 'FRINGES', amount: -40 },
      { account: 'BOND', description: '', kind: 'CONTINGENCY', amount: 0 },
      { account: 'FRINGES', kind: 'FRINGES', description: 'Total Fringes', amount: 70 },
      { account: 'CONTINGENCY', kind: 'CONTINGENCY', description: 'Contingency 10%', amount: 5_000 },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body;
  const series = { account: '6110', episodes: ['103', '104'], pattern: 250, amort: 500 };
  expect((await changeBudget(id, 'series', series)).status).toBe(200);
  await changeBudget(id, 'lock');
  const transfer = { from: 'CONTINGENCY', to: '6100', amount: 33.33, reason: 'Rain' };
  expect((await changeBudget(id, 'transfers', transfer)).status).toBe(200);
  const overage = { account: '6100', codes: harbor, amount: 10, reason: 'Approved' };
  expect((await changeBudget(id, 'overages', overage)).status).toBe(200);
  return readBudget(id);
}

test.each(['csv', 'xlsx'] as const)(
  'BUD-86: a budget as %s is imported again without a change',
  async (format) => {
    const before = await intricateBudget();
    const file = await fileOf(before.id, format);
    expect(file.headers.get('content-disposition')).toMatch(/Budget_1_alpha.*\.(csv|xlsx)/);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { body: check } = await checkBudget(bytes, `budget.${format}`);
    expect(check).toMatchObject({ faults: [], unknown: [], difference: 0 });
    expect(check.totalRows.map(({ description }) => description)).toEqual(['Total']);
    expect(check.importedTotal).toBe(before.totals.final);
    const { status, body: after } = await importBudget(bytes, {
      count: check.ready,
      total: check.importedTotal,
      name: `budget.${format}`,
    });
    expect(status, JSON.stringify(after)).toBe(201);
    expect(contentOf(after)).toEqual(contentOf(before));
    for (const total of ['final', 'contingency', 'withoutContingency', 'pattern', 'amort'] as const)
      expect(after.totals[total]).toBe(before.totals[total]);
  },
);

test('BUD-86: the file of a locked budget has what was locked, transfers and overages beside the final budget', async () => {
  const { id } = await intricateBudget();
  const text = (await (await fileOf(id, 'csv')).text()).replace('\uFEFF', '');
  const [heading, first] = text.split('\r\n');
  expect(heading).toBe(
    'Account,Description,Line Kind,Set,Episode,Pattern or Amort,Locked Budget,Transfers,Approved Overages,Budget',
  );
  expect(first).toBe(`6100,"'=Total ""dressing"", all",Account,,,,900.00,33.33,0.00,933.33`);
});

test('BUD-36, BUD-86: the file of a user with ranges has their lines, and says what its total is of', async () => {
  const { id } = await intricateBudget();
  const limit = (ranges: string | null) =>
    sql.directory`UPDATE memberships SET budget_accounts = ${ranges} WHERE user_id = 'ada' AND show_id = 'alpha1'`;
  await limit('[{"from":"6200","to":"6200"}]');
  const bytes = new Uint8Array(await (await fileOf(id, 'csv')).arrayBuffer());
  await limit(null);
  const [, ...rows] = new TextDecoder().decode(bytes).trim().split('\r\n');
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    ['6200', 'Payroll fringes'],
    ['', 'Total of the listed accounts'],
  ]);
  const { body } = await checkBudget(bytes, 'budget.csv');
  expect(body).toMatchObject({ ready: 1, faults: [], difference: 0, totalRows: [{ amount: -40 }] });
});

test('BUD-86: the file requires READ Budget, and a budget of the show', async () => {
  const { id } = await intricateBudget();
  expect((await fileOf(id, 'csv', 'dana')).status).toBe(403);
  expect((await fileOf(`${id}0`, 'csv')).status).toBe(404);
});

test('BUD-11: an account with lines of two kinds is refused, by hand and in a file', async () => {
  const message =
    'Account 6100 has lines of the kind Contingency. All lines of an account are of one kind: choose Contingency, or another account.';
  const codes = { EPISODE: '103' };
  const reserve = { account: '6100', kind: 'CONTINGENCY', amount: 5 };
  const mixed = await postBudget({ name: 'Mixed', lines: [{ account: '6100', codes, amount: 1 }, reserve] });
  expect([mixed.status, mixed.body.message]).toEqual([400, message]);
  const { id } = (await postBudget({ name: 'One kind', lines: [reserve] })).body;
  const refused = await changeBudget(id, 'amounts', { account: '6100', codes, kind: 'ACCOUNT', amount: 1 });
  expect([refused.status, refused.body.message]).toEqual([400, message]);
  const added = await changeBudget(id, 'amounts', { account: '6100', codes, amount: 1 });
  expect(added.body.lines.map(({ kind }) => kind)).toEqual(['CONTINGENCY', 'CONTINGENCY']);
  expect(added.body.totals.withoutContingency).toBe(0);
  const { body } = await checkBudget(
    'Account,Episode,Description,Budget\n6100,103,Set dressing,1\n6100,,Contingency,5',
  );
  expect(body.faults).toEqual([
    {
      row: 3,
      column: 'Line Kind',
      message:
        'Account 6100 has a line of the kind Account and this one of the kind Contingency. Enter one of them for all its lines in the column Line Kind.',
    },
  ]);
});
