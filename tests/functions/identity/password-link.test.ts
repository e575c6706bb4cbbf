import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inviteUser } from '#verbs/identity/mail-password-link';
import { openBrowser } from '../../support/worker/browser.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
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

beforeAll(openStudio);
afterEach(() => {
  vi.useRealTimers();
});

const mailOf = (name: PersonName) => `${name}@backlot.example`;
const fresh = 'three geese cross the lot';
const now = () => new Date().toISOString();
const host = { by: { firstName: 'Sam', lastName: 'Ortega' }, show: { name: 'Northern Lights' } };

function lastLinkTo(name: PersonName): string {
  const mails = sent.mail.filter(({ to }) => to === mailOf(name));
  const [, path = ''] = /https:\/\/app\.backlot\.test(\/\S+)/.exec(mails.at(-1)?.text ?? '') ?? [];
  return path;
}

const invited = (name: PersonName) => passwordLinkOf(name, host);

const signInAs = (name: PersonName, secret: string) => {
  const browser = openBrowser();
  return browser
    .submit('/api/auth/login', { username: mailOf(name), password: secret })
    .then(({ status }) => ({ status, browser }));
};

describe('a link to set a password', () => {
  test('it sets the password once, is mailed to a new local user, and cannot be read from the database', async () => {
    const link = await invited('dana');
    expect(sent.mail.at(-1)).toMatchObject({ to: mailOf('dana'), subject: 'Your Backlot account' });
    expect(sent.mail.at(-1)?.text).toContain('Sam Ortega added you to the show Northern Lights.');
    expect(link).toMatch(/^\/api\/auth\/password\/[\w-]{43}$/);
    const { results } = await env.DIRECTORY.prepare('SELECT * FROM password_links').all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(link.split('/').at(-1));
    const browser = openBrowser();
    expect((await browser.get(link)).html).toContain('For dana@backlot.example');
    const set = await browser.submit(link, { password: fresh, again: fresh });
    expect(set.html).toContain('Your password was set');
    expect((await signInAs('dana', password)).status).toBe(401);
    expect((await signInAs('dana', fresh)).status).toBe(303);
    const again = await browser.submit(link, { password: `${fresh} twice`, again: `${fresh} twice` });
    expect([again.status, again.html.includes('no longer valid')]).toEqual([404, true]);
    expect((await signInAs('dana', fresh)).status).toBe(303);
  });

  test('opening it, as mail programs do, does not consume it', async () => {
    const link = await invited('carl');
    const browser = openBrowser();
    for (let n = 0; n < 3; n += 1) expect((await browser.get(link)).status).toBe(200);
    expect((await browser.submit(link, { password: fresh, again: fresh })).status).toBe(200);
  });

  test('of two concurrent uses one sets the password', async () => {
    const link = await invited('lara');
    const words = ['first of the two words', 'second of the two words'];
    const answers = await Promise.all(
      words.map((word) => openBrowser().submit(link, { password: word, again: word })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const works = await Promise.all(words.map((word) => signInAs('lara', word)));
    expect(works.map(({ status }) => status)).toEqual(
      answers.map(({ status }) => (status === 200 ? 303 : 401)),
    );
  });

  test('it is valid for 72 hours', async () => {
    const link = await invited('luis');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * 3_600_000 - 5_000 });
    expect((await openBrowser().get(link)).status).toBe(200);
    vi.setSystemTime(Date.now() + 6_000);
    expect((await openBrowser().get(link)).status).toBe(404);
    expect((await openBrowser().submit(link, { password: fresh, again: fresh })).status).toBe(404);
    vi.useRealTimers();
    expect((await signInAs('luis', password)).status).toBe(303);
  });

  test('it ends every session of that user, and every other link', async () => {
    const [one, other] = [await signInAs('hugo', password), await signInAs('hugo', password)];
    const stranger = await signInAs('lena', password);
    const [first, second] = [await invited('hugo'), await invited('hugo')];
    expect((await openBrowser().submit(second, { password: fresh, again: fresh })).status).toBe(200);
    expect([await one.browser.person(), await other.browser.person()]).toEqual([null, null]);
    expect(await stranger.browser.person()).toBe('lena');
    expect((await openBrowser().get(first)).status).toBe(404);
  });

  test.each([
    ['a short one', 'eleven char', 'eleven char', 'Use at least 12 characters.'],
    ['two that differ', fresh, `${fresh}!`, 'The passwords do not match.'],
    ['one letter over and over', 'aaaaaaaaaaaa', 'aaaaaaaaaaaa', 'Use a wider variety of characters.'],
    ['the own name with a number', 'Grace-2026-1', 'Grace-2026-1', 'too close to your e-mail address'],
    ['nothing', '', '', 'Use at least 12 characters.'],
  ])('does not take %s, and stays good', async (_what, one, two, why) => {
    const name = 'grace';
    await sql.directory`DELETE FROM password_links`;
    const link = await invited(name);
    const answer = await openBrowser().submit(link, { password: one, again: two });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(why);
    expect((await openBrowser().get(link)).status).toBe(200);
    expect((await signInAs(name, password)).status).toBe(303);
  });

  test('it is not mailed to a user of the identity provider, or a deactivated user', async () => {
    await sql.directory`UPDATE users SET local_user = 0 WHERE id = 'bill'`;
    const before = sent.mail.length;
    expect(await inviteUser(studioEnv, { userId: 'bill', now: now() })).toBe(false);
    expect(await inviteUser(studioEnv, { userId: 'idle', now: now() })).toBe(false);
    expect(await inviteUser(studioEnv, { userId: 'nobody', now: now() })).toBe(false);
    expect(sent.mail.length).toBe(before);
  });

  test('a form of another site sets nothing', async () => {
    const link = await invited('bess');
    const body = new URLSearchParams({ password: fresh, again: fresh });
    const headers = { origin: 'https://evil.example' };
    const answer = await fetchWorker(new Request(origin + link, { method: 'POST', body, headers }));
    expect(answer.status).toBe(403);
    expect((await signInAs('bess', password)).status).toBe(303);
  });

  test('its page is not indexed and cannot be framed', async () => {
    const { headers } = await openBrowser().get(await invited('bea'));
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      'noindex, nofollow',
      'no-store',
    ]);
  });
});

describe('Forgot password?', () => {
  const ask = (username: string) => openBrowser().submit('/api/auth/forgot', { username });

  test('the answer is the same for known and unknown addresses, and only a known one gets a link', async () => {
    const before = sent.mail.length;
    const [known, unknown] = [await ask(' Abel@Backlot.example '), await ask('nobody@backlot.example')];
    expect([known.status, known.html]).toEqual([unknown.status, unknown.html]);
    expect(sent.mail.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      [mailOf('abel'), 'Set a new password for Backlot'],
    ]);
    const answer = await openBrowser().submit(lastLinkTo('abel'), { password: fresh, again: fresh });
    expect(answer.status).toBe(200);
    expect((await signInAs('abel', fresh)).status).toBe(303);
  });

  const mailsTo = (name: PersonName) => sent.mail.filter(({ to }) => to === mailOf(name)).length;

  test('DEC-05: repeated requests of a stranger invalidate neither a new link nor an earlier one', async () => {
    const stranger = openBrowser();
    const before = mailsTo('bob');
    for (let n = 0; n < 25; n += 1)
      expect((await stranger.submit('/api/auth/forgot', { username: mailOf('bob') })).status).toBe(200);
    expect(mailsTo('bob') - before).toBe(3);
    const earlier = lastLinkTo('bob');
    const own = await ask(mailOf('bob'));
    expect([own.status, own.html]).toEqual([200, (await ask('nobody@backlot.example')).html]);
    expect(mailsTo('bob') - before).toBe(4);
    expect((await openBrowser().get(earlier)).status).toBe(200);
    const answer = await openBrowser().submit(lastLinkTo('bob'), { password: fresh, again: fresh });
    expect(answer.status).toBe(200);
    expect((await signInAs('bob', fresh)).status).toBe(303);
  });

  test('DEC-05: from any number of sources six links are sent at once, and then one every ten minutes', async () => {
    const before = mailsTo('ben');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const storm = async () => {
      for (let n = 0; n < 12; n += 1) expect((await ask(mailOf('ben'))).status).toBe(200);
    };
    await storm();
    expect(mailsTo('ben') - before).toBe(6);
    const newest = lastLinkTo('ben');
    for (const mails of [7, 8, 9]) {
      vi.setSystemTime(Date.now() + 601_000);
      await storm();
      expect(mailsTo('ben') - before).toBe(mails);
    }
    // The links that the owner received stay valid.
    expect((await openBrowser().get(newest)).status).toBe(200);
    expect((await openBrowser().submit(newest, { password: fresh, again: fresh })).status).toBe(200);
  });

  test('DEC-05: links that a stranger requests do not use up the invitations of an administrator', async () => {
    for (let n = 0; n < 8; n += 1) await ask(mailOf('nora'));
    const before = mailsTo('nora');
    await invited('nora');
    expect(mailsTo('nora')).toBe(before + 1);
  });
});
