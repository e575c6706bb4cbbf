import { env } from 'cloudflare:workers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import { issuer, openProvider } from '../../support/worker/identity/identity-provider.ts';
import type { TokenFault } from '../../support/worker/identity/identity-provider.ts';
import { openStudio, password, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  await openStudio();
  provider = await openProvider();
  await sql.directory`UPDATE users SET local_user = 0 WHERE id IN ('dana', 'idle', 'gone', 'grace')`;
});
afterEach(() => {
  provider.state.isDown = false;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const mail = 'dana@backlot.example';
const setOut = async (returnTo = '/po?status=Draft') => {
  const browser = openBrowser();
  const { status, location } = await browser.get(`/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
  expect(status).toBe(302);
  return { browser, location };
};
/** A sign-in from the click to the answer of the callback. */
async function arrive(email: string, bend: TokenFault = {}) {
  const { browser, location } = await setOut();
  const back = provider.grant(location, email, bend);
  return { browser, back, answer: await browser.get(back) };
}
const refused = { status: 403, location: '' };

describe('signing in with the identity provider', () => {
  test('API-43, SH-32, DEC-05: the login entry redirects to the provider, with code, PKCE, state and nonce', async () => {
    const { location } = await setOut();
    const { origin, pathname, searchParams } = new URL(location);
    expect([origin, pathname]).toEqual([issuer, '/authorize']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'backlot',
      redirect_uri: 'https://app.backlot.test/api/auth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    });
    const other = new URL((await setOut()).location).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(other.get(name)).not.toBe(searchParams.get(name));
  });

  test('DEC-05: the returning user is that of the verified e-mail, and is redirected to the requested page', async () => {
    const { browser, answer } = await arrive('Dana@Backlot.example');
    expect([answer.status, answer.location]).toEqual([303, '/po?status=Draft']);
    expect(await browser.person()).toBe('dana');
    expect(browser.cookies.has('__Host-sign-in-token')).toBe(false);
  });

  test('DEC-05: an e-mail from the userinfo endpoint alone is accepted', async () => {
    const { browser } = await arrive(mail, { emailAtUserinfo: true });
    expect(await browser.person()).toBe('dana');
  });

  test('DEC-05: when the provider must use a second factor, a sign-in without that claim is refused', async () => {
    Object.assign(studioEnv, { OIDC_ACR: 'phr phrh' });
    try {
      const { location } = await setOut();
      expect(new URL(location).searchParams.get('acr_values')).toBe('phr phrh');
      for (const claims of [{}, { acr: 'pwd' }, { acr: 'phr phrh' }, { acr: ['phr'] }, { acr: '' }]) {
        const { browser, answer } = await arrive(mail, { claims });
        expect([claims, answer]).toMatchObject([claims, refused]);
        expect(await browser.person()).toBeNull();
      }
      const { browser } = await arrive(mail, { claims: { acr: 'phrh' } });
      expect(await browser.person()).toBe('dana');
    } finally {
      Object.assign(studioEnv, { OIDC_ACR: '' });
    }
  });

  test('DEC-05: returnTo stays on this site, also by way of the provider', async () => {
    const { browser, location } = await setOut('https://evil.example/po');
    expect((await browser.get(provider.grant(location, mail))).location).toBe('/approvals');
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => TokenFault]>([
    ['another nonce', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.test' } })],
    ['another audience', () => ({ claims: { aud: 'another-client' } })],
    ["a key that is not the provider's", () => ({ foreignKey: true })],
    ['no signature', () => ({ unsigned: true })],
    ['an end in the past', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
  ])('an ID token with %s signs nobody in', async (_what, bend) => {
    const { browser, answer } = await arrive(mail, bend());
    expect(answer).toMatchObject(refused);
    expect(answer.html).toContain('You are not signed in');
    expect(await browser.person()).toBeNull();
  });

  test('a wrong or missing state signs in nobody', async () => {
    for (const state of ['another', '']) {
      const { browser, location } = await setOut();
      const back = new URL(provider.grant(location, mail), 'https://backlot.test');
      back.searchParams.set('state', state);
      if (state === '') back.searchParams.delete('state');
      expect(await browser.get(back.pathname + back.search)).toMatchObject(refused);
      expect(await browser.person()).toBeNull();
    }
  });

  test('a code works once: a repeated callback signs in nobody', async () => {
    const { browser, back, answer } = await arrive(mail);
    expect(answer.status).toBe(303);
    browser.cookies.clear();
    expect(await browser.get(back)).toMatchObject(refused);
    expect(await browser.person()).toBeNull();
  });

  test('the callback works in no other browser, and not with the cookie of another sign-in', async () => {
    const { location } = await setOut();
    const back = provider.grant(location, mail);
    const stranger = openBrowser();
    expect(await stranger.get(back)).toMatchObject(refused);
    const victim = await setOut();
    // The attacker's own code in the victim's browser, with the victim's state.
    const own = new URL(victim.location).searchParams.get('state') ?? '';
    const injected = back.replace(/state=[^&]*/, `state=${own}`);
    expect(await victim.browser.get(injected)).toMatchObject(refused);
    expect([await stranger.person(), await victim.browser.person()]).toEqual([null, null]);
  });

  test('a sign-in of more than a quarter of an hour has to start again', async () => {
    const { browser, location } = await setOut();
    await sql.directory`UPDATE pending_sign_ins SET expires_at = ${new Date().toISOString()}`;
    expect(await browser.get(provider.grant(location, mail))).toMatchObject(refused);
  });

  test('a refusal of the provider is a page with a link to continue', async () => {
    const { browser, location } = await setOut();
    const state = new URL(location).searchParams.get('state') ?? '';
    const answer = await browser.get(`/api/auth/callback?error=access_denied&state=${state}`);
    expect(answer).toMatchObject(refused);
    expect(answer.html).toContain('href="/api/auth/login?returnTo=%2Fpo%3Fstatus%3DDraft"');
  });

  test('a provider that fails during the sign-in signs in nobody', async () => {
    const { browser, location } = await setOut();
    provider.state.isDown = true;
    expect(await browser.get(provider.grant(location, mail))).toMatchObject(refused);
    expect(await browser.person()).toBeNull();
  });
});

test('with an unreachable provider there is an error page, and password sign-in still works', async () => {
  Object.assign(studioEnv, { OIDC_ISSUER: `${issuer}/moved` });
  const answer = await openBrowser().get('/api/auth/login?returnTo=/po');
  const local = await openBrowser().get('/api/auth/login?local=true');
  Object.assign(studioEnv, { OIDC_ISSUER: issuer });
  expect([answer.status, answer.html.includes('href="/api/auth/login?returnTo=%2Fpo"')]).toEqual([503, true]);
  expect([local.status, local.html.includes('name="password"')]).toEqual([200, true]);
});

describe('users at the provider', () => {
  test('DEC-05: signing in creates no user; the page explains the next step', async () => {
    const count = () => env.DIRECTORY.prepare('SELECT count(*) AS n FROM users').first<number>('n');
    const before = await count();
    const { browser, answer } = await arrive('<b>new</b>@backlot.example');
    expect(answer).toMatchObject(refused);
    expect(answer.html).toContain('You do not have an account yet');
    expect(answer.html).toContain('&lt;b&gt;new');
    expect([await browser.person(), await count()]).toEqual([null, before]);
  });

  test.each([false, 'true', undefined])(
    'DEC-05: an e-mail with email_verified %s belongs to no user',
    async (verified) => {
      const { browser, answer } = await arrive('grace@backlot.example', {
        claims: { email_verified: verified },
      });
      expect(answer.html).toContain('Your e-mail address is not verified');
      expect(await browser.person()).toBeNull();
    },
  );

  test('DEC-05: a user with a password signs in on the page of local users', async () => {
    const { browser, answer } = await arrive('carl@backlot.example');
    expect(answer.html).toContain('Sign in with your password');
    expect(await browser.person()).toBeNull();
    expect((await browser.get('/api/auth/login?local=true')).html).toContain('name="password"');
    const signedIn = await browser.submit('/api/auth/login', { username: 'carl@backlot.example', password });
    expect(signedIn.status).toBe(303);
    expect(await browser.person()).toBe('carl');
  });

  test('a user of the provider has no password here, whatever is stored', async () => {
    const browser = openBrowser();
    expect((await browser.submit('/api/auth/login', { username: mail, password })).status).toBe(401);
  });

  test.each(['idle', 'gone'])(
    'SE-18, DEC-05: %s, inactive or in no show any more, signs in and finds no show',
    async (name) => {
      const { browser } = await arrive(`${name}@backlot.example`);
      expect(await browser.person()).toBe(name);
      const { html } = await browser.get('/api/sessions/login-context');
      expect(JSON.parse(html)).toMatchObject({ shows: [], selectedShow: null });
    },
  );
});

describe('signing out', () => {
  test('SE-20, API-44, DEC-05: the answer also leads out of the provider, with the ID token as hint', async () => {
    const { browser } = await arrive(mail);
    const idToken = provider.given.at(-2);
    const { logoutRedirectUrl } = await browser.call<{ logoutRedirectUrl: string }>(
      'DELETE',
      '/api/sessions',
    );
    const { origin, pathname, searchParams } = new URL(logoutRedirectUrl);
    expect([origin, pathname]).toEqual([issuer, '/logout']);
    expect(Object.fromEntries(searchParams)).toEqual({
      id_token_hint: idToken,
      client_id: 'backlot',
      post_logout_redirect_uri: 'https://app.backlot.test/api/auth/signed-out',
    });
    expect(await browser.person()).toBeNull();
    expect((await browser.get('/api/auth/signed-out')).html).toContain('href="/api/auth/login"');
  });

  test('SE-20: a session of a password, or with a failing provider, ends on the page that confirms it', async () => {
    const local = openBrowser();
    await local.submit('/api/auth/login', { username: 'carl@backlot.example', password });
    expect(await local.call('DELETE', '/api/sessions')).toEqual({
      logoutRedirectUrl: '/api/auth/signed-out',
    });
  });

  test('tokens are not stored readable, and the access token not at all', async () => {
    provider.given.length = 0;
    await arrive(mail);
    const [idToken = '', accessToken = ''] = provider.given;
    expect(idToken).toMatch(/^ey/);
    const tables = ['sessions', 'pending_sign_ins', 'users'];
    const stored = await Promise.all(
      tables.map((name) => env.DIRECTORY.prepare(`SELECT * FROM ${name}`).all()),
    );
    const text = JSON.stringify(stored.map(({ results }) => results));
    expect(text).toContain('"dana"');
    for (const part of [accessToken, ...idToken.split('.').slice(1)]) expect(text).not.toContain(part);
  });
});
