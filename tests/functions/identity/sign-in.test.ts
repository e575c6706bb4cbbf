import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInWith, tokenIn } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, password } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const formOf = (name: PersonName) => ({ username: `${name}@backlot.example`, password });
// A name may be tried ten times a minute: each group of tests uses its own.
const dana = formOf('dana');
const page = (query = '') => fetchWorker(new Request(`${origin}/api/auth/login${query}`));

describe('the sign-in page', () => {
  test('API-43, DEC-05: it is a form that works without a script, and is never cached', async () => {
    const answer = await page('?returnTo=%2Fpo%2Fcreate');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('<form method="post" action="/api/auth/login">');
    expect(html).toContain('name="returnTo" value="/po/create"');
  });

  test('DEC-05: the right password signs in, and redirects to the requested page', async () => {
    const answer = await signInWith({ ...dana, returnTo: '/po/create?refresh=1' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/po/create?refresh=1');
  });

  test('SH-33, DEC-05: without a target the landing is /approvals; the name is case-insensitive', async () => {
    const answer = await signInWith({ username: ' Dana@Backlot.EXAMPLE ', password });
    expect(answer.headers.get('location')).toBe('/approvals');
  });

  test.each([
    '//evil.example/po',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/po\r\nSet-Cookie: a=b',
    '/..//evil.example',
    '',
  ])('DEC-05: returnTo %j leads nowhere else', async (returnTo) => {
    const answer = await signInWith({ ...formOf('carl'), returnTo });
    const { location } = Object.fromEntries(answer.headers);
    expect([answer.status, new URL(location ?? '', origin).origin]).toEqual([303, origin]);
    expect(new URL(location ?? '', origin).pathname).toBe('/approvals');
  });

  test('DEC-04: the cookie is HttpOnly, Secure, SameSite=Lax and for the whole site', async () => {
    const answer = await signInWith(dana);
    const flags = (answer.headers.get('set-cookie') ?? '').split('; ').slice(1);
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('DEC-04: on localhost the cookie is not Secure, so that plain HTTP works', async () => {
    const answer = await fetchWorker(
      new Request('http://localhost:8787/api/auth/login', {
        method: 'POST',
        body: new URLSearchParams(dana),
        headers: { 'cf-connecting-ip': '10.9.9.9' },
      }),
    );
    expect(answer.headers.get('set-cookie')).not.toContain('Secure');
  });

  test('DEC-04: only a hash of the cookie is stored', async () => {
    const token = tokenIn(await signInWith(dana));
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM sessions').all();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(results)).not.toContain(token);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(results.map((row) => row['token_hash'])).toContain(hex);
  });

  test.each([
    ['a wrong password', { ...dana, password: 'Long enough, but wrong' }, 401],
    ['an unknown name', { username: 'nobody@backlot.example', password }, 401],
    ['no password at all', { username: dana.username }, 400],
  ])('DEC-05: %s gives no session, and does not say which part was wrong', async (_name, form, status) => {
    const answer = await signInWith(form);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('The e-mail or password is wrong. Try again.');
  });

  test('SE-18, DEC-05: a deactivated user signs in and finds no show', async () => {
    const token = tokenIn(await signInWith(formOf('idle')));
    const headers = { cookie: `__Host-session-token=${token}` };
    const ask = (path: string) => fetchWorker(new Request(origin + path, { headers }));
    const context = await (await ask('/api/sessions/login-context')).json();
    expect(context).toMatchObject({ user: { id: 'idle' }, shows: [], selectedShow: null, recentShows: [] });
    const config = await ask('/api/users/config?showId=alpha1');
    expect([config.status, await config.json()]).toEqual([403, { code: 'SHOW_NOT_IN_SESSION' }]);
  });

  test('DEC-04: a form of another site signs in nobody', async () => {
    const answer = await signInWith(dana, { origin: 'https://evil.example' });
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'CSRF_INVALID' }]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('DEC-05: after ten attempts within a minute even the right password is refused', async () => {
    const wrong = { username: 'hugo@backlot.example', password: 'guess' };
    const from = { 'cf-connecting-ip': '192.0.2.6' };
    const guesses = await Promise.all(Array.from({ length: 10 }, () => signInWith(wrong, from)));
    expect(new Set(guesses.map((answer) => answer.status))).toEqual(new Set([401]));
    const answer = await signInWith({ ...wrong, password }, from);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('Too many attempts.');
  });

  test('DEC-05: the limit also counts an address that tries many names', async () => {
    const from = { 'cf-connecting-ip': '192.0.2.7' };
    const names = ['dana', 'carl', 'wendy', 'ivan', 'abel', 'grace', 'luis'];
    const guess = (n: number) => {
      const username = `${names[n % names.length]}@backlot.example`;
      return signInWith({ username, password: 'guess' }, from).then((one) => one.status);
    };
    // An office signs in from one address: it may try six times as often as one name.
    const answers = await Promise.all(Array.from({ length: 62 }, (_one, n) => guess(n)));
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
  });
});
