import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweep } from '#verbs/jobs/sweep';
import { minutesPass } from '../../support/worker/minutes-pass.ts';
import { openBrowser } from '../../support/worker/browser.ts';
import { signInWith } from '../../support/worker/fixtures/client.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { openStudio, password, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';

beforeAll(async () => {
  await openStudio();
  // Each instance at the edge counts for itself; here, so to say, every attempt meets another one.
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
/** Ten guesses from each of so many addresses. */
const attack = async (username: string, addresses: number) => {
  for (let n = 0; n < addresses; n += 1) await wrongAs(username, 10, `198.51.100.${n}`);
};
const mail = (name: PersonName) => `${name}@backlot.example`;

describe('attempts are counted for all instances together', () => {
  test('after ten failures the right password has to wait, too, for a minute', async () => {
    expect(await wrongAs(mail('dana'), 10)).toEqual(Array(10).fill(401));
    expect(await tryAs(mail('dana'), password)).toBe(429);
    minutesPass(0.9);
    expect(await tryAs(mail('dana'), password)).toBe(429);
    minutesPass(0.1);
    expect(await tryAs(mail('dana'), password)).toBe(303);
  });

  test('of twenty that arrive at once ten are compared', async () => {
    const answers = await wrongAs(mail('grace'), 20);
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });

  test('each failure after a wait makes the next one twice as long, up to 16 minutes', async () => {
    await wrongAs(mail('luis'), 10);
    for (const minutes of [1, 2, 4, 8, 16, 16]) {
      minutesPass(minutes - 0.1);
      expect([minutes, await tryAs(mail('luis'), 'guess')]).toEqual([minutes, 429]);
      minutesPass(0.1);
      expect([minutes, await tryAs(mail('luis'), 'guess')]).toEqual([minutes, 401]);
    }
  });

  test('a success, or a quarter of an hour, lets what was before count no more', async () => {
    await wrongAs(mail('hugo'), 9);
    expect(await tryAs(mail('hugo'), password)).toBe(303);
    expect(await wrongAs(mail('hugo'), 9)).toEqual(Array(9).fill(401));
    minutesPass(15);
    expect(await wrongAs(mail('hugo'), 9)).toEqual(Array(9).fill(401));
    expect(await tryAs(mail('hugo'), password)).toBe(303);
  });

  test('failures of an address close the account to that address alone', async () => {
    await wrongAs(mail('otto'), 10);
    expect(await tryAs(mail('otto'), password)).toBe(429);
    expect(await tryAs(mail('otto'), password, '203.0.113.5')).toBe(303);
  });

  test('a name that nobody has waits as one that somebody has', async () => {
    await wrongAs('nobody@backlot.example', 10);
    expect(await tryAs('nobody@backlot.example', password)).toBe(429);
    expect(await tryAs(' Nobody@BACKLOT.example', password)).toBe(429);
    expect(await tryAs(mail('carl'), password)).toBe(303);
  });

  test('a new password, by a mailed link, ends the wait', async () => {
    const browser = openBrowser();
    await attack(mail('lena'), 9);
    await wrongAs(mail('lena'), 10, browser.address);
    expect(await tryAs(mail('lena'), password, browser.address)).toBe(429);
    const link = await passwordLinkOf('lena');
    const fresh = 'three geese cross the lot';
    await browser.submit(link, { password: fresh, again: fresh });
    expect(await tryAs(mail('lena'), fresh, browser.address)).toBe(303);
  });

  test('what was typed as a name is not kept, and the sweep takes what is forgotten', async () => {
    await tryAs('my-secret-password', 'dana@backlot.example');
    const kept = async () =>
      (await env.DIRECTORY.prepare('SELECT * FROM sign_in_attempts').all<Record<string, string>>()).results;
    const before = await kept();
    expect(before.length).toBeGreaterThan(0);
    expect(JSON.stringify(before)).not.toContain('my-secret-password');
    await sweep(studioEnv, new Date(Date.now() + 180 * 60_000).toISOString());
    expect((await kept()).filter(({ attempts }) => Number(attempts) > 0)).toEqual([]);
    // What is left are the addresses of those who signed in, as hashes.
    minutesPass(91 * 24 * 60);
    await sweep(studioEnv, new Date().toISOString());
    expect(await kept()).toEqual([]);
  });

  test('after a hundred failures from many addresses only those of earlier sign-ins are admitted', async () => {
    expect(await tryAs(mail('wendy'), password)).toBe(303);
    await attack(mail('wendy'), 10);
    expect(await tryAs(mail('wendy'), password, '203.0.113.6')).toBe(429);
    expect(await tryAs(mail('wendy'), 'mistyped')).toBe(401);
    expect(await tryAs(mail('wendy'), password)).toBe(303);
    minutesPass(91 * 24 * 60);
    await attack(mail('wendy'), 10);
    expect(await tryAs(mail('wendy'), password)).toBe(429);
  });
});
