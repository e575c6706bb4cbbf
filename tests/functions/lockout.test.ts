import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inviteUser } from '#verbs/invite-user';
import { sweep } from '#verbs/sweep';
import { openBrowser } from '../support/worker/browser.ts';
import { signInWith } from '../support/worker/studio-client.ts';
import { openStudio, password, sent, studioEnv } from '../support/worker/studio.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';

beforeAll(async () => {
  await openStudio();
  // Each instance at the edge counts for itself; here, so to say, every attempt meets another one.
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit: async () => ({ success: true }) } });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const tryAs = async (username: string, secret: string) =>
  (await signInWith({ username, password: secret })).status;
const wrongAs = (username: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => tryAs(username, 'guess')));
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

  test('a name that nobody has waits as one that somebody has', async () => {
    await wrongAs('nobody@backlot.example', 10);
    expect(await tryAs('nobody@backlot.example', password)).toBe(429);
    expect(await tryAs(' Nobody@BACKLOT.example', password)).toBe(429);
    expect(await tryAs(mail('carl'), password)).toBe(303);
  });

  test('a new password, by a mailed link, ends the wait', async () => {
    await wrongAs(mail('lena'), 10);
    expect(await tryAs(mail('lena'), password)).toBe(429);
    await inviteUser(studioEnv, { userId: 'lena', now: new Date().toISOString() });
    const [, link = ''] = /(https:\S+password\/\S+)/.exec(sent.mail.at(-1)?.text ?? '') ?? [];
    const fresh = 'three geese cross the lot';
    await openBrowser().submit(new URL(link).pathname, { password: fresh, again: fresh });
    expect(await tryAs(mail('lena'), fresh)).toBe(303);
  });

  test('what was typed as a name is not kept, and the sweep takes what is forgotten', async () => {
    await tryAs('my-secret-password', 'dana@backlot.example');
    const kept = async () =>
      (await env.DIRECTORY.prepare('SELECT * FROM sign_in_attempts').all<Record<string, string>>()).results;
    const before = await kept();
    expect(before.length).toBeGreaterThan(0);
    expect(JSON.stringify(before)).not.toContain('my-secret-password');
    await sweep(studioEnv, new Date(Date.now() + 180 * 60_000).toISOString());
    expect(await kept()).toEqual([]);
  });
});
