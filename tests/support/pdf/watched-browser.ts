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

interface Relay {
  /** Our client's end of the connection. */
  theirs: WebSocket;
  real: WebSocket;
}

/** The real browsers behind a connection of which `relay` passes the messages on. */
function relayedBrowser(relay: (sockets: Relay) => void): Pick<Env, 'BROWSER'> {
  const fetch = async (url: string, init?: RequestInit) => {
    const answer = await env.BROWSER.fetch(url, init);
    const real = answer.webSocket;
    if (!real) return answer;
    const { 0: ours, 1: theirs } = new WebSocketPair();
    real.accept();
    theirs.accept();
    relay({ theirs, real });
    return new Response(null, { status: 101, webSocket: ours });
  };
  return { BROWSER: { fetch } } as unknown as Pick<Env, 'BROWSER'>;
}

/** A real browser that stops answering once it `hangs`; `isLetGo` when our side has closed the connection. */
export function hangingBrowser() {
  const state = { hangs: false, isLetGo: false };
  const browser = relayedBrowser(({ theirs, real }) => {
    theirs.addEventListener('message', ({ data }) => state.hangs || real.send(data));
    theirs.addEventListener('close', () => {
      state.isLetGo = true;
      real.close();
    });
    real.addEventListener('message', ({ data }) => state.hangs || theirs.send(data));
  });
  return { state, browser };
}

/** A real browser that answers a print with an error while it `fails`, as one that is exiting does. */
export function exitingBrowser() {
  const state = { fails: false, failures: 0 };
  const browser = relayedBrowser(({ theirs, real }) => {
    theirs.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (!state.fails || !text.includes('"Page.printToPDF"')) return real.send(data);
      state.fails = false;
      state.failures += 1;
      const { id, sessionId } = JSON.parse(text) as { id: number; sessionId: string };
      theirs.send(JSON.stringify({ id, sessionId, error: { code: -32_000, message: 'Printing failed' } }));
    });
    theirs.addEventListener('close', () => real.close());
    real.addEventListener('message', ({ data }) => {
      if (theirs.readyState === WebSocket.READY_STATE_OPEN) theirs.send(data);
    });
  });
  return { state, browser };
}
