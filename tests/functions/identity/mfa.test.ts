import { env } from 'cloudflare:workers';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { advanceMinutes } from '../../support/worker/advance-time.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Browser } from '../../support/worker/browser.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { openStudio, password, sql } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(openStudio);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const step = 30_000;
const page = '/api/auth/second-factor';
const requireCode = (name: PersonName, on: 0 | 1 = 1) =>
  sql.directory`UPDATE users SET mfa_enabled = ${on} WHERE id = ${name}`;
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

async function givePassword(browser: Browser, name: PersonName) {
  const form = { username: `${name}@backlot.example`, password, returnTo: '/po' };
  return browser.submit('/api/auth/login', form);
}

/** The key on the set-up page of the authenticator. */
function keyOn(html: string): string {
  return (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
}

/** Signs in for the first time since an administrator required codes. */
async function enrolled(name: PersonName) {
  await requireCode(name);
  const browser = openBrowser();
  await givePassword(browser, name);
  const secret = keyOn((await browser.get(page)).html);
  const { html } = await browser.submit(page, { code: codeOf(secret) });
  const recovery = [...html.matchAll(/<code>([A-Z2-7-]{34})</g)].map(([, code]) => code ?? '');
  advanceMinutes(1);
  return { browser, secret, recovery };
}

describe('two-step sign-in', () => {
  test('PE-25, DEC-05: with mfaEnabled the password alone gives no session, and the first code sets it up', async () => {
    await requireCode('dana');
    const browser = openBrowser();
    const half = await givePassword(browser, 'dana');
    expect([half.status, half.location]).toEqual([303, page]);
    expect(browser.cookies.has('__Host-session-token')).toBe(false);
    expect(await browser.person()).toBeNull();
    const offered = await browser.get(page);
    expect(offered.html).toContain('<svg');
    const secret = keyOn(offered.html);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const done = await browser.submit(page, { code: codeOf(secret) });
    expect(done.html).toContain('Save your recovery codes');
    expect(done.html).toContain('href="/po"');
    expect(await browser.person()).toBe('dana');
    expect(browser.cookies.has('__Host-sign-in-token')).toBe(false);
  });

  test('PE-25: without mfaEnabled no code is required', async () => {
    const browser = openBrowser();
    expect((await givePassword(browser, 'carl')).location).toBe('/po');
    expect(await browser.person()).toBe('carl');
  });

  test('PE-25, DEC-05: later sign-ins require a code, and no code is accepted twice', async () => {
    const { secret } = await enrolled('grace');
    const [first, second] = [openBrowser(), openBrowser()];
    await givePassword(first, 'grace');
    await givePassword(second, 'grace');
    expect((await first.get(page)).html).not.toContain('<svg');
    const code = codeOf(secret);
    expect((await first.submit(page, { code })).location).toBe('/po');
    const replayed = await second.submit(page, { code });
    expect(replayed.status).toBe(401);
    expect(replayed.html).toContain('was already used');
    expect(await second.person()).toBeNull();
    expect((await second.submit(page, { code: codeOf(secret, Date.now() + step) })).status).toBe(303);
  });

  test('a code that is sent twice at once starts one session', async () => {
    const { secret } = await enrolled('lena');
    const browsers = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const browser = openBrowser();
        await givePassword(browser, 'lena');
        return browser;
      }),
    );
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.submit(page, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401, 401]);
  });

  test('DEC-05: a code is valid in its half minute and the adjacent ones', async () => {
    const { secret } = await enrolled('luis');
    advanceMinutes(5);
    const browser = openBrowser();
    await givePassword(browser, 'luis');
    const now = Date.now();
    for (const steps of [-2, 2]) {
      const answer = await browser.submit(page, { code: codeOf(secret, now + steps * step) });
      expect([steps, answer.status]).toEqual([steps, 401]);
    }
    expect((await browser.submit(page, { code: codeOf(secret, now - step) })).status).toBe(303);
  });

  test('a recovery code signs in once, in any notation', async () => {
    const { recovery } = await enrolled('hugo');
    expect(new Set(recovery).size).toBe(10);
    const [first, second] = [openBrowser(), openBrowser()];
    await givePassword(first, 'hugo');
    await givePassword(second, 'hugo');
    const code = (recovery[0] ?? '').toLowerCase().replaceAll('-', ' ');
    const answer = await first.submit(`${page}?recovery=true`, { code });
    expect(answer.html).toContain('You have 9 codes left.');
    expect(await first.person()).toBe('hugo');
    expect((await second.submit(`${page}?recovery=true`, { code })).status).toBe(401);
    expect(await second.person()).toBeNull();
  });

  test("a user's recovery codes and authenticator do not work for another user", async () => {
    const [one, other] = [await enrolled('sol'), await enrolled('abel')];
    const browser = openBrowser();
    await givePassword(browser, 'abel');
    expect((await browser.submit(page, { code: one.recovery[0] ?? '' })).status).toBe(401);
    expect((await browser.submit(page, { code: codeOf(one.secret) })).status).toBe(401);
    expect((await browser.submit(page, { code: codeOf(other.secret) })).status).toBe(303);
  });

  test('PE-25: switching it off and on again requires a new set-up', async () => {
    const { secret, recovery } = await enrolled('lara');
    await requireCode('lara', 0);
    await requireCode('lara');
    const browser = openBrowser();
    await givePassword(browser, 'lara');
    const newKey = keyOn((await browser.get(page)).html);
    expect(newKey).toHaveLength(32);
    expect(newKey).not.toBe(secret);
    expect((await browser.submit(page, { code: codeOf(secret) })).status).toBe(401);
    expect((await browser.submit(page, { code: recovery[0] ?? '' })).status).toBe(401);
    expect((await browser.submit(page, { code: codeOf(newKey) })).status).toBe(200);
  });

  test('after ten wrong codes the account waits in every browser, and a right password does not shorten it', async () => {
    const { secret } = await enrolled('bea');
    const browser = openBrowser();
    await givePassword(browser, 'bea');
    const guesses = Array.from({ length: 10 }, (_one, n) =>
      browser.submit(page, { code: String(n).repeat(6) }),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
    const another = openBrowser();
    await givePassword(another, 'bea');
    expect((await another.submit(page, { code: codeOf(secret) })).status).toBe(429);
    advanceMinutes(1);
    expect((await another.submit(page, { code: codeOf(secret) })).status).toBe(303);
  });

  test('a pending sign-in expires after a quarter of an hour, and cannot be forged', async () => {
    const { secret } = await enrolled('ben');
    const browser = openBrowser();
    await givePassword(browser, 'ben');
    advanceMinutes(15);
    const late = await browser.submit(page, { code: codeOf(secret) });
    expect(late.location).toBe('/api/auth/login?local=true');
    browser.cookies.set('__Host-sign-in-token', 'made-up');
    expect((await browser.get(page)).location).toBe('/api/auth/login?local=true');
  });

  test('a new password ends the sign-ins that wait for a code after the former one', async () => {
    await requireCode('otto');
    const thief = openBrowser();
    await givePassword(thief, 'otto');
    const secret = keyOn((await thief.get(page)).html);
    const link = await passwordLinkOf('otto');
    const fresh = 'three geese cross the lot';
    await openBrowser().submit(link, { password: fresh, again: fresh });
    const late = await thief.submit(page, { code: codeOf(secret) });
    expect([late.status, late.location]).toEqual([303, '/api/auth/login?local=true']);
    expect(await thief.person()).toBeNull();
  });

  test('neither the secret of an authenticator nor a recovery code is stored readable', async () => {
    const { secret, recovery } = await enrolled('bob');
    const tables = ['second_factors', 'recovery_codes', 'pending_sign_ins'];
    const stored = await Promise.all(
      tables.map((table) => env.DIRECTORY.prepare(`SELECT * FROM ${table}`).all()),
    );
    const text = JSON.stringify(stored.map(({ results }) => results));
    expect(text).toContain('"bob"');
    expect(text).not.toContain(secret);
    for (const code of recovery) expect(text).not.toContain(code.replaceAll('-', ''));
  });
});
