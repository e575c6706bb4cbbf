import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { skipPauses } from '../../support/worker/skip-pauses.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import {
  aUser,
  changeUser,
  connectDirectory,
  createUser,
  readUser,
  refusalOf,
  membership,
} from '../../support/worker/fixtures/users.ts';

beforeAll(async () => {
  await openStudio();
  await membership('hugo', 'EP Internal');
});
beforeEach(forgetSent);

const lookUp = (username: string, useSmartId = '0', name: 'ada' | 'abel' | 'hugo' = 'ada') =>
  as(name).get<Record<string, unknown> & { code?: string }>(
    `/api/users/?username=${encodeURIComponent(username)}&show=alpha1&useSmartId=${useSmartId}`,
  );

describe('local users', () => {
  test('API-68, MG-06, ER-01: an unknown username is USER_NOT_FOUND and can then be created', async () => {
    const username = 'ines@backlot.example';
    expect(refusalOf(await lookUp(username))).toEqual([404, 'USER_NOT_FOUND']);
    const { status, body } = await createUser({ username: 'Ines@Backlot.example', firstName: 'Inés' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username,
      firstName: 'Inés',
      lastName: 'Vance',
      initials: 'IV',
      roleId: 'PO Creator',
      purchaseOrderVisibilityId: 'CREATED_BY_THIS_USER',
      isActive: true,
      localUser: true,
      mfaEnabled: false,
      departments: [],
    });
    expect((await readUser(body.id)).body).toEqual(body);
    const expectedUser = { id: body.id, username, firstName: 'Inés', lastName: 'Vance', initials: 'IV' };
    expect((await lookUp(` ${username.toUpperCase()} `)).body).toEqual({
      ...expectedUser,
      localUser: true,
      isInShow: true,
    });
  });

  test('API-66, DEC-63: a new local user gets a link for setting a password by mail, and again on request', async () => {
    const { body } = await createUser({ username: 'mara@backlot.example' });
    expect(sent.mail).toHaveLength(1);
    const [mail] = sent.mail;
    expect(mail?.to).toBe('mara@backlot.example');
    expect(String(mail?.text)).toMatch(/https:\/\/app\.backlot\.test\/api\/auth\/password\/[\w-]{20,}/);
    const again = await as('ada').post(`/api/users/${body.id}/invitation?show=alpha1`, {});
    expect([again.status, again.body]).toEqual([200, { success: true }]);
    expect(sent.mail).toHaveLength(2);
    // A repetition after a lost answer sends no further mail (DEC-99).
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let n = 0; n < 2; n += 1) {
      const repeated = await as('ada').post(`/api/users/${body.id}/invitation?show=alpha1`, {}, key);
      expect([repeated.status, repeated.body]).toEqual([200, { success: true }]);
      expect(sent.mail).toHaveLength(3);
    }
    expect((await as('abel').post(`/api/users/${body.id}/invitation?show=alpha1`, {})).status).toBe(403);
    expect((await as('ada').post('/api/users/nora/invitation?show=alpha1', {})).status).toBe(404);
  });

  test('DEC-11, PE-25: the Void toggles of a new user start with those of the role, and are then independent of it', async () => {
    const toggles = async (own: Record<string, unknown>) => {
      const { voidPo, voidInvoice } = (await createUser(own)).body;
      return [voidPo, voidInvoice];
    };
    expect(await toggles({ roleId: 'PO Creator' })).toEqual([false, false]);
    expect(await toggles({ roleId: 'Approver' })).toEqual([true, true]);
    expect(await toggles({ roleId: 'Approver', voidPo: false })).toEqual([false, true]);
    const { body } = await createUser({ roleId: 'PO Creator' });
    expect((await changeUser(body.id, { roleId: 'Approver' })).body).toMatchObject({ voidPo: false });
  });

  test('API-66: a repeated request creates one user and sends one mail', async () => {
    const [own, headers] = [
      { username: 'twice@backlot.example' },
      { 'Idempotency-Key': crypto.randomUUID() },
    ];
    const first = await createUser(own, 'ada', headers);
    const again = await createUser(own, 'ada', headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(sent.mail).toHaveLength(1);
    expect(refusalOf(await createUser(own))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('DEC-99, API-66: concurrent duplicates create one user and send one mail', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const draft = aUser({ username: 'twins@backlot.example' });
    const answers = await Promise.all([1, 2, 3].map(() => createUser(draft, 'ada', headers)));
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([201, first?.body]);
    expect(sent.mail).toHaveLength(1);
  });

  test('DEC-99: concurrent duplicates of an invitation send one mail, and a key without a sent mail is free again', async () => {
    const { body } = await createUser({ username: 'invited@backlot.example' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const invite = () => as('ada').post(`/api/users/${body.id}/invitation?show=alpha1`, {}, key);
    const send = vi.spyOn(studioEnv.EMAIL, 'send');
    send.mockRejectedValueOnce(new Error('not now'));
    expect(refusalOf(await invite())).toEqual([424, 'email_send_failed']);
    const gate = Promise.withResolvers<void>();
    send.mockImplementation(async () => {
      await gate.promise;
      return { messageId: 'one' };
    });
    // One request starts at the same time, another while the mail is being sent.
    const duplicates = [invite(), invite()];
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    duplicates.push(invite());
    setTimeout(() => gate.resolve(), 300);
    for (const answer of await Promise.all(duplicates))
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(send).toHaveBeenCalledTimes(2);
    send.mockRestore();
  });

  test('DEC-99: a repetition sends the invitation of a crashed Worker after a minute, and not before', async () => {
    const { body } = await createUser({ username: 'left@backlot.example' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const invite = () => as('ada').post(`/api/users/${body.id}/invitation?show=alpha1`, {}, key);
    const send = vi.spyOn(studioEnv.EMAIL, 'send');
    expect((await invite()).status).toBe(200);
    const leave = (seconds: number) =>
      sql.alpha`UPDATE idempotency
        SET status = 102, body = '', created_at = ${new Date(Date.now() - seconds * 1000).toISOString()}
        WHERE key = ${key['idempotency-key']}`;
    // The interval at which a duplicate waits for the answer.
    skipPauses(250);
    await leave(30);
    expect(refusalOf(await invite())).toEqual([409, 'WORKFLOW_CONFLICT']);
    await leave(61);
    const answers = [...(await Promise.all([invite(), invite()])), await invite()];
    expect(answers.map(({ body: answer }) => answer)).toEqual(answers.map(() => ({ success: true })));
    expect(send).toHaveBeenCalledTimes(2);
    send.mockRestore();
  });

  test('DEC-99, API-66: a key counts in the show where it was used', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const own = { username: 'both.shows@backlot.example' };
    await studioEnv.DIRECTORY.batch([
      studioEnv.DIRECTORY.prepare(
        `INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at)
         VALUES ('delta', 'meridian', 'delta', 'Delta', 'L4', 0, 'SA', '2026-01-05T09:00:00.000Z')`,
      ),
      studioEnv.DIRECTORY.prepare(
        "INSERT INTO memberships (show_id, user_id, role) VALUES ('delta', 'ada', 'Show Admin')",
      ),
    ]);
    const here = await createUser(own, 'ada', headers);
    const there = await as('ada').post<{ id: string }>('/api/users?show=delta', aUser(own), headers);
    expect([here.status, there.status, there.body.id]).toEqual([201, 201, here.body.id]);
  });

  test('API-66: two concurrent administrators create one user', async () => {
    const own = { username: 'raced@backlot.example' };
    const answers = await Promise.all([createUser(own), createUser(own, 'hugo')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('users with an account', () => {
  test('API-68, MG-06: a user of another show of the studio is found and added unchanged', async () => {
    await sql.directory`INSERT INTO shows (id, studio_id, slug, name, license, shard, accounting_system, created_at)
       VALUES ('charlie', 'meridian', 'charlie', 'Charlie', 'L3', 0, 'SA', '2026-01-05T09:00:00.000Z')`;
    await sql.directory`INSERT INTO memberships (show_id, user_id, role) VALUES ('charlie', 'bea', 'Approver')`;
    const expectedUser = await lookUp('bea@backlot.example');
    expect(expectedUser.body).toEqual({
      id: 'bea',
      username: 'bea@backlot.example',
      firstName: 'Bea',
      lastName: 'Stone',
      initials: 'BS',
      localUser: true,
      isInShow: false,
    });
    const { status, body } = await createUser({
      id: 'bea',
      username: 'bea@backlot.example',
      firstName: 'Somebody',
      roleId: 'Approver',
    });
    expect([status, body.id, body.firstName]).toEqual([201, 'bea', 'Bea']);
    expect(sent.mail).toEqual([]);
    expect((await lookUp('bea@backlot.example')).body['isInShow']).toBe(true);
  });

  test('DEC-99, API-66: a membership without a stored answer is returned for the same request only', async () => {
    const draft = aUser({ username: 'bess@backlot.example', roleId: 'Approver' });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await createUser(draft, 'hugo', headers);
    expect([first.status, first.body.id]).toEqual([201, 'bess']);
    // As left by a Worker that crashed between the two databases.
    await sql.alpha`DELETE FROM idempotency WHERE key = ${headers['Idempotency-Key']}`;
    const again = await createUser(draft, 'hugo', headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(refusalOf(await createUser(draft, 'hugo'))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('API-66: a user who left the show returns with the newly chosen membership', async () => {
    const { body } = await createUser({
      id: 'gone',
      username: 'gone@backlot.example',
      roleId: 'Invoice Creator',
    });
    expect(body).toMatchObject({ id: 'gone', isActive: true, roleId: 'Invoice Creator' });
  });

  test('API-68: a lookup finds no users of other studios, except for EP Internal', async () => {
    expect(refusalOf(await lookUp('bob@backlot.example'))).toEqual([404, 'USER_NOT_FOUND']);
    expect((await lookUp('bob@backlot.example', '0', 'hugo')).body['id']).toBe('bob');
    expect(refusalOf(await lookUp('bob@backlot.example', '0', 'abel'))).toEqual([403, 'FORBIDDEN']);
  });

  test('ER-01, API-66: a username that differs from the looked-up one is EMAIL_USER_MISMATCH', async () => {
    for (const username of ['ben@backlot.example', 'new.person@backlot.example']) {
      expect(refusalOf(await createUser({ id: 'bea', username }))).toEqual([403, 'EMAIL_USER_MISMATCH']);
    }
  });
});

describe('with an identity directory', () => {
  beforeAll(connectDirectory);

  test('PE-27, DEC-64: smartId2 is on', async () => {
    const { body } = await as('ada').get('/api/sessions/login-context');
    expect(body['featureFlags']).toMatchObject({ smartId2: true });
  });

  test('API-68, MG-06, DEC-63: the lookup uses the directory, and the user is created without a password', async () => {
    const username = 'quinn.abara@backlot.example';
    expect((await lookUp(username, '1')).body).toEqual({
      id: null,
      username,
      firstName: 'Quinn',
      lastName: 'Abara',
      initials: '',
      localUser: false,
      isInShow: false,
    });
    const { status, body } = await createUser({
      username,
      firstName: 'Q',
      roleId: 'Approver',
      mfaEnabled: true,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ firstName: 'Quinn', initials: 'QA', localUser: false, mfaEnabled: false });
    expect(sent.mail).toEqual([]);
    expect(refusalOf(await changeUser(body.id, { firstName: 'Other' }))).toEqual([400, 'invalid_parameter']);
    expect((await changeUser(body.id, { firstName: 'Quinn', voidPo: false })).status).toBe(200);
    expect((await lookUp(username, '1')).body).toMatchObject({ id: body.id, isInShow: true });
    expect((await as('ada').post(`/api/users/${body.id}/invitation?show=alpha1`, {})).status).toBe(424);
  });

  test('ER-01, DEC-63: an alias finds the account, which is only created under its own name', async () => {
    const expectedUser = await lookUp('r.lindgren@backlot.example', '1');
    expect(expectedUser.body).toMatchObject({ username: 'rosa.lindgren@backlot.example', id: null });
    const alias = await createUser({ username: 'r.lindgren@backlot.example' });
    expect(refusalOf(alias)).toEqual([403, 'EMAIL_USER_MISMATCH']);
    expect((await createUser({ username: 'rosa.lindgren@backlot.example' })).status).toBe(201);
  });

  test('API-68, API-66: an unknown user, or a directory that does not answer, is USER_NOT_FOUND', async () => {
    const nobody = 'nobody.here@backlot.example';
    expect(refusalOf(await lookUp(nobody, '1'))).toEqual([404, 'USER_NOT_FOUND']);
    expect(refusalOf(await createUser({ username: nobody }))).toEqual([404, 'USER_NOT_FOUND']);
    // Without `useSmartId` only local accounts are searched.
    expect((await lookUp('abel@backlot.example')).body['id']).toBe('abel');
    vi.mocked(globalThis.fetch).mockRejectedValueOnce(new DOMException('late', 'TimeoutError'));
    expect(refusalOf(await lookUp('teo.marchetti@backlot.example', '1'))).toEqual([404, 'USER_NOT_FOUND']);
    vi.mocked(globalThis.fetch).mockResolvedValueOnce(new Response('<html>'));
    expect(refusalOf(await lookUp('teo.marchetti@backlot.example', '1'))).toEqual([404, 'USER_NOT_FOUND']);
    expect((await lookUp('teo.marchetti@backlot.example', '1')).status).toBe(200);
  });
});
