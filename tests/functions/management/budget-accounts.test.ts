import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';
import {
  changeUser,
  createUser,
  membership,
  readUser,
  refusalOf,
} from '../../support/worker/fixtures/users.ts';

const props = [{ from: '6000', to: '6999' }];

beforeAll(openStudio);
beforeEach(async () => {
  await sql.directory`UPDATE memberships SET budget_accounts = NULL, read_budget = 0`;
  await membership('hugo', 'Studio Admin');
  await membership('abel', 'Approver');
});

const limitAda = () =>
  sql.directory`UPDATE memberships SET budget_accounts = ${JSON.stringify(props)} WHERE user_id = 'ada'`;

test('BUD-37: a user who sees the whole budget chooses the accounts of others, and removes the choice', async () => {
  const { body } = await createUser({ roleId: 'Show Admin', budgetAccounts: props });
  expect(body.budgetAccounts).toEqual(props);
  expect((await changeUser(body.id, { budgetAccounts: null })).body.budgetAccounts).toBeNull();
  expect((await changeUser(body.id, { firstName: 'Inés' })).body.budgetAccounts).toBeNull();
  const reversed = [{ from: '6999', to: '6000' }];
  expect((await changeUser(body.id, { budgetAccounts: reversed })).status).toBe(400);
});

test('BUD-37: no user chooses their own accounts, and none who sees only some chooses any', async () => {
  expect(refusalOf(await changeUser('ada', { budgetAccounts: props }))).toEqual([403, 'FORBIDDEN']);
  await limitAda();
  expect(refusalOf(await changeUser('ada', { budgetAccounts: null }))).toEqual([403, 'FORBIDDEN']);
  expect(refusalOf(await changeUser('abel', { budgetAccounts: props }))).toEqual([403, 'FORBIDDEN']);
  expect(refusalOf(await createUser({ roleId: 'Show Admin', budgetAccounts: props }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect((await changeUser('ada', { budgetAccounts: props })).status).toBe(200);
});

test('BUD-37: a user who sees some accounts gives these with a role that reads budgets', async () => {
  await limitAda();
  expect((await createUser({ roleId: 'Show Admin', budgetAccounts: null })).body.budgetAccounts).toEqual(
    props,
  );
  expect((await createUser({ roleId: 'Approver' })).body.budgetAccounts).toBeNull();
  expect((await changeUser('abel', { roleId: 'Show Admin' })).body.budgetAccounts).toEqual(props);
  expect((await readUser('abel')).body.budgetAccounts).toEqual(props);
});

describe('sight of the budget', () => {
  const mayRead = async (id: 'abel' | 'dana') => (await as(id).get('/api/budgets?showId=alpha1')).status;

  test('BUD-50: a user who sees the whole budget lets any role see it, or a part of its accounts', async () => {
    expect([await mayRead('abel'), await mayRead('dana')]).toEqual([403, 403]);
    const { body } = await changeUser('abel', { readBudget: true, budgetAccounts: props });
    expect(body).toMatchObject({ readBudget: true, budgetAccounts: props });
    await changeUser('dana', { readBudget: true });
    expect([await mayRead('abel'), await mayRead('dana')]).toEqual([200, 200]);
    await changeUser('abel', { readBudget: false });
    expect([await mayRead('abel'), await mayRead('dana')]).toEqual([403, 200]);
    expect((await createUser({ readBudget: true })).body.readBudget).toBe(true);
    expect((await createUser()).body.readBudget).toBe(false);
  });

  async function logged(change: () => Promise<void>) {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await change();
    const lines = info.mock.calls.map(([line]) => String(line));
    info.mockRestore();
    const found = lines.filter((line) => line.includes('budget access changed'));
    return found.map((line) => JSON.parse(line) as unknown);
  }

  test('BUD-50: the log names who changed it', async () => {
    const entries = await logged(async () => {
      await changeUser('abel', { readBudget: true, budgetAccounts: props });
      await changeUser('abel', { readBudget: true, specialApprover: false });
    });
    expect(entries).toMatchObject([{ user: 'abel', by: 'ada', show: 'alpha1', readBudget: true, ranges: 1 }]);
  });

  test('BUD-50, BUD-88: the log names who made a user a guarantor, and who ended it', async () => {
    const entries = await logged(async () => {
      await changeUser('abel', { roleId: 'Guarantor' });
      await changeUser('abel', { roleId: 'Guarantor', specialApprover: false });
      await changeUser('abel', { roleId: 'Approver' });
      await changeUser('abel', { roleId: 'PO Creator' });
    });
    expect(entries).toMatchObject([
      { user: 'abel', by: 'ada', show: 'alpha1', role: 'Guarantor', readBudget: false },
      { user: 'abel', by: 'ada', show: 'alpha1', role: 'Approver', readBudget: false },
    ]);
    expect(await logged(async () => void (await createUser({ roleId: 'Guarantor' })))).toMatchObject([
      { by: 'ada', role: 'Guarantor' },
    ]);
  });

  test('BUD-50: no user lets themselves see it, and none who sees only some accounts lets others', async () => {
    expect(refusalOf(await changeUser('ada', { readBudget: true }))).toEqual([403, 'FORBIDDEN']);
    await limitAda();
    expect(refusalOf(await changeUser('abel', { readBudget: true }))).toEqual([403, 'FORBIDDEN']);
    expect(refusalOf(await createUser({ readBudget: true }))).toEqual([403, 'FORBIDDEN']);
    expect((await changeUser('abel', { readBudget: false })).status).toBe(200);
  });

  test('BUD-50: a former member who is added again does not see it', async () => {
    const { body } = await createUser({ roleId: 'Approver', readBudget: true });
    await changeUser(body.id, { isActive: false });
    const { username, id } = body;
    const again = await createUser({ id, username, roleId: 'Approver' });
    expect([again.status, again.body.readBudget]).toEqual([201, false]);
  });
});
