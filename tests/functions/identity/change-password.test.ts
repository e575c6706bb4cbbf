import { createHash } from 'node:crypto';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { replacePassword } from '#store/directory/password-links';
import { sha256 } from '#store/d1/sha256';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Browser } from '../../support/worker/browser.ts';
import { advanceMinutes } from '../../support/worker/advance-time.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { codeOf, codePage, mail as mailOf, session } from '../../support/worker/identity/sign-in-attacks.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openThreeShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin, password, sent, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import { statusOf, tokenOf } from '../../support/worker/identity/with-token.ts';

const service = 'https://stolen.example.com';
const stolen = 'trustno1trustno1';
const lookups: string[] = [];
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

beforeAll(async () => {
  await openThreeShows();
  // Only the count that all instances share limits attempts.
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
  const spied = vi.mocked(globalThis.fetch);
  const before = spied.getMockImplementation();
  spied.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(service)) return before?.(request) ?? new Response(null, { status: 502 });
    lookups.push(request.url);
    return new Response(`${sha1(stolen).slice(5)}:4711`);
  });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: '' });
});

const page = '/api/auth/password';
const fresh = 'three geese cross the lot';
const alertIn = (html: string) => /role="alert">([^<]*)</.exec(html)?.[1] ?? '';

const signInAs = (browser: Browser, name: PersonName, secret = password) =>
  browser.submit('/api/auth/login', { username: mailOf(name), password: secret });
const signsIn = async (name: PersonName, secret: string) =>
  (await signInAs(openBrowser(), name, secret)).status;

async function signedIn(name: PersonName): Promise<Browser> {
  const browser = openBrowser();
  await signInAs(browser, name);
  return browser;
}

/** Signed in with an authenticator that was set up a minute ago. */
async function enrolled(name: PersonName) {
  await sql.directory`UPDATE users SET mfa_enabled = 1 WHERE id = ${name}`;
  const browser = await signedIn(name);
  const { html } = await browser.get(codePage);
  const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
  const done = await browser.submit(codePage, { code: codeOf(secret) });
  const recovery = [...done.html.matchAll(/<code>([A-Z2-7-]{34})</g)].map(([, code]) => code ?? '');
  advanceMinutes(1);
  return { browser, secret, recovery };
}

const typed = { current: password, password: fresh, again: fresh };
const missing = 'Enter your current password and the new password twice.';
const unchanged = 'This is your current password. Choose a different one.';
const inLists = 'This password appears in lists of stolen passwords. Choose a different one.';
const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

describe("changing one's own password", () => {
  test('with the current password every other session and every token ends, this browser stays signed in, and a mail is sent', async () => {
    const [browser, otherBrowser] = [await signedIn('dana'), await signedIn('dana')];
    const stranger = await signedIn('carl');
    const { token } = await tokenOf('dana');
    const link = await passwordLinkOf('dana');
    const former = browser.cookies.get(session);
    const shown = await browser.get(`${page}?returnTo=/po`);
    expect(shown.html).toContain('Change your password');
    expect(shown.html).toContain('name="returnTo" value="/po"');
    expect(shown.html).not.toContain('name="code"');

    const mails = sent.mail.length;
    const done = await browser.submit(page, { ...typed, returnTo: '/po' });
    expect([done.status, done.html.includes('Your password was changed')]).toEqual([200, true]);
    expect(done.html).toContain('You were signed out everywhere else');
    expect(done.html).toContain('href="/po"');
    expect([await browser.person(), await otherBrowser.person()]).toEqual(['dana', null]);
    expect(await stranger.person()).toBe('carl');
    expect(browser.cookies.get(session)).not.toBe(former);
    expect(await statusOf(token)).toBe(401);
    expect([await signsIn('dana', password), await signsIn('dana', fresh)]).toEqual([401, 303]);
    expect((await openBrowser().get(link)).status).toBe(404);

    await expect.poll(() => sent.mail.length).toBe(mails + 1);
    const mail = sent.mail.at(-1);
    expect(mail).toMatchObject({ to: mailOf('dana'), subject: 'Your Backlot password was changed' });
    expect(mail?.text).toContain('If you did not do this');
    expect(JSON.stringify(mail)).not.toContain(fresh);
  });

  test('PE-25: a user with an authenticator also enters one of its codes or a recovery code', async () => {
    const { browser, secret, recovery } = await enrolled('grace');
    expect((await browser.get(page)).html).toContain('autocomplete="one-time-code"');
    const none = await browser.submit(page, typed);
    expect([none.status, alertIn(none.html)]).toEqual([
      400,
      'Enter your current password, a code and the new password twice.',
    ]);
    const done = await browser.submit(page, { ...typed, code: codeOf(secret) });
    expect([done.status, await browser.person()]).toEqual([200, 'grace']);
    const used = recovery[0] ?? '';
    const next = { current: fresh, password: `${fresh} again`, again: `${fresh} again`, code: used };
    expect((await browser.submit(page, next)).status).toBe(200);
    // The second factor is still required, and that recovery code is consumed.
    const after = openBrowser();
    expect((await signInAs(after, 'grace', `${fresh} again`)).location).toBe(codePage);
    expect((await after.submit(codePage, { code: used })).status).toBe(401);
  });

  test('a wrong password, a wrong code, another user’s code and a used one are refused with the same message', async () => {
    const [own, other] = [await enrolled('lena'), await enrolled('luis')];
    const code = codeOf(own.secret);
    const alerts = new Set<string>();
    for (const form of [
      { ...typed, current: 'a wrong password', code },
      { ...typed, code: '000000' },
      { ...typed, code: codeOf(other.secret) },
    ]) {
      const { status, html } = await own.browser.submit(page, form);
      expect(status).toBe(401);
      alerts.add(alertIn(html));
    }
    const otherBrowser = openBrowser();
    await signInAs(otherBrowser, 'lena');
    await otherBrowser.submit(codePage, { code });
    const used = await own.browser.submit(page, { ...typed, code });
    expect(used.status).toBe(401);
    alerts.add(alertIn(used.html));
    expect([...alerts]).toEqual([
      'The current password or code is wrong, or the code was already used. Wait for the next code, then try again.',
    ]);
    expect([await own.browser.person(), await otherBrowser.person()]).toEqual(['lena', 'lena']);
    expect(await signsIn('lena', password)).toBe(303);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['a wrong present one', { current: 'a wrong password' }, 401, 'The current password is wrong.'],
    ['nothing for the present one', { current: '' }, 400, missing],
    ['nothing for the new one', { password: '', again: '' }, 400, missing],
    ['a short one', { password: 'eleven char', again: 'eleven char' }, 400, 'Use at least 12 characters.'],
    ['two that differ', { again: `${fresh}!` }, 400, 'The passwords do not match.'],
    ['the one from before', { password, again: password }, 400, unchanged],
    ['a stolen one', { password: stolen, again: stolen }, 400, inLists],
  ])('%s changes nothing', async (_what, given, status, says) => {
    Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: service });
    const browser = await signedIn('hugo');
    const { token } = await tokenOf('hugo');
    const mails = sent.mail.length;
    const former = browser.cookies.get(session);
    const answer = await browser.submit(page, { ...typed, returnTo: '/po', ...given });
    expect([answer.status, alertIn(answer.html)]).toEqual([status, says]);
    expect(answer.html).toContain('name="returnTo" value="/po"');
    expect(answer.html).not.toContain(fresh);
    expect([browser.cookies.get(session), await browser.person()]).toEqual([former, 'hugo']);
    expect([await statusOf(token), await signsIn('hugo', password), sent.mail.length]).toEqual([
      200,
      303,
      mails,
    ]);
  });

  test('a rejected new password consumes no code, and one that breaks the rules costs no attempt and no look-up', async () => {
    Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: service });
    const { browser, secret } = await enrolled('otto');
    const code = codeOf(secret);
    lookups.length = 0;
    for (let n = 0; n < 11; n += 1) {
      const short = { ...typed, password: 'short', again: 'short', code };
      expect((await browser.submit(page, short)).status).toBe(400);
    }
    expect(lookups).toEqual([]);
    expect((await browser.submit(page, { ...typed, password: stolen, again: stolen, code })).status).toBe(
      400,
    );
    expect(lookups).toHaveLength(1);
    expect((await browser.submit(page, { ...typed, code })).status).toBe(200);
  });

  test('DEC-05: after ten wrong passwords the right one has to wait, too, and the lists are not queried', async () => {
    Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: service });
    const browser = await signedIn('bea');
    for (let n = 0; n < 10; n += 1)
      expect((await browser.submit(page, { ...typed, current: 'guess' })).status).toBe(401);
    lookups.length = 0;
    const late = await browser.submit(page, typed);
    expect([late.status, alertIn(late.html)]).toEqual([429, tooMany]);
    expect(lookups).toEqual([]);
    // They count as attempts of that name from that address, like those of the sign-in.
    expect((await signInAs(browser, 'bea')).status).toBe(429);
    advanceMinutes(1);
    expect((await browser.submit(page, typed)).status).toBe(200);
  });

  test('after ten wrong codes from many addresses the right one has to wait, too', async () => {
    const { browser, secret } = await enrolled('bill');
    for (let n = 0; n < 10; n += 1) {
      const other = openBrowser();
      other.cookies.set(session, browser.cookies.get(session) ?? '');
      expect((await other.submit(page, { ...typed, code: '000000' })).status).toBe(401);
    }
    expect((await browser.submit(page, { ...typed, code: codeOf(secret) })).status).toBe(429);
  });
});

describe('concurrent changes', () => {
  test('of two changes with the same current password one wins, and the other session ends', async () => {
    const browsers = [await signedIn('ben'), await signedIn('ben')];
    const chosen = ['first of the two words', 'second of the two words'];
    const answers = await Promise.all(
      browsers.map((browser, index) => {
        const next = chosen[index] ?? '';
        return browser.submit(page, { current: password, password: next, again: next });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await browsers[won]?.person()).toBe('ben');
    expect(await browsers[1 - won]?.person()).toBeNull();
    expect([await signsIn('ben', chosen[won] ?? ''), await signsIn('ben', chosen[1 - won] ?? '')]).toEqual([
      303, 401,
    ]);
  });

  test('neither an outdated password nor an ended session can set one', async () => {
    const [browser, other] = [await signedIn('bob'), await signedIn('carl')];
    const column = env.DIRECTORY.prepare("SELECT password_hash FROM users WHERE id = 'bob'");
    const present = (await column.first<string>('password_hash')) ?? '';
    const own = sha256(browser.cookies.get(session) ?? '');
    const replace = (passwordHash: string, cookie: string) =>
      replacePassword(studioEnv, { userId: 'bob', passwordHash, session: cookie }, 'another');
    expect(await replace('a former one', own)).toBeNull();
    expect(await replace(present, sha256(other.cookies.get(session) ?? ''))).toBeNull();
    await browser.call('DELETE', '/api/sessions');
    expect(await replace(present, own)).toBeNull();
    expect(await signsIn('bob', password)).toBe(303);
  });
});

describe('users who can change it', () => {
  test('without a session it redirects to the sign-in page', async () => {
    const signIn = `/api/auth/login?local=true&returnTo=${encodeURIComponent(page)}`;
    const answers = [await openBrowser().get(page), await openBrowser().submit(page, typed)];
    for (const { status, location } of answers) expect([status, location]).toEqual([303, signIn]);
  });

  test('a user of the identity provider, or without a password, cannot change one', async () => {
    const browser = await signedIn('sol');
    const listSessions = () => browser.call('GET', '/api/sessions');
    expect(await listSessions()).toMatchObject({ hasPassword: true });
    for (const without of ['local_user = 0', 'password_hash = NULL, local_user = 1']) {
      await env.DIRECTORY.prepare(`UPDATE users SET ${without} WHERE id = 'sol'`).run();
      const none = await browser.get(`${page}?returnTo=/po`);
      expect([none.status, none.html.includes('You do not have a Backlot password')]).toEqual([404, true]);
      expect(none.html).toContain('href="/po"');
      expect((await browser.submit(page, typed)).status).toBe(404);
      expect(await listSessions()).toMatchObject({ hasPassword: false });
    }
  });

  test('DEC-04: a form of another site has no effect', async () => {
    const browser = await signedIn('bess');
    const answer = await fetchWorker(
      new Request(origin + page, {
        method: 'POST',
        body: new URLSearchParams(typed),
        headers: {
          cookie: `${session}=${browser.cookies.get(session) ?? ''}`,
          origin: 'https://evil.example',
        },
      }),
    );
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'CSRF_INVALID' }]);
    expect(await signsIn('bess', password)).toBe(303);
  });

  test('DEC-05: the way back is a path of this site', async () => {
    const browser = await signedIn('abel');
    const shown = await browser.get(`${page}?returnTo=${encodeURIComponent('//evil.example')}`);
    expect(shown.html).not.toContain('evil.example');
    const done = await browser.submit(page, { ...typed, returnTo: 'https://evil.example' });
    expect([done.status, done.html.includes('href="/approvals"')]).toEqual([200, true]);
  });
});
