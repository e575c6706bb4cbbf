import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '#store/d1/sha256';
import { openBrowser, type Visited } from '../../support/worker/browser.ts';
import { openStudio, password, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(openStudio);
afterAll(() => {
  Object.assign(studioEnv, { CALL_LIMIT: undefined });
});

async function signedIn(name: PersonName) {
  const browser = openBrowser();
  await browser.submit('/api/auth/login', { username: `${name}@backlot.example`, password });
  return browser;
}

test('the calls of each session are counted: those beyond the limit wait, and other sessions are not affected', async () => {
  const [program, session, other] = [await signedIn('dana'), await signedIn('dana'), await signedIn('carl')];
  // The same limiter with a lower limit.
  Object.assign(studioEnv, { CALL_LIMIT: env.TOKEN_LIMIT });
  const verify = () => program.get('/api/sessions/verify');
  let done = 0;
  let refused: Visited | undefined;
  // Until a call is refused: when a minute ends meanwhile, its count starts again.
  while (!refused) {
    const ten = await Promise.all(Array.from({ length: 10 }, verify));
    done += ten.filter(({ status }) => status === 200).length;
    refused = ten.find(({ status }) => status !== 200);
  }
  expect(done).toBeGreaterThanOrEqual(600);
  expect([refused.status, refused.headers.get('retry-after'), JSON.parse(refused.html)]).toEqual([
    429,
    '60',
    { code: 'too_many_requests' },
  ]);
  expect([await session.person(), await other.person()]).toEqual(['dana', 'carl']);
});

test('a stranger’s endless calls do not keep the user from ending that session', async () => {
  const [stranger, owner] = [await signedIn('grace'), await signedIn('grace')];
  const [key] = [...stranger.cookies.values()].map(sha256);
  Object.assign(studioEnv, { CALL_LIMIT: limitOf(key) });
  expect((await stranger.get('/api/sessions/verify')).status).toBe(429);
  await owner.call('DELETE', '/api/sessions?everywhere=true');
  Object.assign(studioEnv, { CALL_LIMIT: undefined });
  expect([await stranger.person(), await owner.person()]).toEqual([null, null]);
});

test('a refused call has no effect, and a sign-in page does not count as a call', async () => {
  const browser = await signedIn('dana');
  const { csrfToken } = JSON.parse((await browser.get('/api/sessions/login-context')).html) as {
    csrfToken: string;
  };
  const [key] = [...browser.cookies.values()].map(sha256);
  Object.assign(studioEnv, { CALL_LIMIT: limitOf(key) });
  const headers = { 'x-csrf-token': csrfToken };
  const ended = await browser.visit('/api/sessions', { method: 'DELETE', headers });
  const page = await browser.get('/api/auth/login');
  Object.assign(studioEnv, { CALL_LIMIT: undefined });
  expect([ended.status, page.status]).toEqual([429, 200]);
  expect(await browser.person()).toBe('dana');
});

/** Refuses every call of this session. */
function limitOf(refused: string | undefined) {
  return { limit: async ({ key }: { key: string }) => ({ success: key !== refused }) };
}
