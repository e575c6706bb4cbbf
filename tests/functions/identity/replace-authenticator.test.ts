import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { advanceMinutes } from '../../support/worker/advance-time.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Browser } from '../../support/worker/browser.ts';
import {
  fetchWorker,
  openStudio,
  origin,
  password,
  sent,
  studioEnv,
  sql,
} from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(async () => {
  await openStudio();
  // Only the count that all instances share limits attempts.
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const signInPage = '/api/auth/second-factor';
const page = '/api/auth/authenticator';
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
const keyOn = (html: string) => (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
const codesOn = (html: string) => [...html.matchAll(/<code>([A-Z2-7-]{34})</g)].map(([, code]) => code ?? '');

const givePassword = (browser: Browser, name: PersonName) =>
  browser.submit('/api/auth/login', { username: `${name}@backlot.example`, password });

/** Signed in with an authenticator that was set up a minute ago. */
async function enrolled(name: PersonName) {
  await sql.directory`UPDATE users SET mfa_enabled = 1 WHERE id = ${name}`;
  const browser = openBrowser();
  await givePassword(browser, name);
  const secret = keyOn((await browser.get(signInPage)).html);
  const recovery = codesOn((await browser.submit(signInPage, { code: codeOf(secret) })).html);
  advanceMinutes(1);
  return { browser, secret, recovery };
}

/** Signs in with this authenticator in a new browser. */
async function signedIn(name: PersonName, secret: string): Promise<Browser> {
  const browser = openBrowser();
  await givePassword(browser, name);
  await browser.submit(signInPage, { code: codeOf(secret) });
  return browser;
}

describe('replacing the authenticator', () => {
  test('password and current code replace it; every other session ends, and a mail is sent', async () => {
    const { browser, secret, recovery } = await enrolled('dana');
    const otherBrowser = await signedIn('dana', secret);
    advanceMinutes(1);
    const former = browser.cookies.get('__Host-session-token');
    expect((await browser.get(`${page}?returnTo=/po`)).html).toContain('Replace your authenticator');
    const shown = await browser.submit(page, { password, code: codeOf(secret), returnTo: '/po' });
    expect([shown.status, shown.location]).toEqual([303, `${page}/new`]);
    const newKey = keyOn((await browser.get(`${page}/new`)).html);
    expect(newKey).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey).not.toBe(secret);
    advanceMinutes(1);
    // Until a code of the new one is entered, the current one stays.
    expect(await (await signedIn('dana', secret)).person()).toBe('dana');
    advanceMinutes(1);
    const mails = sent.mail.length;
    const done = await browser.submit(`${page}/new`, { code: codeOf(newKey) });
    expect(done.html).toContain('Save your recovery codes');
    expect(done.html).toContain('href="/po"');
    expect(codesOn(done.html)).toHaveLength(10);

    expect([await browser.person(), await otherBrowser.person()]).toEqual(['dana', null]);
    expect(browser.cookies.get('__Host-session-token')).not.toBe(former);
    await expect.poll(() => sent.mail.length).toBe(mails + 1);
    expect(sent.mail.at(-1)).toMatchObject({
      to: 'dana@backlot.example',
      subject: 'Your Backlot authenticator was replaced',
    });

    advanceMinutes(1);
    expect(await (await signedIn('dana', secret)).person()).toBeNull();
    const lost = openBrowser();
    await givePassword(lost, 'dana');
    expect((await lost.submit(signInPage, { code: recovery[0] ?? '' })).status).toBe(401);
    advanceMinutes(1);
    expect(await (await signedIn('dana', newKey)).person()).toBe('dana');
  });

  test('a recovery code replaces the code of a lost telephone', async () => {
    const { browser, recovery } = await enrolled('grace');
    const code = recovery[0] ?? '';
    expect((await browser.submit(page, { password, code })).status).toBe(303);
    const again = await browser.submit(page, { password, code });
    expect([again.status, again.html.includes('was already used')]).toEqual([401, true]);
  });

  test('an open session alone, a wrong password, a wrong code or another user’s code do not start it', async () => {
    const [own, other] = [await enrolled('lena'), await enrolled('luis')];
    const { browser, secret } = own;
    expect((await browser.get(`${page}/new`)).location).toBe(page);
    expect((await browser.submit(`${page}/new`, { code: codeOf(secret) })).location).toBe(page);
    for (const form of [
      { password: 'a wrong password', code: codeOf(secret) },
      { password, code: '000000' },
      { password, code: codeOf(other.secret) },
    ])
      expect((await browser.submit(page, form)).status).toBe(401);
    expect((await browser.submit(page, { password })).status).toBe(400);
    expect((await browser.get(`${page}/new`)).location).toBe(page);
  });

  test('an offer is invalid for other users, opens no session, and ends after a quarter of an hour', async () => {
    const [own, other] = [await enrolled('hugo'), await enrolled('otto')];
    await own.browser.submit(page, { password, code: codeOf(own.secret) });
    const offered = own.browser.cookies.get('__Host-sign-in-token') ?? '';
    other.browser.cookies.set('__Host-sign-in-token', offered);
    expect((await other.browser.get(`${page}/new`)).location).toBe(page);
    const thief = openBrowser();
    thief.cookies.set('__Host-sign-in-token', offered);
    expect((await thief.get(`${page}/new`)).location).toContain('/api/auth/login?');
    expect((await thief.submit(signInPage, { code: codeOf(own.secret) })).location).toContain('/login?');
    expect(await thief.person()).toBeNull();
    advanceMinutes(15);
    expect((await own.browser.get(`${page}/new`)).location).toBe(page);
  });

  test('after ten wrong proofs the right one has to wait, too', async () => {
    const { browser, secret } = await enrolled('bea');
    for (let n = 0; n < 10; n += 1)
      expect((await browser.submit(page, { password: 'guess', code: '000000' })).status).toBe(401);
    expect((await browser.submit(page, { password, code: codeOf(secret) })).status).toBe(429);
  });

  test('of two concurrent confirmations of one offer one succeeds', async () => {
    const { browser, secret } = await enrolled('ben');
    await browser.submit(page, { password, code: codeOf(secret) });
    const newKey = keyOn((await browser.get(`${page}/new`)).html);
    advanceMinutes(1);
    const code = codeOf(newKey);
    const both = await Promise.all([1, 2].map(() => browser.submit(`${page}/new`, { code })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 303]);
  });

  test('a form of another site has no effect', async () => {
    const { browser, secret } = await enrolled('sol');
    const token = browser.cookies.get('__Host-session-token') ?? '';
    const answer = await fetchWorker(
      new Request(origin + page, {
        method: 'POST',
        body: new URLSearchParams({ password, code: codeOf(secret) }),
        headers: { cookie: `__Host-session-token=${token}`, origin: 'https://evil.example' },
      }),
    );
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'CSRF_INVALID' }]);
  });

  test('PE-25: without a session it redirects to the sign-in page, and without an authenticator there is none to replace', async () => {
    const stranger = await openBrowser().get(page);
    expect([stranger.status, stranger.location]).toEqual([
      303,
      `/api/auth/login?local=true&returnTo=${encodeURIComponent(page)}`,
    ]);
    const carl = openBrowser();
    await givePassword(carl, 'carl');
    const none = await carl.get(`${page}?returnTo=/po`);
    expect([none.status, none.html.includes('You do not have an authenticator to replace')]).toEqual([
      404,
      true,
    ]);
    expect(none.html).toContain('href="/po"');
  });
});
