import { beforeAll, describe, expect, test } from 'vitest';
import { sessionOf } from '../../support/worker/fixtures/client.ts';
import { fetchWorker, openStudio, origin, password } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const web = 'https://app.backlot.test';
const refused = [403, { code: 'CSRF_INVALID' }];
const settings = '/api/users/addUpdateUserSettings';
const values = {
  emailNotifications: true,
  consolidatePoEmails: false,
  consolidatePaymentEmails: false,
  consolidateInvoiceEmails: false,
  dateFormat: null,
};

async function call(method: 'GET' | 'POST', path: string, headers: Record<string, string>) {
  const { token, csrfToken } = await sessionOf('dana');
  const body = method === 'POST' ? { body: JSON.stringify(values) } : {};
  const response = await fetchWorker(
    new Request(origin + path, {
      method,
      ...body,
      headers: {
        cookie: `__Host-session-token=${token}`,
        'x-csrf-token': csrfToken,
        'content-type': 'application/json',
        ...headers,
      },
    }),
  );
  return [response.status, await response.json()];
}
const statusOf = async (...given: Parameters<typeof call>) => (await call(...given))[0];

describe('the Sec-Fetch-Site header of a call', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our domain', { 'sec-fetch-site': 'same-site' }],
    ['another site, and claims our origin', { 'sec-fetch-site': 'cross-site', origin }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['no site that there is', { 'sec-fetch-site': 'own' }],
  ])('DEC-04: a write that comes from %s is refused, the right token with it', async (_, headers) => {
    expect(await call('POST', settings, headers)).toEqual(refused);
  });

  test.each<[string, Record<string, string>]>([
    ['our own pages', { 'sec-fetch-site': 'same-origin', origin }],
    ['the user, by himself', { 'sec-fetch-site': 'none' }],
    ['the configured web on a host of its own', { 'sec-fetch-site': 'same-site', origin: web }],
    ['what is no browser, and says nothing', {}],
  ])('DEC-04: a write that comes from %s is done', async (_, headers) => {
    expect(await statusOf('POST', settings, headers)).toBe(200);
  });

  test('DEC-04: a client that is not a browser needs the token, too', async () => {
    expect(await call('POST', settings, { 'x-csrf-token': '' })).toEqual(refused);
  });

  test('DEC-04: another site can read nothing, but a followed link works', async () => {
    const read = '/api/users/userSettings';
    expect(await call('GET', read, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toEqual(
      refused,
    );
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await statusOf('GET', read, followed)).toBe(200);
  });

  test.each([
    '/api/auth/login',
    '/api/auth/forgot',
    '/api/auth/password',
    '/api/auth/second-factor',
    '/api/auth/authenticator',
  ])('DEC-04: a form of another site is refused at %s, which asks for no session', async (path) => {
    const send = async (site: string) =>
      fetchWorker(
        new Request(origin + path, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ username: 'dana@backlot.example', password, code: '000000' }),
          headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' },
        }),
      );
    for (const site of ['cross-site', 'same-site']) {
      const answer = await send(site);
      expect([answer.status, await answer.json()]).toEqual(refused);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await send('same-origin')).status).not.toBe(403);
  });
});
