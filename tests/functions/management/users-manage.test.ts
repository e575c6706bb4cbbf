import { beforeAll, describe, expect, test } from 'vitest';
import { as, signIn } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sent, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import {
  aUser,
  changeUser,
  createUser,
  readUser,
  refusalOf,
  membership,
} from '../../support/worker/fixtures/users.ts';

beforeAll(async () => {
  await openStudio();
  await membership('lara', 'Studio Admin');
  await membership('hugo', 'EP Internal');
});

const alpha = inShow('alpha1');
const [art, grip, empty] = [alpha.department('art'), alpha.department('grip'), alpha.department('empty')];

describe('a user of the show', () => {
  test('MG-05, API-71: a user has every field', async () => {
    const { status, body } = await readUser('abel');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'abel',
      username: 'abel@backlot.example',
      firstName: 'Abel',
      lastName: 'Stone',
      initials: 'AS',
      roleId: 'Approver',
      purchaseOrderVisibilityId: 'CREATED_BY_THIS_USER',
      invoiceVisibilityId: 'CREATED_BY_THIS_USER',
      isActive: true,
      invoiceModuleVisible: false,
      paymentModuleVisible: false,
      sendUnapprovedPurchaseOrders: false,
      displayPoNumbers: null,
      specialApprover: false,
      voidPo: true,
      voidInvoice: false,
      readBudget: false,
      budgetAccounts: null,
      mfaEnabled: false,
      originalMfaEnabled: false,
      localUser: true,
      isOfOtherStudio: false,
      departments: [{ id: art, name: 'Art' }],
      approver: true,
    });
  });

  test('API-71, DEC-63: a user who left is inactive and can be read; others are not found', async () => {
    expect((await readUser('gone')).body).toMatchObject({ isActive: false, approver: false });
    for (const id of ['nora', 'nobody'])
      expect(refusalOf(await readUser(id))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusalOf(await readUser('abel', 'dana'))).toEqual([403, 'FORBIDDEN']);
    expect((await readUser('dana', 'dana')).body.username).toBe('dana@backlot.example');
  });

  test('API-72, PE-01: the roles are returned', async () => {
    const { body } = await as('ada').get<unknown>('/api/users/roles/?show=alpha1');
    const names = [
      'PO Creator',
      'Invoice Creator',
      'PO & Invoice Creator',
      'Approver',
      'Show Admin',
      'Studio Admin',
      'EP Internal',
      'Guarantor',
    ];
    expect(body).toEqual(names.map((name) => ({ id: name, name })));
  });

  test('API-73, API-74, PE-17: the visibility scopes are returned', async () => {
    for (const path of ['po-visibility', 'invoice-visibility']) {
      const { body } = await as('ada').get<{ id: string; name: string }[]>(`/api/users/${path}`);
      expect(body.map(({ id }) => id)).toEqual(['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL']);
      expect(body.every(({ name }) => name.length > 2)).toBe(true);
    }
  });

  test("API-61: the user's own shows are searched by name or license", async () => {
    const find = async (search: string) =>
      (await as('dana').get<unknown>(`/api/users/shows/search/?search=${search}`)).body;
    expect(await find('bravo')).toEqual([
      { id: 'bravo2', name: 'Bravo Junction', license: expect.any(String) },
    ]);
    expect(await find('nothing')).toEqual([]);
  });

  test('API-69, DEC-63: active users with the approver flag are returned, with the module toggle of their type', async () => {
    const names = async (query: string) => {
      const { body } = await as('ada').get<{ id: string }[]>(`/api/users/?show=alpha1&${query}`);
      return body.map(({ id }) => id);
    };
    const all = await names('templateType=PURCHASE_ORDER');
    expect(all).toEqual(expect.arrayContaining(['abel', 'grace', 'lena', 'sol', 'ada']));
    for (const id of ['dana', 'ivan', 'gone', 'idle', 'nora']) expect(all).not.toContain(id);
    expect(await names('templateType=PURCHASE_ORDER&search=LEN')).toEqual(['lena']);
    expect(await names('templateType=PURCHASE_ORDER&search=sol@backlot')).toEqual(['sol']);
    expect(await names('templateType=INVOICE')).toEqual([]);
    await changeUser('lena', { invoiceModuleVisible: true });
    await changeUser('luis', { paymentModuleVisible: true });
    expect(await names('templateType=INVOICE')).toEqual(['lena']);
    expect(await names('templateType=PAYMENT')).toEqual(['luis']);
    expect((await as('ada').get('/api/users/?show=alpha1&templateType=MEMO')).status).toBe(400);
  });
});

describe('changing a user', () => {
  test('API-67, MG-06, DEC-63: only the sent fields change, by id', async () => {
    const before = (await readUser('wendy')).body;
    const change = {
      firstName: 'Wendeline',
      roleId: 'Approver',
      invoiceVisibilityId: 'ALL',
      displayPoNumbers: 'FULL_APPROVAL',
      voidPo: true,
    };
    const { status, body } = await changeUser('wendy', change);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...change, approver: true });
    expect((await readUser('wendy')).body).toEqual(body);
    expect((await changeUser('wendy', { displayPoNumbers: null })).body.displayPoNumbers).toBeNull();
    expect((await changeUser('wendy', {})).body).toEqual({ ...body, displayPoNumbers: null });
  });

  test('MG-05, PE-25, DEC-63: two-step sign-in is switched on for the account; the request has its loaded value', async () => {
    const { body } = await changeUser('wendy', { mfaEnabled: true });
    expect([body.mfaEnabled, body.originalMfaEnabled]).toEqual([true, true]);
    expect((await changeUser('wendy', { mfaEnabled: false })).body.mfaEnabled).toBe(false);
  });

  test('PE-25: the toggles belong to the user, who is notified of changes', async () => {
    const rights = async () => (await as('otto').get('/api/users/config/?showId=alpha1&st=0')).body;
    const on = {
      specialApprover: true,
      sendUnapprovedPurchaseOrders: true,
      displayPoNumbers: 'FIRST_APPROVAL',
    };
    const toggles = {
      ...on,
      invoiceModuleVisible: true,
      paymentModuleVisible: true,
      voidPo: false,
      voidInvoice: true,
      mfaEnabled: false,
    };
    expect((await changeUser('otto', toggles)).body).toMatchObject(toggles);
    expect(await rights()).toMatchObject(on);
  });

  test('API-67: invalid enum values, another username and unknown users are refused', async () => {
    for (const bad of [
      { roleId: 'King' },
      { purchaseOrderVisibilityId: 'SOME' },
      { displayPoNumbers: 'NEVER' },
      { firstName: '' },
      { lastName: 'x'.repeat(61) },
      { username: 'other@backlot.example' },
      { isActive: 'no' },
    ]) {
      expect(refusalOf(await changeUser('wendy', bad)), JSON.stringify(bad)).toEqual([
        400,
        'invalid_parameter',
      ]);
    }
    expect((await changeUser('wendy', { username: 'Wendy@backlot.example' })).status).toBe(200);
    expect(refusalOf(await changeUser('nora', { firstName: 'N' }))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusalOf(await changeUser('wendy', { firstName: 'N' }, 'abel'))).toEqual([403, 'FORBIDDEN']);
  });

  test('DEC-11: a role that the user may assign may also be removed, but not their own', async () => {
    const forbidden = [403, 'FORBIDDEN'];
    expect(refusalOf(await changeUser('ivan', { roleId: 'Studio Admin' }))).toEqual(forbidden);
    expect(refusalOf(await changeUser('ivan', { roleId: 'EP Internal' }))).toEqual(forbidden);
    expect(refusalOf(await changeUser('ivan', { roleId: 'EP Internal' }, 'lara'))).toEqual(forbidden);
    expect((await changeUser('ivan', { roleId: 'Studio Admin' }, 'lara')).status).toBe(200);
    expect(refusalOf(await changeUser('ivan', { roleId: 'Approver' }))).toEqual(forbidden);
    expect(refusalOf(await changeUser('hugo', { isActive: false }, 'lara'))).toEqual(forbidden);
    expect((await changeUser('ivan', { roleId: 'EP Internal' }, 'hugo')).status).toBe(200);
    expect((await changeUser('ivan', { roleId: 'Invoice Creator' }, 'hugo')).status).toBe(200);
    expect(refusalOf(await changeUser('ada', { roleId: 'Approver' }))).toEqual(forbidden);
    expect(refusalOf(await changeUser('ada', { isActive: false }))).toEqual(forbidden);
    expect((await changeUser('ada', { isActive: true, voidInvoice: true })).status).toBe(200);
  });

  test('DEC-11: the account of a user with a higher role elsewhere cannot be changed from this show', async () => {
    await sql.directory`UPDATE memberships SET role = 'EP Internal' WHERE user_id = 'dana'
      AND show_id = 'bravo2'`;
    expect(refusalOf(await changeUser('dana', { mfaEnabled: true }))).toEqual([403, 'FORBIDDEN']);
    expect((await changeUser('dana', { voidInvoice: true })).status).toBe(200);
    await sql.directory`UPDATE memberships SET role = 'PO Creator' WHERE user_id = 'dana'
      AND show_id = 'bravo2'`;
  });

  test('DEC-11, DEC-63: only Internal changes name and two-step sign-in of a user who also belongs to another studio', async () => {
    expect((await readUser('dana')).body.isOfOtherStudio).toBe(true);
    for (const change of [
      { mfaEnabled: true },
      { firstName: 'Dina' },
      { lastName: 'Wade' },
      { initials: 'X' },
    ]) {
      for (const actor of ['ada', 'lara'] as const)
        expect(refusalOf(await changeUser('dana', change, actor))).toEqual([403, 'FORBIDDEN']);
    }
    expect((await changeUser('dana', { voidInvoice: true })).status).toBe(200);
    expect((await changeUser('dana', { initials: 'DX' }, 'hugo')).body.initials).toBe('DX');
    const left = studioEnv.DIRECTORY.prepare(
      "UPDATE memberships SET is_active = ? WHERE user_id = 'dana' AND show_id = 'bravo2'",
    );
    await left.bind(0).run();
    expect((await readUser('dana')).body.isOfOtherStudio).toBe(false);
    expect((await changeUser('dana', { initials: 'DW' })).body.initials).toBe('DW');
    await left.bind(1).run();
  });

  test('DEC-05, DEC-63: a user deactivated in the only show is signed out, and finds no show after signing in', async () => {
    const session = signIn('carl');
    expect((await as('carl', session).get('/api/users/meta/?show=alpha1&st=0')).status).toBe(200);
    expect((await changeUser('carl', { isActive: false })).body.isActive).toBe(false);
    const out = await as('carl', session).get('/api/users/meta/?show=alpha1&st=0');
    expect([out.status, out.body['code']]).toEqual([401, 'USER_NOT_IN_SESSION']);
    const again = await as('carl', signIn('carl')).get('/api/sessions/login-context');
    expect(again.body).toMatchObject({ shows: [] });
    expect((await changeUser('carl', { isActive: true })).body.isActive).toBe(true);
  });

  test('DEC-05: a user with another show loses this one at once', async () => {
    const session = signIn('dana');
    await changeUser('dana', { isActive: false });
    const here = await as('dana', session).get('/api/users/meta/?show=alpha1&st=0');
    expect([here.status, here.body['code']]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
    expect((await as('dana', session).get('/api/users/meta/?show=bravo2&st=0')).status).toBe(200);
    await changeUser('dana', { isActive: true });
  });
});

describe('departments of a user', () => {
  const put = (id: string, departmentIds: unknown, name: 'ada' | 'abel' = 'ada') =>
    as(name).put<{ id: string; name: string }[] & { code?: string }>(
      `/api/users/${id}/departments/?show=alpha1`,
      { departmentIds },
    );

  test('API-75: the departments are exactly the sent ones', async () => {
    expect((await put('sol', [grip, art])).body).toEqual([
      { id: art, name: 'Art' },
      { id: grip, name: 'Grip' },
    ]);
    expect((await put('sol', [empty])).body).toEqual([{ id: empty, name: 'Empty' }]);
    expect((await readUser('sol')).body.departments).toEqual([{ id: empty, name: 'Empty' }]);
    const old = await as('ada').get(`/api/departments/${art}/user/sol?showId=alpha1`);
    expect(old.body).toEqual({ userId: 'sol', departmentId: art, active: false });
    expect((await put('sol', [])).body).toEqual([]);
  });

  test('API-75, DEC-62: a user is not removed from a department that needs them', async () => {
    expect(refusalOf(await put('grace', []))).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect((await readUser('grace')).body.departments).toEqual([{ id: grip, name: 'Grip' }]);
  });

  test('API-75: departments and users must belong to this show, and the caller must manage users', async () => {
    expect(refusalOf(await put('sol', [inShow('bravo2').department('art')]))).toEqual([404, 'NOT_FOUND']);
    expect(refusalOf(await put('nora', []))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusalOf(await put('sol', [art], 'abel'))).toEqual([403, 'FORBIDDEN']);
    expect(refusalOf(await put('sol', art))).toEqual([400, 'invalid_parameter']);
  });
});

test('API-66: a request is validated, and only callers who manage users create', async () => {
  for (const [own, code] of [
    [{ username: 'no address' }, 'invalid_parameter'],
    [{ firstName: ' ' }, 'invalid_parameter'],
    [{ roleId: 'King' }, 'invalid_parameter'],
    [{ roleId: undefined }, 'MISSING_REQUIRED_FIELDS'],
    [{ lastName: undefined }, 'MISSING_REQUIRED_FIELDS'],
  ] as const) {
    expect(refusalOf(await createUser(own)), JSON.stringify(own)).toEqual([400, code]);
  }
  expect(refusalOf(await createUser({}, 'abel'))).toEqual([403, 'FORBIDDEN']);
  expect(refusalOf(await createUser({ roleId: 'Studio Admin' }))).toEqual([403, 'FORBIDDEN']);
  const elsewhere = await as('ada').post('/api/users?show=bravo2', aUser());
  expect([elsewhere.status, elsewhere.body['code']]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  expect(sent.mail).toEqual([]);
});
