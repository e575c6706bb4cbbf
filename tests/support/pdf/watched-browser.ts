import { env } from 'cloudflare:workers';

const host = 'https://browser.test';

/** The real browsers, with the opened sessions in order. */
export function watchedBrowser(): { watched: Pick<Env, 'BROWSER'>; opened: string[] } {
  const opened: string[] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    const answer = await env.BROWSER.fetch(url, init);
    if (init?.method === 'POST') {
      const { sessionId } = await answer.clone().json<{ sessionId: string }>();
      opened.push(sessionId);
    }
    return answer;
  };
  return { watched: { BROWSER: { fetch } } as unknown as Pick<Env, 'BROWSER'>, opened };
}

/** Kills a browser from outside, as a crash would. */
export async function killBrowser(sessionId: string | undefined): Promise<void> {
  await env.BROWSER.fetch(`${host}/v1/devtools/browser/${sessionId}`, { method: 'DELETE' });
}

/** A real browser that stops answering once it `hangs`; `isLetGo` when our side has closed the connection. */
export function hangingBrowser() {
  const state = { hangs: false, isLetGo: false };
  const fetch = async (url: string, init?: RequestInit) => {
    const answer = await env.BROWSER.fetch(url, init);
    const real = answer.webSocket;
    if (!real) return answer;
    const { 0: ours, 1: theirs } = new WebSocketPair();
    real.accept();
    theirs.accept();
    theirs.addEventListener('message', ({ data }) => state.hangs || real.send(data));
    theirs.addEventListener('close', () => {
      state.isLetGo = true;
      real.close();
    });
    real.addEventListener('message', ({ data }) => state.hangs || theirs.send(data));
    return new Response(null, { status: 101, webSocket: ours });
  };
  return { state, browser: { BROWSER: { fetch } } as unknown as Pick<Env, 'BROWSER'> };
}
