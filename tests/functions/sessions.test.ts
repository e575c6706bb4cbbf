import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/worker/browser.ts';
import type { Browser } from '../support/worker/browser.ts';
import { as } from '../support/worker/studio-client.ts';
import { openStudio, password } from '../support/worker/studio.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';

beforeAll(openStudio);

async function signedIn(name: PersonName, browser: Browser = openBrowser()): Promise<Browser> {
  await browser.submit('/api/auth/login', { username: `${name}@backlot.example`, password });
  return browser;
}
const out = { logoutRedirectUrl: '/api/auth/login' };

describe('ending sessions', () => {
  test('SE-20, API-44, DEC-05: logging out ends this session alone, and says where to go', async () => {
    const [here, elsewhere] = [await signedIn('dana'), await signedIn('dana')];
    expect(await here.call('DELETE', '/api/sessions')).toEqual(out);
    expect([await here.person(), await elsewhere.person()]).toEqual([null, 'dana']);
  });

  test('with everywhere=true every session of that person ends, and nobody else’s', async () => {
    const [here, elsewhere, other] = [await signedIn('dana'), await signedIn('dana'), await signedIn('carl')];
    expect(await here.call('DELETE', '/api/sessions?everywhere=true')).toEqual(out);
    expect([await here.person(), await elsewhere.person()]).toEqual([null, null]);
    expect(await other.person()).toBe('carl');
  });

  test('SH-32, API-43: without a session the login entry is a page, and every call answers 401', async () => {
    const browser = openBrowser();
    expect((await browser.get('/api/auth/login')).html).toContain('Sign in');
    const { status, html } = await browser.get('/api/sessions/login-context');
    expect([status, JSON.parse(html)]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  });

  test('SE-21, DEC-02: whatever 401 it is, the code of the answer says which', async () => {
    const browser = await signedIn('grace');
    await env.DIRECTORY.prepare(
      `UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = 'grace'`,
    ).run();
    for (const path of ['/api/sessions/verify', '/api/users/shows', '/api/pos/alpha1_nothing']) {
      const { status, html } = await browser.get(path);
      expect([path, status, JSON.parse(html)]).toEqual([path, 401, { code: 'session_timeout' }]);
    }
    browser.cookies.clear();
    const { html } = await browser.get('/api/sessions/verify');
    expect(JSON.parse(html)).toEqual({ code: 'USER_NOT_IN_SESSION' });
  });
});

describe('beginning sessions', () => {
  test('signing in always gives a new session id, and the one before it opens nothing any more', async () => {
    const browser = await signedIn('luis');
    const former = browser.cookies.get('session-token') ?? '';
    await signedIn('luis', browser);
    expect(browser.cookies.get('session-token')).not.toBe(former);
    expect(await browser.person()).toBe('luis');
    browser.cookies.set('session-token', former);
    expect(await browser.person()).toBeNull();
  });

  test('a session id that somebody planted in the browser is not taken over', async () => {
    const browser = openBrowser();
    browser.cookies.set('session-token', 'planted');
    await signedIn('hugo', browser);
    expect(browser.cookies.get('session-token')).not.toBe('planted');
    browser.cookies.set('session-token', 'planted');
    expect(await browser.person()).toBeNull();
  });

  test('sessions of one person live and end each for itself', async () => {
    const [one, other] = [await signedIn('lena'), await signedIn('lena')];
    await one.call('DELETE', '/api/sessions');
    await signedIn('lena', one);
    expect([await one.person(), await other.person()]).toEqual(['lena', 'lena']);
  });

  test('DEC-05, DEC-06: who is deactivated while signed in belongs to no show from the next call on', async () => {
    const abel = as('abel');
    expect((await abel.get('/api/users/config?showId=alpha1')).status).toBe(200);
    await env.DIRECTORY.prepare(`UPDATE users SET is_active = 0 WHERE id = 'abel'`).run();
    const answer = await abel.get('/api/users/config?showId=alpha1');
    expect([answer.status, answer.body]).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
    expect((await abel.get('/api/sessions/login-context')).body).toMatchObject({ shows: [] });
  });
});
