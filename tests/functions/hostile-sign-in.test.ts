import { env } from 'cloudflare:workers';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type Browser } from '../support/worker/browser.ts';
import { signInWith, tokenIn } from '../support/worker/studio-client.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';
import { fetchWorker, openStudio, origin, password, studioEnv } from '../support/worker/studio.ts';

beforeAll(async () => {
  await openStudio();
  // What each instance at the edge counts for itself is out of the way: the count that all share has to do alone.
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
});

/** Guesses of a code take longer than those of a password: here fewer of them, but for the battery. */
const times = process.env['VITE_BACKLOT_FUZZ'] ? 1000 : 200;

const codePage = '/api/auth/second-factor';
const mail = (name: PersonName) => `${name}@backlot.example`;
const counted = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

/** So many calls, a hundred under way at once. */
async function storm(count: number, call: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 100)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, (_, index) => call(done + index)))));
  return statuses;
}

async function givePassword(browser: Browser, name: PersonName, returnTo = '/po') {
  return browser.submit('/api/auth/login', { username: mail(name), password, returnTo });
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Asks this person for a code from now on; the key of the authenticator. */
async function enrol(name: PersonName): Promise<string> {
  await env.DIRECTORY.prepare('UPDATE users SET mfa_enabled = 1 WHERE id = ?').bind(name).run();
  const browser = openBrowser();
  await givePassword(browser, name);
  const { html } = await browser.get(codePage);
  const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
  expect((await browser.submit(codePage, { code: codeOf(secret) })).status).toBe(200);
  // That code is spent; the one of its half minute may be asked for again below.
  await env.DIRECTORY.prepare('UPDATE second_factors SET last_step = 0 WHERE user_id = ?').bind(name).run();
  return secret;
}

describe('guessing', () => {
  test('DEC-05: of a thousand wrong passwords ten are compared, and the right one among the rest is not', async () => {
    const guess = async (index: number) => {
      const right = index === 500;
      const form = { username: mail('dana'), password: right ? password : `guess ${index}` };
      return (await signInWith(form, { 'cf-connecting-ip': '192.0.2.7' })).status;
    };
    const statuses = await storm(1000, guess);
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([10, 990]);
  }, 60_000);

  test('PE-25: of up to a thousand wrong codes, from many browsers, ten are compared, and the right one among the rest is not', async () => {
    const secret = await enrol('bea');
    const browsers = Array.from({ length: 10 }, () => openBrowser());
    for (const browser of browsers) await givePassword(browser, 'bea');
    const guess = async (index: number) => {
      const code = index === 150 ? codeOf(secret) : String(index).padStart(6, '9');
      return (await browsers[index % 10]?.submit(codePage, { code }))?.status ?? 0;
    };
    const statuses = await storm(times, guess);
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([10, times - 10]);
    for (const browser of browsers) expect(await browser.person()).toBeNull();
  }, 120_000);

  test('of up to a thousand recovery codes ten are looked for', async () => {
    await enrol('ben');
    const browser = openBrowser();
    await givePassword(browser, 'ben');
    const guess = async (index: number) => {
      const code = `ABCD-EFGH-IJKL-${String(index).padStart(4, 'M')}`;
      return (await browser.submit(`${codePage}?recovery=true`, { code })).status;
    };
    const statuses = await storm(times, guess);
    expect([counted(statuses, 401), counted(statuses, 429)]).toEqual([10, times - 10]);
  }, 120_000);
});

describe('sessions that somebody else has prepared, or heard', () => {
  test('a session id that was planted before is worth nothing after the code either', async () => {
    const secret = await enrol('bob');
    const browser = openBrowser();
    browser.cookies.set('session-token', 'planted');
    await givePassword(browser, 'bob');
    expect(browser.cookies.get('session-token')).toBe('planted');
    expect((await browser.submit(codePage, { code: codeOf(secret) })).status).toBe(303);
    expect(await browser.person()).toBe('bob');
    expect(browser.cookies.get('session-token')).not.toBe('planted');
    browser.cookies.set('session-token', 'planted');
    expect(await browser.person()).toBeNull();
  });

  test('half a sign-in that was heard opens nothing after it was ended', async () => {
    const secret = await enrol('bill');
    const browser = openBrowser();
    await givePassword(browser, 'bill');
    const heard = browser.cookies.get('sign-in-token') ?? '';
    const code = codeOf(secret);
    expect((await browser.submit(codePage, { code })).status).toBe(303);
    const thief = openBrowser();
    thief.cookies.set('sign-in-token', heard);
    const replayed = await thief.submit(codePage, { code });
    expect([replayed.status, replayed.location]).toEqual([303, '/api/auth/login?local=true']);
    expect(await thief.person()).toBeNull();
  });

  test('half a sign-in is no session, whatever it is called', async () => {
    await enrol('bess');
    const browser = openBrowser();
    await givePassword(browser, 'bess');
    browser.cookies.set('session-token', browser.cookies.get('sign-in-token') ?? '');
    expect(await browser.person()).toBeNull();
  });

  test('DEC-04: the id of a session counts in its cookie alone', async () => {
    const token = tokenIn(await signInWith({ username: mail('carl'), password }));
    const path = '/api/sessions/verify';
    const ask = async (query: string, headers: Record<string, string>) =>
      (await fetchWorker(new Request(`${origin}${path}${query}`, { headers }))).status;
    expect(await ask('', { cookie: `session-token=${token}` })).toBe(200);
    const elsewhere: [string, Record<string, string>][] = [
      [`?session-token=${token}`, {}],
      ['', { authorization: `Bearer ${token}` }],
      ['', { 'session-token': token }],
      ['', { 'x-csrf-token': token }],
      ['', { cookie: `Session-Token=${token}` }],
      ['', { cookie: `session-token=${token.toUpperCase()}` }],
      ['', { cookie: `session-token=${token}x` }],
    ];
    for (const [query, headers] of elsewhere) expect(await ask(query, headers)).toBe(401);
  });
});

/** Where a link in a mail would like to lead somebody who signs in. */
const elsewhere = [
  'https://evil.example',
  'http://evil.example/approvals',
  'HTTPS:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/a/../..//evil.example',
  '/%2e%2e//evil.example',
  '//evil.example@app.backlot.test',
  'https://app.backlot.test@evil.example',
  'https://app.backlot.test.evil.example',
  'https://backlot.example/',
  '//backlot.example',
  '//backlot.example@evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/po\r\nLocation: https://evil.example',
  '/po\u2028//evil.example',
  '//[::1]',
  '//evil%E3%80%82example',
  '/\u3000/evil.example',
];

const landsHere = (location: string | null) => new URL(location ?? '', origin).origin === origin;

describe('ways to another site', () => {
  test.each(elsewhere)('DEC-05: returnTo %j stays here, by password and by code', async (returnTo) => {
    const plain = await signInWith({ username: mail('lena'), password, returnTo });
    expect([plain.status, landsHere(plain.headers.get('location'))]).toEqual([303, true]);

    const page = await fetchWorker(
      new Request(`${origin}/api/auth/login?${new URLSearchParams({ returnTo, local: 'true' }).toString()}`),
    );
    const html = await page.text();
    const offered = /name="returnTo" value="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(landsHere(offered.replaceAll('&amp;', '&'))).toBe(true);

    const browser = openBrowser();
    await givePassword(browser, 'hugo', returnTo);
    const { location } = await browser.submit(codePage, { code: codeOf(keys.get('hugo') ?? '') });
    expect(landsHere(location)).toBe(true);
    expect(await browser.person()).toBe('hugo');
    await env.DIRECTORY.prepare("UPDATE second_factors SET last_step = 0 WHERE user_id = 'hugo'").run();
  });
});

const keys = new Map<PersonName, string>();
beforeAll(async () => {
  keys.set('hugo', await enrol('hugo'));
});
