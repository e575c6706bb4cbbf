import { beforeAll, beforeEach, expect, test } from 'vitest';
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
  await sql.directory`UPDATE memberships SET budget_accounts = NULL`;
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
