import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import {
  codeOf,
  codePage,
  enrol,
  givePassword,
  mail,
} from '../../support/worker/identity/sign-in-attacks.ts';
import { as, sessionOf } from '../../support/worker/fixtures/client.ts';
import { fetchWorker, openStudio, origin, password } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const requestId = expect.any(String) as string;
const ms = expect.any(Number) as number;

const logEntries: Record<string, unknown>[] = [];
beforeEach(() => {
  logEntries.length = 0;
  const capture = (line: string) => logEntries.push(JSON.parse(line) as Record<string, unknown>);
  vi.spyOn(console, 'info').mockImplementation(capture);
  vi.spyOn(console, 'warn').mockImplementation(capture);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('each sign-in is logged with its method and user, each refused one too, and nothing that was typed', async () => {
  const secret = await enrol('bea');
  logEntries.length = 0;
  const browser = openBrowser();
  await browser.submit('/api/auth/login', { username: mail('dana'), password: 'a guess of mine' });
  await browser.submit('/api/auth/login', { username: 'nobody@backlot.example', password });
  await givePassword(browser, 'dana');
  await givePassword(browser, 'bea');
  await browser.submit(codePage, { code: '000000' });
  await browser.submit(codePage, { code: codeOf(secret) });
  const of = { requestId, method: 'POST' };
  const atLogin = { ...of, route: '/api/auth/login' };
  const atCode = { ...of, route: '/api/auth/second-factor' };
  expect(logEntries.filter(({ event }) => event !== 'request')).toEqual([
    { level: 'warn', event: 'sign-in refused', ...atLogin, by: 'password', user: 'dana' },
    { level: 'warn', event: 'sign-in refused', ...atLogin, by: 'password', user: null },
    { level: 'info', event: 'signed in', ...atLogin, by: 'password', user: 'dana' },
    { level: 'warn', event: 'sign-in refused', ...atCode, by: 'second factor', user: 'bea' },
    { level: 'info', event: 'signed in', ...atCode, by: 'second factor', user: 'bea' },
  ]);
});

test('a forbidden call and a call of another site are logged with code, user and route', async () => {
  await sessionOf('dana');
  logEntries.length = 0;
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
  const line = { level: 'warn', event: 'request', requestId, method: 'POST', status: 403, ms };
  expect(logEntries).toEqual([
    { ...line, code: 'FORBIDDEN', route: '/api/departments', user: 'dana', show: 'alpha1' },
    { ...line, code: 'CSRF_INVALID', route: '/api/pos', user: 'dana', show: null },
    { ...line, code: 'CSRF_INVALID', route: '/api/auth/password/:token', user: null, show: null },
  ]);
});
