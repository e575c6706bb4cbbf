import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import {
  codeOf,
  codePage,
  enrol,
  attemptFixation,
  givePassword,
  guessPasswords,
  findOpenRedirects,
  mail,
  replay,
  sendConcurrently,
} from '../../support/worker/identity/sign-in-attacks.ts';
import { sha256 } from '#store/d1/sha256';
import { signInWith, tokenIn } from '../../support/worker/fixtures/client.ts';
import {
  fetchWorker,
  openStudio,
  origin,
  password,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';

let hugosKey = '';
beforeAll(async () => {
  await openStudio();
  // The limit of each instance is disabled: only the count that all instances share applies.
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
  hugosKey = await enrol('hugo');
});

/** Guessing a code takes longer than guessing a password: fewer guesses here, except in the stress tests. */
const times = process.env['VITE_BACKLOT_FUZZ'] ? 1000 : 200;

describe('guessing', () => {
  // At one instant: the wait after the tenth attempt ends after a minute, and a busy machine takes longer.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  test('DEC-05: of a thousand wrong passwords ten are compared, and the right one among them is not', async () => {
    const answers = await guessPasswords('dana', 1000);
    console.log(`sign-in: 1000 wrong passwords, ${answers[401]} compared`);
    expect(answers).toEqual({ 401: 10, 429: 990 });
  }, 60_000);

  test('PE-25: of up to a thousand wrong codes from many browsers ten are compared, and the right one among them is not', async () => {
    const secret = await enrol('bea');
    const browsers = Array.from({ length: 10 }, () => openBrowser());
    for (const browser of browsers) await givePassword(browser, 'bea');
    const guess = async (index: number) => {
      const code = index === 150 ? codeOf(secret) : String(index).padStart(6, '9');
      return (await browsers[index % 10]?.submit(codePage, { code }))?.status ?? 0;
    };
    const answers = await sendConcurrently(times, guess);
    console.log(`sign-in: ${times} wrong codes, ${answers[401]} compared`);
    expect(answers).toEqual({ 401: 10, 429: times - 10 });
    for (const browser of browsers) expect(await browser.person()).toBeNull();
  }, 120_000);

  test('of up to a thousand recovery codes ten are looked up', async () => {
    await enrol('ben');
    const browser = openBrowser();
    await givePassword(browser, 'ben');
    const guess = async (index: number) => {
      const code = `ABCD-EFGH-IJKL-${String(index).padStart(4, 'M')}`;
      return (await browser.submit(`${codePage}?recovery=true`, { code })).status;
    };
    expect(await sendConcurrently(times, guess)).toEqual({ 401: 10, 429: times - 10 });
  }, 120_000);
});

describe('planted or stolen sessions', () => {
  test('a planted session id is invalid after the code, too', async () => {
    expect(await attemptFixation('bob', await enrol('bob'))).toEqual({ owner: 'bob', thief: null });
  });

  test('a code that was already used and a pending sign-in give no access', async () => {
    const found = await replay('bill', await enrol('bill'));
    expect(found).toEqual({ owner: 'bill', byCode: null, byHalf: null });
  });

  test('the token of a pending sign-in is no session, under whatever cookie name', async () => {
    await enrol('bess');
    const browser = openBrowser();
    await givePassword(browser, 'bess');
    browser.cookies.set('__Host-session-token', browser.cookies.get('__Host-sign-in-token') ?? '');
    expect(await browser.person()).toBeNull();
  });

  test('DEC-04: a session id counts only in its cookie', async () => {
    const token = tokenIn(await signInWith({ username: mail('carl'), password }));
    const path = '/api/sessions/verify';
    const ask = async (query: string, headers: Record<string, string>) =>
      (await fetchWorker(new Request(`${origin}${path}${query}`, { headers }))).status;
    expect(await ask('', { cookie: `__Host-session-token=${token}` })).toBe(200);
    const otherPlaces: [string, Record<string, string>][] = [
      [`?session-token=${token}`, {}],
      ['', { authorization: `Bearer ${token}` }],
      ['', { 'session-token': token }],
      ['', { 'x-csrf-token': token }],
      // A cookie name that another host of the domain can set.
      ['', { cookie: `session-token=${token}` }],
      ['', { cookie: `Session-Token=${token}` }],
      ['', { cookie: `__Host-session-token=${token.toUpperCase()}` }],
      ['', { cookie: `__Host-session-token=${token}x` }],
    ];
    for (const [query, headers] of otherPlaces) expect(await ask(query, headers)).toBe(401);
  });
});

/** Values of returnTo that lead to another site. */
const foreignTargets = [
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

describe('redirects to another site', () => {
  test.each(foreignTargets)(
    'DEC-05: returnTo %j stays on this site, by password and by code',
    async (returnTo) => {
      expect(await findOpenRedirects(returnTo, { plain: 'lena', coded: 'hugo', secret: hugosKey })).toEqual(
        [],
      );
    },
  );
});

type Worker = typeof fetchWorker;
const sql = (text: string, ...values: string[]) =>
  studioEnv.DIRECTORY.prepare(text)
    .bind(...values)
    .run();

let turn = Promise.resolve(new Response());

/** Faults planted into the sign-in, each found by the attack that it allows. */
const planted = {
  // One after the other: of concurrent attempts it would count some.
  forgetsAttempts: ((request) => {
    turn = turn.then(async () => {
      await sql('DELETE FROM sign_in_attempts');
      return fetchWorker(request);
    });
    return turn;
  }) as Worker,
  keepsWhatCame: (async (request) => {
    const former = /__Host-session-token=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const answer = await fetchWorker(request);
    const token = tokenIn(answer);
    if (!former || !token) return answer;
    await sql('UPDATE sessions SET token_hash = ? WHERE token_hash = ?', sha256(former), sha256(token));
    const headers = new Headers(answer.headers);
    headers.delete('set-cookie');
    return new Response(answer.body, { status: answer.status, headers });
  }) as Worker,
  takesCodesTwice: (async (request) => {
    await sql('UPDATE second_factors SET last_step = 0');
    return fetchWorker(request);
  }) as Worker,
  spendsNoHalves: (async (request) => {
    const columns = 'token_hash, kind, user_id, return_to, secret, expires_at';
    await sql('DROP TABLE IF EXISTS halves');
    await sql(`CREATE TABLE halves AS SELECT ${columns} FROM pending_sign_ins`);
    const answer = await fetchWorker(request);
    await sql(`INSERT OR IGNORE INTO pending_sign_ins (${columns}) SELECT ${columns} FROM halves`);
    await sql('DROP TABLE halves');
    return answer;
  }) as Worker,
  followsAnyReturnTo: (async (request) => {
    const form = request.method === 'POST' ? await request.clone().formData() : null;
    const answer = await fetchWorker(request);
    const returnTo = form?.get('returnTo');
    if (answer.status !== 303 || typeof returnTo !== 'string') return answer;
    if (answer.headers.get('location') === codePage) return answer;
    const headers = new Headers(answer.headers);
    headers.set('location', returnTo);
    return new Response(null, { status: 303, headers });
  }) as Worker,
};

describe('the planted faults are found', () => {
  test('attempts that are not counted', async () => {
    const compared = (await guessPasswords('grace', 40, planted.forgetsAttempts))[401] ?? 0;
    expect(compared).toBeGreaterThan(10);
  });

  test('a session that keeps the id of the browser', async () => {
    expect((await attemptFixation('hugo', hugosKey, planted.keepsWhatCame)).thief).toBe('hugo');
  });

  test('a code that counts twice, and a pending sign-in that is not consumed', async () => {
    expect(await replay('hugo', hugosKey, planted.takesCodesTwice)).toMatchObject({
      byCode: 'hugo',
      byHalf: null,
    });
    expect(await replay('hugo', hugosKey, planted.spendsNoHalves)).toMatchObject({
      byCode: null,
      byHalf: 'hugo',
    });
  });

  test('a returnTo that is followed unchecked', async () => {
    const people = { plain: 'lena', coded: 'hugo', secret: hugosKey } as const;
    expect(await findOpenRedirects('//evil.example', people, planted.followsAnyReturnTo)).toEqual([
      'password',
    ]);
    expect(await findOpenRedirects('/po', people, planted.followsAnyReturnTo)).toEqual([]);
  });
});
