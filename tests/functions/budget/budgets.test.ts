import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Budget } from '#domain/budget/budget-response';
import {
  changeBudget,
  changesOf,
  listBudgets,
  newBudget,
  postBudget,
  readBudget,
  forgetBudgets,
} from '../../support/worker/budget/budgets.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(forgetBudgets);

const linesOf = ({ lines }: Budget) => lines.map(({ account, final }) => [account, final]);
const key = () => crypto.randomUUID();

describe('budgets of a show', () => {
  test('BUD-07, BUD-11: a budget is created, listed and read with its totals', async () => {
    const { id } = await newBudget();
    const budget = await readBudget(id);
    expect(budget).toMatchObject({
      number: 1,
      name: 'Draft 3',
      status: 'WORKING',
      currency: 'USD',
      revision: 1,
    });
    expect(budget.lines[0]).toEqual({
      account: '6100',
      codes: {},
      description: 'Set dressing',
      kind: 'ACCOUNT',
      series: null,
      original: 15_000,
      transfers: 0,
      overages: 0,
      final: 15_000,
    });
    expect(budget.totals).toMatchObject({ final: 65_000, contingency: 50_000, withoutContingency: 15_000 });
    const { lines: _, totals: __, ...summary } = budget;
    expect((await listBudgets()).body.budgets).toEqual([summary]);
  });

  test('BUD-07: accounts that are unknown or twice in it are refused, and so is an unknown currency', async () => {
    const messageOf = async (body: object) => {
      const { status, body: answer } = await postBudget({ name: 'Wrong', ...body });
      return [status, answer.message];
    };
    const line = { account: '6100', amount: 1 };
    expect(await messageOf({ lines: [{ account: '9999', amount: 1 }] })).toEqual([
      400,
      'Account 9999 is not in the chart of accounts.',
    ]);
    expect(await messageOf({ lines: [line, line] })).toEqual([400, 'Account 6100 is in the budget twice.']);
    expect(await messageOf({ currency: 'JPY' })).toEqual([400, 'No company of this show uses JPY.']);
    expect((await listBudgets()).body.budgets).toEqual([]);
  });

  test('BUD-10: a repeated creation returns the same budget', async () => {
    const once = key();
    const [first, again] = [await postBudget({ name: 'A' }, once), await postBudget({ name: 'A' }, once)];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await listBudgets()).body.budgets).toHaveLength(1);
    expect((await postBudget({ name: 'B' }, once)).status).toBe(422);
  });

  test('BUD-07: budgets of another show are not found', async () => {
    const { id } = await newBudget();
    expect((await as('ada').get(`/api/budgets/${id}_`)).status).toBe(404);
    expect((await as('ada').get('/api/budgets/alpha1_none/changes')).status).toBe(404);
  });

  test.each(['dana', 'abel'] as const)('BUD-16: %s neither sees nor changes budgets', async (name) => {
    const { id } = await newBudget();
    expect((await listBudgets(name)).status).toBe(403);
    expect((await postBudget({ name: 'Mine' }, undefined, name)).status).toBe(403);
    expect((await as(name).post(`/api/budgets/${id}/lock`, { revision: 1 })).status).toBe(403);
  });
});

describe('changes of a budget', () => {
  test('BUD-08: an amount changes while the budget is working, and never after it is locked', async () => {
    const { id } = await newBudget();
    const changed = await changeBudget(id, 'amounts', { account: '6100', amount: 16_000 });
    expect([changed.status, linesOf(changed.body)[0], changed.body.revision]).toEqual([
      200,
      ['6100', 16_000],
      2,
    ]);
    const added = await changeBudget(id, 'amounts', {
      account: 'FRINGES',
      kind: 'FRINGES',
      description: 'Fringes',
      amount: 900,
    });
    expect(linesOf(added.body)).toEqual([
      ['6100', 16_000],
      ['CONTINGENCY', 50_000],
      ['FRINGES', 900],
    ]);
    const locked = await changeBudget(id, 'lock');
    expect(locked.body).toMatchObject({ status: 'LOCKED', lockedBy: { userId: 'ada' } });
    const late = await changeBudget(id, 'amounts', { account: '6100', amount: 1 });
    expect([late.status, late.body.message]).toEqual([
      400,
      'A locked budget never changes. Transfer between accounts, or enter an approved overage.',
    ]);
    expect((await changeBudget(id, 'lock')).status).toBe(400);
    expect(linesOf(await readBudget(id))[0]).toEqual(['6100', 16_000]);
  });

  test('BUD-08: a budget without lines cannot be locked', async () => {
    const { body } = await postBudget({ name: 'Empty' });
    const { status, body: answer } = await changeBudget(body.id, 'lock');
    expect([status, answer.message]).toEqual([400, 'This budget has no lines yet.']);
  });

  test('BUD-09, BUD-11: a transfer of 3,000 out of contingency, then an overage of 2,000 (example 5)', async () => {
    const { id } = await newBudget(true);
    const transfer = { from: 'CONTINGENCY', to: '6100', amount: 3_000, reason: 'Rain days' };
    const moved = (await changeBudget(id, 'transfers', transfer)).body;
    expect(linesOf(moved)).toEqual([
      ['6100', 18_000],
      ['CONTINGENCY', 47_000],
    ]);
    expect(moved.totals).toMatchObject({
      original: 65_000,
      transfers: 0,
      final: 65_000,
      contingency: 47_000,
    });
    const overage = { account: '6100', amount: 2_000, reason: 'Approved by the studio' };
    const raised = (await changeBudget(id, 'overages', overage)).body;
    expect([linesOf(raised)[0], raised.totals.final]).toEqual([['6100', 20_000], 67_000]);
  });

  test('BUD-09: what is not allowed is refused with a sentence and changes nothing', async () => {
    const working = await newBudget();
    const move = { from: '6100', to: 'CONTINGENCY', amount: 1, reason: 'x' };
    const messageOf = async (id: string, path: 'transfers' | 'overages', body: object) =>
      (await changeBudget(id, path, body)).body.message;
    expect(await messageOf(working.id, 'transfers', move)).toBe(
      'This budget is not locked yet. Change its amounts instead.',
    );
    const { id } = await newBudget(true);
    expect(await messageOf(id, 'transfers', { ...move, amount: 15_000.01 })).toBe(
      '6100 does not have that much budget left.',
    );
    expect(await messageOf(id, 'transfers', { ...move, to: '9999' })).toBe(
      'Account 9999 is neither in this budget nor in the chart of accounts.',
    );
    expect(await messageOf(id, 'transfers', { ...move, reason: ' ' })).toBe('reason: This is empty.');
    expect(await messageOf(id, 'overages', { account: '6100', amount: -1, reason: 'x' })).toBe(
      'Account 6100 has no approved overage of that amount.',
    );
    await newBudget(true);
    expect(await messageOf(id, 'transfers', move)).toBe('A newer budget is locked. Change that one.');
    expect((await readBudget(id)).revision).toBe(2);
  });

  test('BUD-08: the newest locked budget counts, else the newest working one', async () => {
    const counting = async () =>
      (await listBudgets()).body.budgets.filter(({ isCounting }) => isCounting).map(({ number }) => number);
    const first = await newBudget();
    await newBudget();
    expect(await counting()).toEqual([2]);
    await changeBudget(first.id, 'lock');
    expect(await counting()).toEqual([1]);
  });

  test('BUD-10: of two changes of the same revision, the second changes nothing', async () => {
    const { id } = await newBudget();
    const change = (amount: number) =>
      as('ada').put<{ code: string }>(`/api/budgets/${id}/amounts`, { revision: 1, account: '6100', amount });
    const answers = await Promise.all([change(1), change(2), change(3)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await change(4)).body.code).toBe('WORKFLOW_CONFLICT');
    expect((await changesOf(id)).changes).toHaveLength(2);
  });

  test('BUD-10: a repeated transfer moves the amount once', async () => {
    const { id, revision } = await newBudget(true);
    const body = { revision, from: 'CONTINGENCY', to: '6100', amount: 3_000, reason: 'Rain days' };
    const once = key();
    for (let n = 0; n < 2; n += 1)
      expect(linesOf((await changeBudget(id, 'transfers', body, once)).body)[0]).toEqual(['6100', 18_000]);
    expect((await readBudget(id)).revision).toBe(3);
  });

  test('BUD-10: the history has each change with user, reason and the final budget after it', async () => {
    const { id } = await newBudget(true);
    await changeBudget(id, 'transfers', {
      from: 'CONTINGENCY',
      to: '6100',
      amount: 3_000,
      reason: 'Rain days',
    });
    const { changes, hasMore } = await changesOf(id);
    expect(hasMore).toBe(false);
    expect(changes.map(({ revision, kind }) => [revision, kind])).toEqual([
      [3, 'TRANSFER'],
      [2, 'LOCKED'],
      [1, 'CREATED'],
    ]);
    expect(changes[0]).toMatchObject({
      reason: 'Rain days',
      by: { userId: 'ada' },
      lines: [
        { account: 'CONTINGENCY', amount: -3_000, final: 47_000 },
        { account: '6100', amount: 3_000, final: 18_000 },
      ],
    });
    expect((await changesOf(id, '?before=2')).changes.map(({ revision }) => revision)).toEqual([1]);
  });
});

test('creating, reading and changing a budget take three, two and three round trips', async () => {
  const counted = countTrips();
  const lines = [
    { account: '6100', amount: 10 },
    { account: 'CONTINGENCY', kind: 'CONTINGENCY', amount: 5 },
  ];
  const created = await measureCost(() => postBudget({ name: 'Draft', lines }, key()));
  const { id } = created.answer.body;
  const read = await measureCost(() => as('ada').get(`/api/budgets/${id}`));
  const change = (path: string, revision: number, body: object = {}) =>
    measureCost(() => as('ada').post(`/api/budgets/${id}/${path}`, { revision, reason: 'Rain', ...body }));
  const set = await measureCost(() =>
    as('ada').put(`/api/budgets/${id}/amounts`, { revision: 1, account: '6100', amount: 20 }),
  );
  const series = await measureCost(() =>
    as('ada').put(`/api/budgets/${id}/series`, { revision: 2, account: '6100', episodes: [], amort: 8 }),
  );
  const locked = await change('lock', 3);
  const moved = await change('transfers', 4, { from: 'CONTINGENCY', to: '6100', amount: 1 });
  const raised = await change('overages', 5, { account: '6100', amount: 1 });
  counted.stop();
  const all = [created, read, set, series, locked, moved, raised];
  expect(all.map(({ answer }) => answer.status)).toEqual([201, 200, 200, 200, 200, 200, 200]);
  expect(all.map(({ cost }) => cost.trips)).toEqual([3, 2, 3, 3, 3, 3, 3]);
});
