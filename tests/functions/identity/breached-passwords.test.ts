import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../../support/worker/browser.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { openStudio, password, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

const service = 'https://stolen.example.com';
const stolen = 'trustno1trustno1';
const fresh = 'three geese cross the lot';
const refusal = 'This password appears in lists of stolen passwords. Choose a different one.';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** The requests to the service. It answers as its range protocol is documented. */
const requests: { url: string; padding: string | null }[] = [];
let answer: (start: string, signal: AbortSignal) => Response | Promise<Response>;

const lookUpOf = (secret: string) => ({
  url: `${service}/range/${sha1(secret).slice(0, 5)}`,
  padding: 'true',
});

function rangeOf(start: string): Response {
  const known = [stolen].map(sha1).filter((hash) => hash.startsWith(start));
  const lines = known.map((hash) => `${hash.slice(5)}:4711`);
  // Padding as in every answer; this one contains the hash, with a count of 0.
  lines.push(`${sha1(fresh).slice(5)}:0`, `${'0'.repeat(35)}:3`);
  return new Response(lines.join('\r\n'));
}

beforeAll(async () => {
  await openStudio();
  const spied = vi.mocked(globalThis.fetch);
  const before = spied.getMockImplementation();
  spied.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(service)) return before?.(request) ?? new Response(null, { status: 502 });
    requests.push({ url: request.url, padding: request.headers.get('Add-Padding') });
    return answer(request.url.slice(`${service}/range/`.length), request.signal);
  });
});
beforeEach(async () => {
  requests.length = 0;
  answer = rangeOf;
  Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: service });
  await sql.directory`DELETE FROM password_links`;
});
afterEach(() => {
  Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: '' });
});

const choose = (link: string, secret: string) =>
  openBrowser().submit(link, { password: secret, again: secret });
const signIn = async (name: string, secret: string) =>
  (await openBrowser().submit('/api/auth/login', { username: `${name}@backlot.example`, password: secret }))
    .status;

test('a stolen password is refused, the link stays valid, and only five digits of its hash are sent', async () => {
  const link = await passwordLinkOf('dana');
  const refused = await choose(link, stolen);
  expect([refused.status, refused.html.includes(refusal)]).toEqual([400, true]);
  expect(requests).toEqual([lookUpOf(stolen)]);
  expect(await signIn('dana', password)).toBe(303);

  expect((await choose(link, fresh)).status).toBe(200);
  expect(await signIn('dana', fresh)).toBe(303);
  expect(requests).toEqual([stolen, fresh].map(lookUpOf));
});

test('a password that breaks the rules is not looked up', async () => {
  const link = await passwordLinkOf('carl');
  for (const secret of ['short', 'aaaaaaaaaaaa']) expect((await choose(link, secret)).status).toBe(400);
  const differ = await openBrowser().submit(link, { password: stolen, again: `${stolen}!` });
  expect([differ.status, differ.html.includes('The passwords do not match.')]).toEqual([400, true]);
  expect(requests).toEqual([]);
});

test.each<[string, typeof answer]>([
  ['answers 503', () => new Response(`${sha1(stolen).slice(5)}:9`, { status: 503 })],
  ['leads elsewhere', () => new Response(null, { status: 302, headers: { Location: '/elsewhere' } })],
  ['cannot be reached', () => Promise.reject(new TypeError('connect ECONNREFUSED'))],
  [
    'says nothing for longer than three seconds',
    (_start, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      }),
  ],
])('a service that %s keeps nobody from setting a password, and it is logged', async (_what, how) => {
  answer = how;
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const link = await passwordLinkOf('lara');
  expect((await choose(link, stolen)).status).toBe(200);
  expect(requests).toHaveLength(1);
  const lines = warned.mock.calls.map(([line]) => String(line));
  expect(lines.filter((line) => line.includes('"breached password check failed"'))).toHaveLength(1);
  expect(lines.join('\n')).not.toContain(sha1(stolen).slice(0, 5));
  warned.mockRestore();
});

test('without an address of the service there is no look-up', async () => {
  Object.assign(studioEnv, { BREACHED_PASSWORDS_URL: '' });
  expect((await choose(await passwordLinkOf('luis'), stolen)).status).toBe(200);
  expect(requests).toEqual([]);
});
