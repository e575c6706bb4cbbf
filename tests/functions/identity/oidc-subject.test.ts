import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import { issuer, openProvider } from '../../support/worker/identity/identity-provider.ts';
import type { TokenFault } from '../../support/worker/identity/identity-provider.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  await openStudio();
  provider = await openProvider();
  await sql.directory`UPDATE users SET local_user = 0 WHERE id IN ('lena', 'luis', 'hugo', 'otto')`;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** A sign-in from the click to the answer of the callback. */
async function arrive(email: string, bend: TokenFault = {}) {
  const browser = openBrowser();
  const { location } = await browser.get('/api/auth/login');
  return { browser, answer: await browser.get(provider.grant(location, email, bend)) };
}
const refused = { status: 403, location: '' };

describe('the user of a subject', () => {
  const another = { claims: { sub: 'somebody else' } };
  const boundTo = (name: string) =>
    env.DIRECTORY.prepare('SELECT provider_issuer, provider_subject FROM users WHERE id = ?')
      .bind(name)
      .first();

  test('the first sign-in links the subject, which is that user from then on, with any e-mail', async () => {
    expect(await boundTo('lena')).toEqual({ provider_issuer: null, provider_subject: null });
    const claims = { sub: 'subject of lena@backlot.example', email_verified: false };
    expect((await arrive('lena@backlot.example')).answer.status).toBe(303);
    const renamed = await arrive('lena.married@backlot.example', { claims });
    expect([renamed.answer.status, await renamed.browser.person()]).toEqual([303, 'lena']);
    // Another user's address does not change the linked user.
    const misled = await arrive('luis@backlot.example', { claims });
    expect(await misled.browser.person()).toBe('lena');
    expect(await boundTo('luis')).toEqual({ provider_issuer: null, provider_subject: null });
  });

  test('a user who got another user’s former e-mail address is refused, with a page that explains the next step', async () => {
    expect((await arrive('luis@backlot.example')).answer.status).toBe(303);
    const { browser, answer } = await arrive('luis@backlot.example', another);
    expect(answer).toMatchObject(refused);
    expect(answer.html).toContain('This is a different account');
    expect(answer.html).toContain('already signs in to Backlot as luis@backlot.example');
    expect(await browser.person()).toBeNull();
    expect(await boundTo('luis')).toEqual({
      provider_issuer: issuer,
      provider_subject: 'subject of luis@backlot.example',
    });
  });

  test('of two concurrent first sign-ins with one e-mail and two subjects one is that user', async () => {
    const both = await Promise.all([arrive('hugo@backlot.example'), arrive('hugo@backlot.example', another)]);
    expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([303, 403]);
  });

  test('after a move to another provider the verified e-mail links once more', async () => {
    await sql.directory`UPDATE users SET provider_issuer = 'https://former.test', provider_subject = 'x'
      WHERE id = 'otto'`;
    const unverified = await arrive('otto@backlot.example', { claims: { email_verified: false } });
    expect(unverified.answer).toMatchObject(refused);
    const { browser } = await arrive('otto@backlot.example');
    expect(await browser.person()).toBe('otto');
    expect(await boundTo('otto')).toMatchObject({ provider_issuer: issuer });
  });

  test('the subject of a user with a password signs in nobody', async () => {
    await env.DIRECTORY.prepare(
      `UPDATE users SET provider_issuer = '${issuer}', provider_subject = 'a former one' WHERE id = 'carl'`,
    ).run();
    const { browser, answer } = await arrive('carl@backlot.example', { claims: { sub: 'a former one' } });
    expect(answer.html).toContain('Sign in with your password');
    expect(await browser.person()).toBeNull();
  });
});
