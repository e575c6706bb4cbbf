import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create, signIn } from '../../support/worker/fixtures/client.ts';
import type { Signed } from '../../support/worker/fixtures/client.ts';
import { fetchWorker, openStudio, origin, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const ordersIn = async () => (await sql.alpha`SELECT id, version FROM documents ORDER BY id`).length;
const bare = (path: string, init: RequestInit = {}) => fetchWorker(new Request(origin + path, init));

/** One call of each kind of response. */
const calls = [
  ['GET', '/api/auth/login'],
  ['GET', '/api/sessions/login-context'],
  ['GET', '/api/sessions/verify'],
  ['GET', '/api/users/shows'],
  ['GET', '/api/users/config?showId=alpha1'],
  ['GET', '/api/pos/alpha1_nothing'],
  ['POST', '/api/pos'],
  ['POST', '/api/pos/filter?showId=alpha1'],
  ['GET', '/files/attachment/download/alpha1_nothing'],
  ['GET', '/pages/faq'],
  ['GET', '/api/nothing'],
  ['DELETE', '/files/attachment/alpha1_nothing'],
] as const;

describe('authentication', () => {
  test.each(calls.slice(1, -2))(
    'DEC-02: %s %s without a cookie is USER_NOT_IN_SESSION',
    async (method, path) => {
      const answer = await bare(path, { method });
      expect([answer.status, await answer.json()]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
    },
  );

  test('DEC-02: an unknown cookie is USER_NOT_IN_SESSION', async () => {
    const answer = await bare('/api/sessions/verify', {
      headers: { cookie: '__Host-session-token=made-up' },
    });
    expect([answer.status, await answer.json()]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  });

  test('SE-19, DEC-02: the cookie of an expired session is session_timeout', async () => {
    const session = await signIn('luis');
    const luis = as('luis', Promise.resolve(session));
    await sql.directory`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000).toISOString()}
      WHERE token_hash = ${session.keySalt}`;
    for (const path of ['/api/sessions/login-context', '/api/sessions/verify', '/api/users/shows']) {
      const answer = await luis.get(path);
      expect([path, answer.status, answer.body]).toEqual([path, 401, { code: 'session_timeout' }]);
    }
  });

  test.each(calls)(
    'API-01, DEC-01: %s %s is answered with no-store, with and without the last slash',
    async (method, path) => {
      const [, before = '', query = ''] = /^([^?]*)(.*)$/.exec(path) ?? [];
      const client = as('dana');
      const ask = { GET: client.get, POST: client.post, DELETE: client.delete }[method];
      const [plain, slashed] = [await ask(path), await ask(`${before}/${query}`)];
      expect(plain.headers.get('cache-control')).toBe('no-store');
      expect(slashed.headers.get('cache-control')).toBe('no-store');
      expect(slashed.status).toBe(plain.status);
    },
  );

  test('API-76, DEC-87: the address of the help page may be framed', async () => {
    expect((await as('dana').get('/pages/faq')).body).toEqual({ faqUrl: env.FAQ_URL });
  });
});

describe('CSRF', () => {
  const refused = [403, { code: 'CSRF_INVALID' }];

  test.each([
    ['no token', { 'x-csrf-token': '' }],
    ['a wrong token', { 'x-csrf-token': 'x'.repeat(43) }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('DEC-04: a write with %s is CSRF_INVALID, and nothing changed', async (_name, headers) => {
    const { id, description } = await create('dana');
    const before = await ordersIn();
    const dana = as('dana');
    const answers = [
      await dana.post('/api/pos', aDraft(), headers),
      await dana.put(`/api/pos/${id}`, aDraft({ description: 'Changed' }), headers),
      await dana.post(`/api/pos/${id}/notes`, { content: 'Hello', keyId: 'k1' }, headers),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual(refused);
    expect(await ordersIn()).toBe(before);
    expect((await dana.get(`/api/pos/${id}`)).body).toMatchObject({ description, version: 1, notes: [] });
  });

  test("DEC-04: another session's token is not accepted", async () => {
    const other = await signIn('carl');
    const answer = await as('dana').post('/api/pos', aDraft(), { 'x-csrf-token': other.csrfToken });
    expect([answer.status, answer.body]).toEqual(refused);
  });

  test.each([origin, 'https://app.backlot.test'])('DEC-04: %s is our own origin', async (own) => {
    const answer = await as('dana').post('/api/pos', aDraft(), { origin: own });
    expect(answer.status).toBe(201);
  });
});

describe('login-context', () => {
  interface LoginContext {
    [name: string]: unknown;
    shows: { id: string }[];
    selectedShow: { id: string } | null;
    recentShows: { id: string }[];
    csrfToken: string;
  }

  test('API-45, DEC-06, SE-01: it has everything that the start needs', async () => {
    const { body } = await as('dana').get<LoginContext>('/api/sessions/login-context');
    expect(body).toMatchObject({
      user: {
        id: 'dana',
        username: 'dana@backlot.example',
        firstName: 'Dana',
        lastName: 'Stone',
        initials: 'DS',
        localUser: true,
        approver: false,
      },
      platformConfig: { environment: 'test' },
      featureFlags: { smartId2: false },
      features: { alpha1: [], bravo2: [] },
      sid: { logoutRedirectUrl: '/api/auth/login' },
    });
    expect(body.shows).toMatchObject([
      {
        id: 'alpha1',
        slug: 'alpha-station',
        name: 'Alpha Station',
        license: 'SA-100',
        studioDivision: { name: 'Meridian Pictures / Television' },
        awaitingApprovalCount: 0,
      },
      { id: 'bravo2', name: 'Bravo Junction', studioDivision: { name: 'Quarry Films' } },
    ]);
    expect(body.csrfToken).toMatch(/^[\w-]{43}$/);
  });

  test('DEC-06, DEC-11: an approver is marked as such at start-up', async () => {
    const { body } = await as('bea').get('/api/sessions/login-context?restoreShow=bravo2');
    expect(body).toMatchObject({ user: { approver: true } });
  });

  test('DEC-06, SE-15, SE-16, SH-30, DEC-86: restoreShow has priority over the selected show, and the start-up call selects it', async () => {
    const dana = as('dana', signIn('dana'));
    const chosen = async (query = '') =>
      (await dana.get<LoginContext>(`/api/sessions/login-context${query}`)).body;
    expect((await chosen()).selectedShow).toBeNull();
    await dana.get('/api/users/permissions/?showId=bravo2&st=1');
    const context = await chosen();
    expect(context.selectedShow?.id).toBe('bravo2');
    expect(context.recentShows.map((show) => show.id)).toEqual(['bravo2', 'alpha1']);
    expect((await chosen('?restoreShow=alpha1')).selectedShow?.id).toBe('alpha1');
    expect((await chosen('?restoreShow=nowhere9')).selectedShow?.id).toBe('bravo2');
    await dana.get('/api/users/permissions/?showId=alpha1&st=0');
    expect((await chosen()).selectedShow?.id).toBe('bravo2');
  });

  test('SE-17, DEC-05: a user who left every show starts with none', async () => {
    const { body } = await as('gone').get<LoginContext>('/api/sessions/login-context');
    expect(body).toMatchObject({ shows: [], selectedShow: null, recentShows: [], features: {} });
  });
});

describe('the lifetime of a session', () => {
  const stored = async ({ keySalt }: Signed) =>
    (await env.DIRECTORY.prepare('SELECT expires_at FROM sessions WHERE token_hash = ?')
      .bind(keySalt)
      .first<string>('expires_at')) ?? '';
  const set = (session: Signed, column: 'expires_at' | 'created_at', milliseconds: number) =>
    env.DIRECTORY.prepare(`UPDATE sessions SET ${column} = ? WHERE token_hash = ?`)
      .bind(new Date(Date.now() + milliseconds).toISOString(), session.keySalt)
      .run();

  test('API-47, DEC-07: keep-session-alive extends by 32 minutes, of which the last two are buffer', async () => {
    const session = await signIn('grace');
    await set(session, 'expires_at', 60_000);
    const { body } = await as('grace', Promise.resolve(session)).get<{
      expirationTime: string;
      refreshTime: string;
    }>('/api/sessions/keep-session-alive');
    expect(Date.parse(body.expirationTime) - Date.now()).toBeGreaterThan(1_920_000 - 20_000);
    expect(Date.parse(body.expirationTime) - Date.now()).toBeLessThanOrEqual(1_920_000);
    expect(Date.parse(body.expirationTime) - Date.parse(body.refreshTime)).toBe(120_000);
    expect(await stored(session)).toBe(body.expirationTime);
  });

  test('API-46, DEC-07: verify does not extend; any other call extends', async () => {
    const session = await signIn('grace');
    const grace = as('grace', Promise.resolve(session));
    await set(session, 'expires_at', 60_000);
    const before = await stored(session);
    expect((await grace.get('/api/sessions/verify')).body).toEqual({ valid: true, expirationTime: before });
    expect(await stored(session)).toBe(before);
    await grace.get('/api/users/shows');
    expect(Date.parse(await stored(session))).toBeGreaterThan(Date.parse(before) + 1_800_000);
  });

  test('DEC-07: an automatic refresh does not extend', async () => {
    const session = await signIn('grace');
    await set(session, 'expires_at', 60_000);
    const before = await stored(session);
    const headers = { cookie: `__Host-session-token=${session.token}`, 'x-backlot-background': '1' };
    expect((await bare('/api/users/shows', { headers })).status).toBe(200);
    expect(await stored(session)).toBe(before);
    await bare('/api/users/shows', { headers: { cookie: headers.cookie } });
    expect(await stored(session)).not.toBe(before);
  });

  test('DEC-07: twelve hours after the sign-in a session cannot be extended any further', async () => {
    const session = await signIn('grace');
    const grace = as('grace', Promise.resolve(session));
    await set(session, 'created_at', -12 * 3_600_000 + 30_000);
    const { body } = await grace.get<{ expirationTime: string }>('/api/sessions/keep-session-alive');
    expect(Date.parse(body.expirationTime)).toBeLessThanOrEqual(Date.now() + 30_000);
  });

  test('SE-20, API-44: ending a session removes the cookie, and the cookie is refused afterwards', async () => {
    const session = await signIn('grace');
    const grace = as('grace', Promise.resolve(session));
    const answer = await grace.delete('/api/sessions');
    expect([answer.status, answer.body]).toEqual([200, { logoutRedirectUrl: '/api/auth/login' }]);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-session-token=;.*Max-Age=0/);
    expect((await grace.get('/api/sessions/verify')).body).toEqual({ code: 'USER_NOT_IN_SESSION' });
  });
});

describe('the show of a call', () => {
  test('DEC-01: without a show, or with another user’s show, the call is SHOW_NOT_IN_SESSION', async () => {
    const carl = as('carl', signIn('carl'));
    const refused = [403, { code: 'SHOW_NOT_IN_SESSION' }];
    for (const path of [
      '/api/users/config',
      '/api/users/config?showId=bravo2',
      '/api/users/config?showId=nowhere9',
    ]) {
      const answer = await carl.get(path);
      expect([answer.status, answer.body]).toEqual(refused);
    }
    const foreign = await carl.post('/api/pos', aDraft({}, 'bravo2'));
    expect([foreign.status, foreign.body]).toEqual(refused);
  });

  test('DEC-01: a user who left the show, or was deactivated during the session, loses access at once', async () => {
    const session = await signIn('lara');
    const lara = as('lara', Promise.resolve(session));
    expect((await lara.get('/api/users/config?showId=alpha1')).status).toBe(200);
    const set = (change: string) => env.DIRECTORY.prepare(change).run();
    await set("UPDATE memberships SET is_active = 0 WHERE user_id = 'lara'");
    expect((await lara.get('/api/users/config?showId=alpha1')).status).toBe(403);
    await set("UPDATE memberships SET is_active = 1 WHERE user_id = 'lara'");
    await set("UPDATE users SET is_active = 0 WHERE id = 'lara'");
    expect((await lara.get('/api/users/config?showId=alpha1')).status).toBe(403);
    await set("UPDATE users SET is_active = 1 WHERE id = 'lara'");
    expect((await lara.get('/api/users/config?showId=alpha1')).status).toBe(200);
  });

  test("DEC-01: a showId that is not the document's own is 404", async () => {
    const { id } = await create('dana');
    expect((await as('dana').get(`/api/pos/${id}?showId=alpha1`)).status).toBe(200);
    const answer = await as('dana').get(`/api/pos/${id}?showId=bravo2`);
    expect([answer.status, answer.body]).toEqual([404, { code: 'NOT_FOUND' }]);
    const approval = await as('dana').post('/api/workflows/approval', {
      docId: id,
      docType: 'PO',
      showId: 'bravo2',
      workflowId: 'w',
    });
    expect(approval.status).toBe(404);
  });

  test('API-60, SH-47, SH-48: my shows are found by name or license, page by page', async () => {
    const shows = async (query: string) =>
      (await as('dana').get<{ shows: { id: string }[]; total: number }>(`/api/users/shows/?${query}`)).body;
    expect(await shows('search=junction')).toMatchObject({ shows: [{ id: 'bravo2' }], total: 1 });
    expect(await shows('search=sa-100')).toMatchObject({ shows: [{ id: 'alpha1' }], total: 1 });
    expect(await shows('count=1&page=2')).toMatchObject({ shows: [{ id: 'bravo2' }], total: 2 });
  });
});
