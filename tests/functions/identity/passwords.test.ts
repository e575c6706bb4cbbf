import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { comparison, hashPassword, passwordMatches } from '#verbs/identity/password-hash';
import { compareAtFullCost, recordCosts } from '../../support/worker/cheap-passwords.ts';
import { as, signInWith } from '../../support/worker/fixtures/client.ts';
import { openStudio, password } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  compareAtFullCost();
});

const salt = 'b0'.repeat(16);
const key = '3e'.repeat(32);

const hashOf = async (name: string) =>
  (
    await env.DIRECTORY.prepare('SELECT password_hash AS hash FROM users WHERE id = ?').bind(name).first<{
      hash: string;
    }>()
  )?.hash ?? '';
const guessAs = (username: string, guess = 'not the password') =>
  signInWith({ username: `${username}@backlot.example`, password: guess });

test('a password is stored as a salted scrypt hash at the full cost, and only it matches', async () => {
  const [first, second] = await Promise.all([hashPassword('backlot-demo'), hashPassword('backlot-demo')]);
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\da-f]{32}\$[\da-f]{64}$/);
  expect(second).not.toBe(first);
  expect(await passwordMatches('backlot-demo', first)).toBe(true);
  expect(await passwordMatches('backlot-demO', first)).toBe(false);
  expect(await passwordMatches('', null)).toBe(false);
});

test.each([
  ['no password', null],
  ['the present cost', `scrypt$16384$8$5$${salt}$${key}`],
  ['a fifth of it', `scrypt$16384$8$1$${salt}$${key}`],
  ['the lowest cost', `scrypt$16$1$1$${salt}$${key}`],
  ['odd figures', `scrypt$1024$3$7$${salt}$${key}`],
  ['a higher cost', `scrypt$65536$8$5$${salt}$${key}`],
  ['figures that are none', `scrypt$x$8$5$${salt}$${key}`],
])('DEC-05: comparing with a hash of %s is the same work', async (_, stored) => {
  const work = comparison(stored).costs.reduce((sum, { N, r, p }) => sum + N * r * p, 0);
  expect(work).toBe(16_384 * 8 * 5);
  expect(await passwordMatches('anything', stored)).toBe(false);
});

test('DEC-05: the work of a refused sign-in does not reveal whether there is an account', async () => {
  const costs = recordCosts();
  const workOf = async (username: string) => {
    costs.length = 0;
    expect((await guessAs(username)).status).toBe(401);
    return costs.reduce((sum, { N = 0, r = 0, p = 0 }) => sum + N * r * p, 0);
  };
  expect(await hashOf('dana')).toMatch(/^scrypt\$16\$/);
  expect(await workOf('dana')).toBe(16_384 * 8 * 5);
  await env.DIRECTORY.prepare("UPDATE users SET password_hash = ? WHERE id = 'dana'")
    .bind(`scrypt$16384$8$5$${salt}$${key}`)
    .run();
  expect(await workOf('dana')).toBe(16_384 * 8 * 5);
  await env.DIRECTORY.prepare("UPDATE users SET password_hash = NULL WHERE id = 'dana'").run();
  expect(await workOf('dana')).toBe(16_384 * 8 * 5);
  expect(await workOf('nobody')).toBe(16_384 * 8 * 5);
});

test('DEC-05: a sign-in rehashes a password of another cost, and keeps sessions and tokens', async () => {
  const before = await hashOf('abel');
  expect(before).toMatch(/^scrypt\$16\$/);
  await as('abel').post('/api/tokens', {
    name: 'Nightly export',
    scopes: ['documents:read'],
    showId: 'alpha1',
    days: 30,
  });
  const tokens = async () =>
    (await env.DIRECTORY.prepare("SELECT id FROM api_tokens WHERE user_id = 'abel'").all()).results;
  expect(await tokens()).toHaveLength(1);
  expect((await guessAs('abel')).status).toBe(401);
  expect(await hashOf('abel')).toBe(before);
  expect((await guessAs('abel', password)).status).toBe(303);
  const after = await hashOf('abel');
  expect(after).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(await tokens()).toHaveLength(1);
  expect((await as('abel').get('/api/users/userSettings')).status).toBe(200);
  expect((await guessAs('abel', password)).status).toBe(303);
  expect(await hashOf('abel')).toBe(after);
});
