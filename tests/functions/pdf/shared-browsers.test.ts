import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeBrowser, renderPdf } from '#edges/pdf/browser-renderer';
import { oneAtATime } from '#edges/pdf/one-at-a-time';

afterAll(() => closeBrowser(env));
beforeEach(() => closeBrowser(env));

const job = { html: 'one', paperSize: 'Letter' } as const;
const host = 'https://browser.test';

/** The real browsers with a list of sessions that the test writes, and the sessions that were launched. */
function listedBrowsers(listed: readonly object[], sessions = 'shared') {
  const state = { launched: [] as string[], lists: 0 };
  const fetch = async (url: string, init?: RequestInit) => {
    if (new URL(url).pathname === '/v1/sessions') {
      state.lists += 1;
      return Response.json({ sessions: listed });
    }
    const answer = await env.BROWSER.fetch(url, init);
    if (init?.method === 'POST')
      state.launched.push((await answer.clone().json<{ sessionId: string }>()).sessionId);
    return answer;
  };
  const browsers = { BROWSER: { fetch }, BROWSER_SESSIONS: sessions } as unknown as Env;
  return { browsers, state };
}

/** Launches a browser that no isolate knows. */
async function freeSession(): Promise<string> {
  const answer = await env.BROWSER.fetch(`${host}/v1/devtools/browser`, { method: 'POST' });
  return (await answer.json<{ sessionId: string }>()).sessionId;
}

test('DEC-162: a free browser of another isolate is reused', async () => {
  const sessionId = await freeSession();
  const { browsers, state } = listedBrowsers([
    { sessionId: 'busy', startTime: Date.now(), connectionId: 'another' },
    { sessionId, startTime: Date.now() },
  ]);
  expect((await renderPdf(browsers, job)).byteLength).toBeGreaterThan(500);
  expect(state).toEqual({ launched: [], lists: 1 });
});

test('DEC-162: sessions that have died meanwhile, or are old, are replaced by a new browser', async () => {
  const { browsers, state } = listedBrowsers([
    { sessionId: crypto.randomUUID(), startTime: Date.now() },
    { sessionId: crypto.randomUUID(), startTime: Date.now() - 3_600_000 },
  ]);
  expect((await renderPdf(browsers, job)).byteLength).toBeGreaterThan(500);
  expect(state.launched).toHaveLength(1);
});

test('DEC-162: without the variable the list of sessions is not read', async () => {
  const { browsers, state } = listedBrowsers([{ sessionId: 'any', startTime: Date.now() }], '');
  await renderPdf(browsers, job);
  expect([state.launched.length, state.lists]).toEqual([1, 0]);
});

test('DEC-162: large merges of one isolate run one at a time, also after a failed one', async () => {
  const [state, order] = [{ running: 0, most: 0 }, [] as number[]];
  const merge = (n: number) =>
    oneAtATime(async () => {
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      await scheduler.wait(5);
      state.running -= 1;
      order.push(n);
      if (n === 1) throw new Error('damaged');
    });
  await Promise.allSettled([merge(0), merge(1), merge(2)]);
  expect([state.most, order]).toEqual([1, [0, 1, 2]]);
});
