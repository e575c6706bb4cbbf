import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Browser } from '../../support/worker/browser.ts';
import type { SocketFilter } from '#domain/realtime/realtime-shard';
import { closeSessionSockets } from '#verbs/identity/close-sockets';
import { as } from '../../support/worker/fixtures/client.ts';
import { openStudio, password, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(openStudio);

async function signedIn(name: PersonName, browser: Browser = openBrowser()): Promise<Browser> {
  await browser.submit('/api/auth/login', { username: `${name}@backlot.example`, password });
  return browser;
}
const out = { logoutRedirectUrl: '/api/auth/login' };

describe('ending sessions', () => {
  test('SE-20, API-44, DEC-05: logging out ends only this session, and returns where to go', async () => {
    const [current, otherSession] = [await signedIn('dana'), await signedIn('dana')];
    expect(await current.call('DELETE', '/api/sessions')).toEqual(out);
    expect([await current.person(), await otherSession.person()]).toEqual([null, 'dana']);
  });

  test('with everywhere=true all sessions of that user end, and no others', async () => {
    const [current, otherSession, other] = [
      await signedIn('dana'),
      await signedIn('dana'),
      await signedIn('carl'),
    ];
    expect(await current.call('DELETE', '/api/sessions?everywhere=true')).toEqual(out);
    expect([await current.person(), await otherSession.person()]).toEqual([null, null]);
    expect(await other.person()).toBe('carl');
  });

  test('SE-20, DEC-100: the sockets of each ended session are closed, and no others', async () => {
    const close = vi.fn(async (_whose: SocketFilter) => undefined);
    const { REALTIME } = studioEnv;
    onTestFinished(() => void Object.assign(studioEnv, { REALTIME }));
    Object.assign(studioEnv, { REALTIME: { getByName: () => ({ close }) } });
    const closed = () => [
      ...new Set(close.mock.calls.flatMap(([filter]) => ('sessions' in filter ? filter.sessions : []))),
    ];
    const openOf = async (name: PersonName) => {
      const rows = await sql.directory<{ session: string }>`SELECT token_hash AS session FROM sessions
        WHERE user_id = ${name}`;
      return rows.map(({ session }) => session);
    };
    const current = await signedIn('grace');
    await signedIn('grace');
    const open = await openOf('grace');
    expect(open.length).toBeGreaterThan(1);
    await current.call('DELETE', '/api/sessions?everywhere=true');
    expect(closed().toSorted()).toEqual(open.toSorted());
  });

  test('SE-20: a directory that fails meanwhile does not fail the sign-out', async () => {
    const close = vi.fn(async (_filter: SocketFilter) => undefined);
    const fail = () => {
      throw new Error('The directory is not available');
    };
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const REALTIME = { getByName: () => ({ close }) };
    const failing = { ...studioEnv, REALTIME, DIRECTORY: { withSession: fail, prepare: fail } };
    await closeSessionSockets(failing as unknown as Env, 'grace', ['hash']);
    expect(warn.mock.calls.flat().join()).toContain('sockets not closed');
    // The object of windows without a show is known all the same.
    expect(close.mock.calls).toEqual([[{ sessions: ['hash'] }]]);
  });

  test('SH-32, API-43: without a session the login entry is a page, and every call returns 401', async () => {
    const browser = openBrowser();
    expect((await browser.get('/api/auth/login')).html).toContain('Sign in');
    const { status, html } = await browser.get('/api/sessions/login-context');
    expect([status, JSON.parse(html)]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  });

  test('SE-21, DEC-02: the code of the answer tells the reason of a 401', async () => {
    const browser = await signedIn('grace');
    await sql.directory`UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = 'grace'`;
    for (const path of ['/api/sessions/verify', '/api/users/shows', '/api/pos/alpha1_nothing']) {
      const { status, html } = await browser.get(path);
      expect([path, status, JSON.parse(html)]).toEqual([path, 401, { code: 'session_timeout' }]);
    }
    browser.cookies.clear();
    const { html } = await browser.get('/api/sessions/verify');
    expect(JSON.parse(html)).toEqual({ code: 'USER_NOT_IN_SESSION' });
  });
});

describe("one's own sessions", () => {
  interface Listed {
    sessions: { id: string; device: string; signedInAt: string; lastUsedAt: string; isThis: boolean }[];
    hasAuthenticator: boolean;
  }
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  const listOf = async (browser: Browser) => browser.call<Listed>('GET', '/api/sessions');

  test('they are listed with browser, sign-in and last use, the current one marked, without expired ones', async () => {
    const [current, otherSession] = [
      await signedIn('hugo', openBrowser({ userAgent: chrome })),
      await signedIn('hugo', openBrowser({ userAgent: phone })),
    ];
    const before = await listOf(current);
    expect(before.hasAuthenticator).toBe(false);
    expect(before.sessions.map(({ device, isThis }) => [device, isThis]).toSorted()).toEqual([
      ['Chrome on Windows', true],
      ['Safari on iPhone', false],
    ]);
    for (const { signedInAt, lastUsedAt } of before.sessions) {
      expect(Math.abs(Date.now() - Date.parse(signedInAt))).toBeLessThan(20_000);
      expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(20_000);
    }
    await sql.directory`UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = 'hugo'
      AND user_agent = ${phone}`;
    expect((await listOf(current)).sessions.map(({ device }) => device)).toEqual(['Chrome on Windows']);
    expect(await otherSession.person()).toBeNull();
  });

  test('each can be ended from any of them, at once, and not by other users', async () => {
    const [current, otherSession, other] = [
      await signedIn('lena'),
      await signedIn('lena'),
      await signedIn('carl'),
    ];
    const [theirs] = (await listOf(other)).sessions.filter(({ isThis }) => isThis);
    const [away] = (await listOf(current)).sessions.filter(({ isThis }) => !isThis);
    expect(await current.call('DELETE', `/api/sessions/${theirs?.id}`)).toEqual({ success: true });
    expect(await other.person()).toBe('carl');
    expect(await current.call('DELETE', `/api/sessions/${away?.id}`)).toEqual({ success: true });
    expect([await current.person(), await otherSession.person()]).toEqual(['lena', null]);
    expect((await listOf(current)).sessions).toHaveLength(1);
  });

  test('an id gives no access: neither the cookie of a session nor its hash is returned', async () => {
    const browser = await signedIn('bob');
    const token = browser.cookies.get('__Host-session-token') ?? '';
    const { results } = await env.DIRECTORY.prepare(
      "SELECT token_hash FROM sessions WHERE user_id = 'bob'",
    ).all<{ token_hash: string }>();
    const text = JSON.stringify(await listOf(browser));
    for (const secret of [token, ...results.map(({ token_hash }) => token_hash)])
      expect(text).not.toContain(secret);
  });
});

describe('starting sessions', () => {
  test('signing in always creates a new session id, and the former one is refused', async () => {
    const browser = await signedIn('luis');
    const former = browser.cookies.get('__Host-session-token') ?? '';
    await signedIn('luis', browser);
    expect(browser.cookies.get('__Host-session-token')).not.toBe(former);
    expect(await browser.person()).toBe('luis');
    browser.cookies.set('__Host-session-token', former);
    expect(await browser.person()).toBeNull();
  });

  test('a planted session id is not taken over', async () => {
    const browser = openBrowser();
    browser.cookies.set('__Host-session-token', 'planted');
    await signedIn('hugo', browser);
    expect(browser.cookies.get('__Host-session-token')).not.toBe('planted');
    browser.cookies.set('__Host-session-token', 'planted');
    expect(await browser.person()).toBeNull();
  });

  test('sessions of one user are independent of each other', async () => {
    const [one, other] = [await signedIn('lena'), await signedIn('lena')];
    await one.call('DELETE', '/api/sessions');
    await signedIn('lena', one);
    expect([await one.person(), await other.person()]).toEqual(['lena', 'lena']);
  });

  test('DEC-05, DEC-06: a user who is deactivated while signed in belongs to no show from the next call on', async () => {
    const abel = as('abel');
    expect((await abel.get('/api/users/config?showId=alpha1')).status).toBe(200);
    await sql.directory`UPDATE users SET is_active = 0 WHERE id = 'abel'`;
    const answer = await abel.get('/api/users/config?showId=alpha1');
    expect([answer.status, answer.body]).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
    expect((await abel.get('/api/sessions/login-context')).body).toMatchObject({ shows: [] });
  });
});
