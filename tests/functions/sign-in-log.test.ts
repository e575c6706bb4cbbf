import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../support/worker/browser.ts';
import { codeOf, codePage, enrol, givePassword, mail } from '../support/worker/sign-in-attacks.ts';
import { as, sessionOf } from '../support/worker/studio-client.ts';
import { fetchWorker, openStudio, origin, password } from '../support/worker/studio.ts';

beforeAll(openStudio);

const said: Record<string, unknown>[] = [];
beforeEach(() => {
  said.length = 0;
  const hear = (line: string) => said.push(JSON.parse(line) as Record<string, unknown>);
  vi.spyOn(console, 'info').mockImplementation(hear);
  vi.spyOn(console, 'warn').mockImplementation(hear);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('each sign-in is logged with its way and its person, each refused one too, and nothing of what was typed', async () => {
  const secret = await enrol('bea');
  said.length = 0;
  const browser = openBrowser();
  await browser.submit('/api/auth/login', { username: mail('dana'), password: 'a guess of mine' });
  await browser.submit('/api/auth/login', { username: 'nobody@backlot.example', password });
  await givePassword(browser, 'dana');
  await givePassword(browser, 'bea');
  await browser.submit(codePage, { code: '000000' });
  await browser.submit(codePage, { code: codeOf(secret) });
  expect(said).toEqual([
    { level: 'warn', event: 'sign-in refused', by: 'password', user: 'dana' },
    { level: 'warn', event: 'sign-in refused', by: 'password', user: null },
    { level: 'info', event: 'signed in', by: 'password', user: 'dana' },
    { level: 'warn', event: 'sign-in refused', by: 'second factor', user: 'bea' },
    { level: 'info', event: 'signed in', by: 'second factor', user: 'bea' },
  ]);
});

test('who tries what he may not, and a call of another site, is logged with code, person and path', async () => {
  await sessionOf('dana');
  said.length = 0;
  await as('dana').post('/api/departments?showId=alpha1', { name: 'A name that is nobody’s business' });
  const { token } = await sessionOf('dana');
  await fetchWorker(
    new Request(`${origin}/api/pos`, {
      method: 'POST',
      headers: { cookie: `__Host-session-token=${token}`, origin: 'https://evil.example' },
    }),
  );
  await fetchWorker(
    new Request(`${origin}/api/auth/password/a-secret-token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    }),
  );
  const requestId = expect.any(String) as string;
  const line = { level: 'warn', event: 'refused', requestId, method: 'POST' };
  expect(said).toEqual([
    { ...line, code: 'FORBIDDEN', path: '/api/departments', user: 'dana' },
    { ...line, code: 'CSRF_INVALID', path: '/api/pos', user: 'dana' },
    { ...line, code: 'CSRF_INVALID', path: '', user: null },
  ]);
});
