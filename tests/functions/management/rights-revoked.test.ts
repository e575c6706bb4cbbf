import { beforeAll, describe, expect, test } from 'vitest';
import { as, create, signIn } from '../../support/worker/fixtures/client.ts';
import type { Signed } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import { statusOf } from '../../support/worker/identity/with-token.ts';

beforeAll(openStudio);

const ids = inShow('alpha1');
const connectSocket = ({ token }: Signed) =>
  fetchWorker(
    new Request(`${origin}/socket.io/?EIO=4&transport=websocket&showId=alpha1`, {
      headers: { upgrade: 'websocket', cookie: `__Host-session-token=${token}` },
    }),
  );

/**
 * A user with a session and an open window of the show: allowed calls, received messages, and the state of the socket.
 */
async function openSession(name: PersonName) {
  const signed = await signIn(name);
  const { status, webSocket } = await connectSocket(signed);
  expect(status).toBe(101);
  let closed = false;
  const messages: string[] = [];
  webSocket?.addEventListener('message', ({ data }) => messages.push(String(data)));
  webSocket?.addEventListener('close', () => {
    closed = true;
  });
  webSocket?.accept();
  webSocket?.send('40');
  await expect.poll(() => messages.length).toBe(2);
  return {
    signed,
    calls: as(name, Promise.resolve(signed)),
    isClosed: () => closed,
    hears: (id: string) => messages.some((frame) => frame.includes(id)),
    /** The status of a new window in that session. */
    async reopened(): Promise<number> {
      const answer = await connectSocket(signed);
      answer.webSocket?.accept();
      answer.webSocket?.close();
      return answer.status;
    },
  };
}
const change = (name: PersonName, values: object) =>
  as('ada').patch(`/api/users/${name}?show=alpha1`, values);
const noShow = [403, { code: 'SHOW_NOT_IN_SESSION' }];

describe('a right that is revoked during a session', () => {
  test('DEC-01, DEC-56: the next call of a user removed from the show is refused, and the socket closes', async () => {
    const dana = await openSession('dana');
    expect((await dana.calls.get('/api/users/config?showId=alpha1')).status).toBe(200);
    expect((await change('dana', { isActive: false })).status).toBe(200);
    const { status, body } = await dana.calls.get('/api/users/config?showId=alpha1');
    expect([status, body]).toEqual(noShow);
    await expect.poll(dana.isClosed).toBe(true);
    expect(await dana.reopened()).toBe(403);
    // Her other show is not affected.
    expect((await dana.calls.get('/api/users/config?showId=bravo2')).status).toBe(200);
  });

  test('DEC-05, DEC-56: removal from the last show ends the session and closes its socket', async () => {
    const carl = await openSession('carl');
    expect((await change('carl', { isActive: false })).status).toBe(200);
    const { status, body } = await carl.calls.get('/api/sessions/verify');
    expect([status, body]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
    await expect.poll(carl.isClosed).toBe(true);
    expect(await carl.reopened()).not.toBe(200);
  });

  test('PE-25: switching two-step sign-in on or off signs the user out everywhere; other changes end no session', async () => {
    const is = studioEnv.DIRECTORY.prepare("UPDATE users SET mfa_enabled = ? WHERE id = 'abel'");
    for (const mfaEnabled of [true, false]) {
      await is.bind(0).run();
      const [here, there] = [await openSession('abel'), await openSession('abel')];
      const draft = { name: 'Ledger', scopes: ['documents:read'], days: 1 };
      const { body } = await here.calls.post<{ token: string }>('/api/tokens', draft);
      expect(await statusOf(body.token)).toBe(200);
      await is.bind(mfaEnabled ? 0 : 1).run();
      expect((await change('abel', { initials: 'AX', mfaEnabled: !mfaEnabled })).status).toBe(200);
      expect((await here.calls.get('/api/sessions/verify')).status).toBe(200);
      expect((await change('abel', { mfaEnabled })).status).toBe(200);
      expect(await statusOf(body.token)).toBe(401);
      for (const one of [here, there]) {
        expect((await one.calls.get('/api/sessions/verify')).status).toBe(401);
        await expect.poll(one.isClosed).toBe(true);
      }
    }
    // The session that made the change continues.
    expect((await as('ada').get('/api/users/config?showId=alpha1')).status).toBe(200);
  });

  test('DEC-11: after a change to a lower role the next call has exactly its rights', async () => {
    await sql.directory`UPDATE memberships SET role = 'Show Admin' WHERE user_id = 'hugo'`;
    const hugo = await openSession('hugo');
    const name = () => ({ showId: 'alpha1', name: `Rigging ${crypto.randomUUID().slice(0, 8)}` });
    expect((await hugo.calls.post('/api/departments?showId=alpha1', name())).status).toBe(201);
    expect((await change('hugo', { roleId: 'PO Creator' })).status).toBe(200);
    const { status, body } = await hugo.calls.post('/api/departments?showId=alpha1', name());
    expect([status, body]).toEqual([403, { code: 'FORBIDDEN' }]);
  });

  test('DEC-17, DEC-100: documents of a removed department are not found at the next call, and not in messages', async () => {
    const wendy = await openSession('wendy');
    await sql.directory`UPDATE memberships SET purchase_order_visibility = 'IN_THIS_USERS_DEPARTMENT'
      WHERE user_id = 'wendy'`;
    const of = (departmentIds: string[]) =>
      as('ada').put('/api/users/wendy/departments/?show=alpha1', { departmentIds });
    expect((await of([ids.department('art')])).status).toBe(200);
    const before = await create('ada');
    expect((await wendy.calls.get(`/api/pos/${before.id}`)).status).toBe(200);
    await expect.poll(() => wendy.hears(before.id)).toBe(true);
    expect((await of([])).status).toBe(200);
    const { status, body } = await wendy.calls.get(`/api/pos/${before.id}`);
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND' }]);
    const [witness, after] = [await openSession('ada'), await create('ada')];
    await as('ada').put(`/api/pos/${after.id}/submit?r=0`);
    await expect.poll(() => witness.hears(after.id)).toBe(true);
    expect(wendy.hears(after.id)).toBe(false);
  });

  test("DEC-05, DEC-56: a session that is ended here or from another session's list is refused, and its socket closes", async () => {
    const [here, there, third] = [
      await openSession('lena'),
      await openSession('lena'),
      await openSession('lena'),
    ];
    expect((await here.calls.delete('/api/sessions')).status).toBe(200);
    expect((await here.calls.get('/api/sessions/verify')).status).toBe(401);
    const { body } = await there.calls.get<{ sessions: { id: string; isThis: boolean }[] }>('/api/sessions');
    for (const { id } of body.sessions.filter(({ isThis }) => !isThis))
      await there.calls.delete(`/api/sessions/${id}`);
    expect((await third.calls.get('/api/sessions/verify')).status).toBe(401);
    await expect.poll(() => [here.isClosed(), third.isClosed()]).toEqual([true, true]);
    expect([there.isClosed(), (await there.calls.get('/api/sessions/verify')).status]).toEqual([false, 200]);
  });
});
