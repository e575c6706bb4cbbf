import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweep } from '#verbs/jobs/sweep';
import { advanceMinutes } from '../../support/worker/advance-time.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { signInWith } from '../../support/worker/fixtures/client.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { openStudio, password, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(async () => {
  await openStudio();
  // The limit of each instance is disabled, as if every attempt reached another instance.
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const office = '192.0.2.1';
const tryAs = async (username: string, secret: string, address = office) =>
  (await signInWith({ username, password: secret }, { 'cf-connecting-ip': address })).status;
const wrongAs = (username: string, times: number, address = office) =>
  Promise.all(Array.from({ length: times }, () => tryAs(username, 'guess', address)));
/** Ten guesses from each of this many addresses. */
const attack = async (username: string, addresses: number) => {
  for (let n = 0; n < addresses; n += 1) await wrongAs(username, 10, `198.51.100.${n}`);
};
const mail = (name: PersonName) => `${name}@backlot.example`;

describe('attempts are counted across all instances', () => {
  test('after ten failures the right password has to wait for a minute, too', async () => {
    expect(await wrongAs(mail('dana'), 10)).toEqual(Array(10).fill(401));
    expect(await tryAs(mail('dana'), password)).toBe(429);
    advanceMinutes(0.9);
    expect(await tryAs(mail('dana'), password)).toBe(429);
    advanceMinutes(0.1);
    expect(await tryAs(mail('dana'), password)).toBe(303);
  });

  test('of twenty concurrent attempts ten are compared', async () => {
    const answers = await wrongAs(mail('grace'), 20);
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });

  test('each failure after a wait doubles the next wait, up to 16 minutes', async () => {
    await wrongAs(mail('luis'), 10);
    for (const minutes of [1, 2, 4, 8, 16, 16]) {
      advanceMinutes(minutes - 0.1);
      expect([minutes, await tryAs(mail('luis'), 'guess')]).toEqual([minutes, 429]);
      advanceMinutes(0.1);
      expect([minutes, await tryAs(mail('luis'), 'guess')]).toEqual([minutes, 401]);
    }
  });

  test('a success, or a quarter of an hour, resets the count', async () => {
    await wrongAs(mail('hugo'), 9);
    expect(await tryAs(mail('hugo'), password)).toBe(303);
    expect(await wrongAs(mail('hugo'), 9)).toEqual(Array(9).fill(401));
    advanceMinutes(15);
    expect(await wrongAs(mail('hugo'), 9)).toEqual(Array(9).fill(401));
    expect(await tryAs(mail('hugo'), password)).toBe(303);
  });

  test('failures from one address lock the account only for that address', async () => {
    await wrongAs(mail('otto'), 10);
    expect(await tryAs(mail('otto'), password)).toBe(429);
    expect(await tryAs(mail('otto'), password, '203.0.113.5')).toBe(303);
  });

  test('an unknown user name waits like a known one', async () => {
    await wrongAs('nobody@backlot.example', 10);
    expect(await tryAs('nobody@backlot.example', password)).toBe(429);
    expect(await tryAs(' Nobody@BACKLOT.example', password)).toBe(429);
    expect(await tryAs(mail('carl'), password)).toBe(303);
  });

  test('a new password from a mailed link ends the wait', async () => {
    const browser = openBrowser();
    await attack(mail('lena'), 9);
    await wrongAs(mail('lena'), 10, browser.address);
    expect(await tryAs(mail('lena'), password, browser.address)).toBe(429);
    const link = await passwordLinkOf('lena');
    const fresh = 'three geese cross the lot';
    await browser.submit(link, { password: fresh, again: fresh });
    expect(await tryAs(mail('lena'), fresh, browser.address)).toBe(303);
  });

  test('typed names are not stored, and the sweep deletes expired rows', async () => {
    await tryAs('my-secret-password', 'dana@backlot.example');
    const storedRows = async () =>
      (await env.DIRECTORY.prepare('SELECT * FROM sign_in_attempts').all<Record<string, string>>()).results;
    const before = await storedRows();
    expect(before.length).toBeGreaterThan(0);
    expect(JSON.stringify(before)).not.toContain('my-secret-password');
    await sweep(studioEnv, new Date(Date.now() + 180 * 60_000).toISOString());
    expect((await storedRows()).filter(({ attempts }) => Number(attempts) > 0)).toEqual([]);
    // Only the addresses of successful sign-ins are left, as hashes.
    advanceMinutes(91 * 24 * 60);
    await sweep(studioEnv, new Date().toISOString());
    expect(await storedRows()).toEqual([]);
  });

  test('after a hundred failures from many addresses only those of earlier sign-ins are admitted', async () => {
    expect(await tryAs(mail('wendy'), password)).toBe(303);
    await attack(mail('wendy'), 10);
    expect(await tryAs(mail('wendy'), password, '203.0.113.6')).toBe(429);
    expect(await tryAs(mail('wendy'), 'mistyped')).toBe(401);
    expect(await tryAs(mail('wendy'), password)).toBe(303);
    advanceMinutes(91 * 24 * 60);
    await attack(mail('wendy'), 10);
    expect(await tryAs(mail('wendy'), password)).toBe(429);
  });
});
